package org.asterism.driver.sim.internal.machine;

/** A rule that computes a kernel's time from its task's size. */
public sealed interface Law {
    /**
     * Returns the time of a kernel.
     *
     * @param bytes the size of its task's data
     * @param flops the number of operations that its task has; 0 if nobody has said so
     * @return nanoseconds; NaN if the law cannot say
     */
    double nanos(long bytes, double flops);

    /** Whether it needs to know a task's operations. */
    boolean usesFlops();

    /** The fields of the law as a file has them, for messages. */
    @Override
    String toString();

    /** {@code factor * bytes^exponent + constant}, in nanoseconds. */
    record Power(double factor, double exponent, double constant) implements Law {
        private static final double NANOS_PER_MICRO = 1000;

        @Override
        public double nanos(long bytes, double flops) {
            return factor * Math.pow(bytes, exponent) + constant;
        }

        @Override
        public boolean usesFlops() {
            return false;
        }

        @Override
        public String toString() {
            return "a_us=" + factor / NANOS_PER_MICRO + " b=" + exponent + " c_us=" + constant / NANOS_PER_MICRO;
        }
    }

    /** So many operations per nanosecond (GFlop/s), after an overhead. Tasks must define their number of operations. */
    record Rate(double gigaflops, double overhead) implements Law {
        private static final double NANOS_PER_MICRO = 1000;

        @Override
        public double nanos(long bytes, double flops) {
            return flops > 0 ? flops / gigaflops + overhead : Double.NaN;
        }

        @Override
        public boolean usesFlops() {
            return true;
        }

        @Override
        public String toString() {
            return "gflops=" + gigaflops + " overhead_us=" + overhead / NANOS_PER_MICRO;
        }
    }
}
