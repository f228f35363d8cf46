package org.asterism.spi.concurrent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link SpinLock}: there is one holder at a time, and each sees what the previous one wrote. */
final class SpinLockStress {
    private SpinLockStress() {}

    @JCStressTest
    @Description("Two threads count under the lock, with plain reads and writes.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both were counted: they excluded each other.")
    @Outcome(expect = FORBIDDEN, desc = "A count was lost: both were inside, or one did not see the other's.")
    @State
    public static class Exclusion {
        private final SpinLock lock = new SpinLock();
        private int count;

        private void increment() {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }

        @Actor
        public void one() {
            increment();
        }

        @Actor
        public void other() {
            increment();
        }

        @Arbiter
        public void count(I_Result result) {
            result.r1 = count;
        }
    }

    @JCStressTest
    @Description("A thread counts under the lock if it gets it at the first try, another in any case.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The try succeeded, and both were counted.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The try failed while the other was inside.")
    @Outcome(expect = FORBIDDEN, desc = "The try succeeded while the other was inside, or failed and counted.")
    @State
    public static class Trying {
        private final SpinLock lock = new SpinLock();
        private int count;

        @Actor
        public void tries(II_Result result) {
            if (lock.tryLock()) {
                count++;
                lock.unlock();
                result.r1 = 1;
            }
        }

        @Actor
        public void waits() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Arbiter
        public void count(II_Result result) {
            result.r2 = count;
        }
    }

    @JCStressTest
    @Description("One thread writes two plain fields under the lock, another reads them under the lock.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader came first and saw neither.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The writer came first and the reader saw both.")
    @Outcome(expect = FORBIDDEN, desc = "The reader saw half of what was written under the lock.")
    @State
    public static class Visibility {
        private final SpinLock lock = new SpinLock();
        private int first;
        private int second;

        @Actor
        public void write() {
            lock.lock();
            first = 1;
            second = 1;
            lock.unlock();
        }

        @Actor
        public void read(II_Result result) {
            lock.lock();
            result.r1 = second;
            result.r2 = first;
            lock.unlock();
        }
    }
}
