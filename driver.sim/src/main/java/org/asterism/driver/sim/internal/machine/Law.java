package org.asterism.driver.sim.internal.machine;

/** How long a kernel takes, computed from its task's size. */
public sealed interface Law {
    /**
     * How long a kernel takes.
     *
     * @param bytes the size of its task's data
     * @param flops how many operations its task has; 0 if nobody has said so
     * @return nanoseconds; NaN if the law cannot say
     */
    double nanos(long bytes, double flops);

    /** Whether it needs to know a task's operations. */
    boolean usesFlops();

    /** {@code factor * bytes^exponent + constant}, in nanoseconds. */
    record Power(double factor, double exponent, double constant) implements Law {
        @Override
        public double nanos(long bytes, double flops) {
            return factor * Math.pow(bytes, exponent) + constant;
        }

        @Override
        public boolean usesFlops() {
            return false;
        }
    }

    /** So many operations per nanosecond (GFlop/s), after an overhead. Tasks must say how many operations they have. */
    record Rate(double gigaflops, double overhead) implements Law {
        @Override
        public double nanos(long bytes, double flops) {
            return flops > 0 ? flops / gigaflops + overhead : Double.NaN;
        }

        @Override
        public boolean usesFlops() {
            return true;
        }
    }
}
