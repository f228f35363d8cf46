package org.asterism.remote.member.internal;

import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.asterism.api.Worker;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.KernelValues;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Unit;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/** A compute unit of the member, with the thread that runs kernels on it, one after the other. */
final class MemberUnit {
    /** Between two polls of a kernel that cannot tell its end. */
    private static final long POLL_NANOS = 50_000;

    private static final int LONGEST_TEXT = 4096;
    private static final System.Logger LOG = System.getLogger(MemberUnit.class.getName());

    private final ComputeUnit unit;
    private final Worker worker;
    private final CodeletIndex codelets;
    private final int memory;
    private final Supplier<UnitLease> leases;
    private final Owner owner;
    private final int number;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LinkedBlockingQueue<Runnable> orders = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean stopped;

    /** Hears of a unit. The unit's thread makes all calls. */
    interface Owner {
        /**
         * The unit can run kernels, or cannot.
         *
         * @param obstacle why it cannot, and its thread ends; null if it can
         */
        void started(MemberUnit unit, String obstacle);

        /** A kernel has ended. */
        void answer(Message message);

        /** The unit's thread ends, though nobody has asked for it, and what was launched gets no answers. */
        void broken(String reason);

        /** The unit's device is lost, and the kernel that has told it gets no answer. */
        void lost(DeviceLostException loss);

        /** The unit is stopped and closed, and its thread ends. */
        void ended();
    }

    /**
     * Makes it; {@link #start} starts its thread.
     *
     * @param number its position among the member's units
     * @param member the member's name
     * @param unit runs kernels
     * @param codelets finds kernels
     * @param memory the number of the memory that has their data
     * @param leases give access to it
     * @param owner hears of it
     */
    MemberUnit(
            int number,
            String member,
            ComputeUnit unit,
            CodeletIndex codelets,
            int memory,
            Supplier<UnitLease> leases,
            Owner owner) {
        this.unit = unit;
        this.codelets = codelets;
        this.memory = memory;
        this.leases = leases;
        this.owner = owner;
        this.number = number;
        worker = MemberKernelContext.worker(number, member, unit);
        thread = new Thread(this::work, "asterism-" + worker.name());
        thread.setDaemon(true);
    }

    Unit offer() {
        return new Unit(unit.name(), unit.architecture().name(), memory, unit.properties());
    }

    int number() {
        return number;
    }

    Worker worker() {
        return worker;
    }

    Map<String, Object> properties() {
        return unit.properties();
    }

    void start() {
        thread.start();
    }

    /**
     * Runs a kernel after those that were launched before.
     *
     * @throws MalformedMessageException if there are too many
     */
    void launch(Launch launch) {
        if (waiting.incrementAndGet() > Message.MOST_LAUNCHES) {
            throw new MalformedMessageException("more than " + Message.MOST_LAUNCHES + " kernels for a unit");
        }
        orders.add(() -> run(launch));
    }

    /** Lets the unit go after the kernel under way; what waits behind it is dropped. Does not wait. */
    void stop() {
        stopped = true;
        orders.add(() -> {});
    }

    /** Waits until the thread has ended; for tests. */
    void awaitEnd() throws InterruptedException {
        thread.join();
    }

    private void work() {
        try {
            if (startUnit()) {
                for (Runnable order = orders.take(); !stopped; order = orders.take()) {
                    order.run();
                }
            }
        } catch (Throwable thrown) { // whatever it is, the coordinator must not wait for answers
            if (!stopped) {
                owner.broken("the thread of " + worker.name() + " ends: " + describe(thrown));
            }
        } finally {
            end();
        }
    }

    private boolean startUnit() {
        String obstacle = null;
        try {
            unit.start();
        } catch (Exception | LinkageError thrown) {
            obstacle = worker.name() + " cannot be used: " + describe(thrown);
            LOG.log(System.Logger.Level.ERROR, obstacle, thrown);
        }
        owner.started(this, obstacle);
        return obstacle == null;
    }

    /** Describes what foreign code has thrown, whose methods may throw in turn. */
    static String describe(Throwable thrown) {
        return thrown.getClass().getName() + ": " + textOf(thrown);
    }

    private static String textOf(Throwable thrown) {
        try {
            String text = String.valueOf(thrown.getMessage());
            return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
        } catch (Throwable another) {
            return "its message cannot be read, because of "
                    + another.getClass().getName();
        }
    }

    private void end() {
        try {
            unit.stop();
            unit.close();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.WARNING, worker.name() + " could not be stopped: " + thrown, thrown);
        }
        owner.ended();
    }

    private void run(Launch launch) {
        Message answer;
        try (UnitLease lease = leases.get()) {
            answer = execute(launch, lease);
        } catch (DeviceLostException loss) {
            owner.lost(loss);
            return;
        } catch (DeviceRefusal refusal) {
            answer = new Failed(launch.execution(), "", refusal.getMessage());
        } catch (Throwable thrown) { // kernels may throw anything, and the thread goes on
            answer = new Failed(launch.execution(), thrown.getClass().getName(), textOf(thrown));
        }
        Thread.interrupted(); // of the kernel's
        waiting.decrementAndGet(); // before the answer, which lets the coordinator launch another one
        if (!stopped) {
            owner.answer(answer);
        }
    }

    private Message execute(Launch launch, UnitLease lease) throws Exception {
        CodeletIndex.Entry entry = codelets.find(launch.codelet()).orElse(null);
        if (entry == null) {
            return new Failed(launch.execution(), "", codelets.explainMissing(launch.codelet()));
        }
        int count = entry.codelet().implementationCount(unit.architecture());
        if (launch.implementation() < 0 || launch.implementation() >= count) {
            return new Failed(
                    launch.execution(),
                    "",
                    "codelet " + launch.codelet() + " has " + count + " implementations for " + unit.architecture()
                            + ", and not number " + launch.implementation());
        }
        KernelValues values;
        try {
            values = KernelValues.decode(launch.values(), entry.classes(), lease);
        } catch (IllegalArgumentException unreadable) {
            return new Failed(
                    launch.execution(),
                    "",
                    "the argument or data of codelet " + launch.codelet() + " cannot be read: "
                            + unreadable.getMessage());
        }
        MemberKernelContext context = new MemberKernelContext(this, launch, entry.codelet(), values);
        long begin = System.nanoTime();
        Execution execution =
                unit.launch(entry.codelet().implementation(unit.architecture(), launch.implementation()), context);
        await(execution);
        long measured = execution.kernelNanos();
        long nanos = measured < 0 ? System.nanoTime() - begin : measured;
        return new Done(
                launch.execution(),
                nanos,
                context.hasResult(),
                context.hasResult() ? KernelValues.encodeResult(context.result(), entry.classes()) : new byte[0]);
    }

    private void await(Execution execution) throws Exception {
        if (execution.isFinished()) {
            return;
        }
        Thread self = Thread.currentThread();
        boolean isTold = execution.whenFinished(() -> LockSupport.unpark(self));
        while (!execution.isFinished()) {
            if (isTold) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, POLL_NANOS);
            }
            Thread.interrupted(); // else parking would spin
        }
    }
}
