package org.asterism.remote.member.internal;

import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.asterism.api.Worker;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.KernelValues;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Unit;
import org.asterism.spi.driver.ComputeUnit;
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
    private final MemberMemory memory;
    private final Consumer<Message> answers;
    private final LinkedBlockingQueue<Runnable> orders = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean stopped;

    /** Why no kernel can run, or null; of the thread. */
    private String obstacle;

    /**
     * Makes it; {@link #start} starts its thread.
     *
     * @param number its position in the offer
     * @param member the member's name
     * @param unit has no memory of its own
     * @param codelets finds kernels
     * @param memory has the data
     * @param answers takes the ends of kernels
     */
    MemberUnit(
            int number,
            String member,
            ComputeUnit unit,
            CodeletIndex codelets,
            MemberMemory memory,
            Consumer<Message> answers) {
        this.unit = unit;
        this.codelets = codelets;
        this.memory = memory;
        this.answers = answers;
        worker = MemberKernelContext.worker(number, member, unit);
        thread = new Thread(this::work, "asterism-" + worker.name());
        thread.setDaemon(true);
    }

    Unit offer() {
        return new Unit(unit.name(), unit.architecture().name(), unit.properties());
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

    /** Runs a kernel after those that were launched before. */
    void launch(Launch launch) {
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
            startUnit();
            for (Runnable order = orders.take(); !stopped; order = orders.take()) {
                order.run();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private void startUnit() {
        try {
            unit.start();
        } catch (RuntimeException thrown) {
            obstacle = worker.name() + " cannot be used: " + thrown;
            LOG.log(System.Logger.Level.ERROR, obstacle, thrown);
        }
    }

    private void end() {
        try {
            unit.stop();
            unit.close();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.WARNING, worker.name() + " could not be stopped: " + thrown, thrown);
        }
    }

    private void run(Launch launch) {
        Message answer;
        try (MemberMemory.Lease lease = memory.lease()) {
            answer = execute(launch, lease);
        } catch (Throwable thrown) { // kernels may throw anything, and the thread goes on
            String text = String.valueOf(thrown.getMessage());
            answer = new Failed(
                    launch.execution(),
                    thrown.getClass().getName(),
                    text.substring(0, Math.min(text.length(), LONGEST_TEXT)));
        }
        Thread.interrupted(); // of the kernel's
        if (!stopped) {
            answers.accept(answer);
        }
    }

    private Message execute(Launch launch, MemberMemory.Lease lease) throws Exception {
        if (obstacle != null) {
            return new Failed(launch.execution(), "", obstacle);
        }
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
