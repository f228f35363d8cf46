package org.asterism.policy.parallel.pheft.internal;

import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;

/**
 * A worker, and when it is expected to have done what is placed with it. Times are whole nanoseconds: what was added
 * can be taken away again without a rest.
 *
 * <p>It is expected to begin what waits at {@code start}, and to need {@code length} for it. What it has taken already
 * lies before {@code start}: the {@code pipeline}.
 *
 * <p><b>Threads.</b> Changed under the lock; decisions ask without it, and what they are told may be out of date by the
 * time they are carried out.
 */
final class Single implements Account {
    private final Worker worker;
    private final double speed;
    private final SpinLock lock = new SpinLock();

    private volatile long start;
    private volatile long length;

    /** How many tasks it has: one that waits counts twice, one that it has taken once. */
    private volatile int load;

    // Guarded by the lock.
    private long pipeline;

    /**
     * The work of tasks that the program gave to this worker since it last took one: they run before all that waits.
     */
    private long given;

    Single(Worker worker, double speed, long now) {
        this.worker = worker;
        this.speed = speed;
        start = now;
    }

    @Override
    public Worker leader() {
        return worker;
    }

    @Override
    public long ready(long now) {
        return Math.max(start, now) + length;
    }

    @Override
    public double load() {
        return load / speed;
    }

    int tasks() {
        return load;
    }

    // What is placed.

    /** A task is placed here, alone or with others. */
    void place(long work, long now) {
        lock.lock();
        start = Math.max(start, now);
        length += work;
        load += 2;
        lock.unlock();
    }

    /** What a task that was placed takes longer here than with the others. */
    void lengthen(long work) {
        lock.lock();
        length += work;
        lock.unlock();
    }

    /** A task that was placed is taken out again by somebody else. */
    void withdraw(long work) {
        lock.lock();
        length -= work;
        load -= 2;
        lock.unlock();
    }

    /** The program gives the worker a task that does not pass through the policy, and of whose end nobody tells. */
    void give(long work, long now) {
        lock.lock();
        given += work;
        start = Math.max(start, now) + work;
        lock.unlock();
    }

    // What is done.

    /** A task was taken; while its data still travel, nothing that waits can begin. */
    void take(long waiting, long now) {
        lock.lock();
        given = 0;
        pipeline += waiting;
        length -= waiting;
        start = now + pipeline;
        load--;
        lock.unlock();
    }

    /** The leader of a team that it is in has taken their task. */
    void join() {
        lock.lock();
        load--;
        lock.unlock();
    }

    /** The kernel of a task that was taken begins. */
    void begin(long expected, long waiting, long now) {
        lock.lock();
        pipeline += expected - waiting;
        length -= expected;
        start = now + pipeline + given;
        lock.unlock();
    }

    /** The kernel of a task has run. */
    void end(long expected, long now) {
        lock.lock();
        pipeline -= expected;
        start = now + pipeline + given;
        load--;
        lock.unlock();
    }

    /** A task that was taken has ended without its kernel. */
    void forget(long expected, long waiting) {
        lock.lock();
        pipeline -= waiting;
        length -= expected;
        load--;
        lock.unlock();
    }

    @Override
    public String toString() {
        return worker.name();
    }
}
