package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.spi.driver.Transfer;

/**
 * The thread that makes all calls to the memories of a session's devices, one after the other, and learns of the ends
 * of their copies. Any thread gives orders, which run in the order in which they came.
 */
final class DeviceThread {
    private static final long POLL_MICROS = 50;
    private static final Runnable NOTHING = () -> {};

    /** A copy under way. */
    private record Awaited(Transfer transfer, Consumer<Throwable> ended, boolean tellsItsEnd) {}

    private final LinkedBlockingQueue<Runnable> orders = new LinkedBlockingQueue<>();
    private final Consumer<Throwable> whenBroken;
    private final Thread thread;

    /** Of the thread, like the next one. */
    private final List<Awaited> awaited = new ArrayList<>();

    /** Whether the last copies and blocks have ended; null while the thread is needed in any case. */
    private BooleanSupplier isOver;

    /**
     * Starts the thread.
     *
     * @param member the member's name
     * @param whenBroken gets what an order has thrown, though it must throw nothing
     */
    DeviceThread(String member, Consumer<Throwable> whenBroken) {
        this.whenBroken = whenBroken;
        thread = new Thread(this::work, "asterism-devices-" + member);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs an order after those that came before. */
    void execute(Runnable order) {
        orders.add(order);
    }

    /**
     * Begins a copy. The thread itself calls.
     *
     * @param ended gets what the copy has thrown, or null
     */
    void begin(Supplier<Transfer> copy, Consumer<Throwable> ended) {
        Transfer transfer;
        try {
            transfer = copy.get();
        } catch (Throwable refused) { // drivers may throw anything
            ended.accept(refused);
            return;
        }
        awaited.add(new Awaited(transfer, ended, tellsItsEnd(transfer)));
    }

    /** A copy that cannot be told of is under way all the same. */
    private boolean tellsItsEnd(Transfer transfer) {
        try {
            return transfer.whenFinished(() -> orders.add(NOTHING));
        } catch (RuntimeException | Error unable) {
            return false;
        }
    }

    /**
     * Ends the thread when it is not needed any more.
     *
     * @param isNeededNoMore asked after each order, when no copy is under way
     */
    void finish(BooleanSupplier isNeededNoMore) {
        orders.add(() -> isOver = isNeededNoMore);
    }

    /** Waits for the end of the thread; for tests. */
    void awaitEnd() throws InterruptedException {
        thread.join();
    }

    private void work() {
        boolean isNeeded = true;
        while (isNeeded) {
            Runnable order = next();
            try {
                if (order != null) {
                    order.run();
                }
                poll();
            } catch (Throwable thrown) { // the memory of devices has to be given back all the same
                whenBroken.accept(thrown);
            }
            isNeeded = isOver == null || !awaited.isEmpty() || !orders.isEmpty() || !isOver.getAsBoolean();
        }
    }

    private Runnable next() {
        try {
            return awaited.stream().allMatch(Awaited::tellsItsEnd)
                    ? orders.take()
                    : orders.poll(POLL_MICROS, TimeUnit.MICROSECONDS);
        } catch (InterruptedException unwanted) {
            return null; // by a driver: nobody else interrupts this thread
        }
    }

    private void poll() {
        for (Awaited each : List.copyOf(awaited)) { // those that end may begin others
            Throwable failure = null;
            try {
                if (!each.transfer().isFinished()) {
                    continue;
                }
            } catch (Throwable failed) {
                failure = failed;
            }
            awaited.removeIf(one -> one == each);
            each.ended().accept(failure);
        }
    }
}
