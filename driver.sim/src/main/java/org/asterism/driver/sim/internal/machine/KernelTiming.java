package org.asterism.driver.sim.internal.machine;

import java.util.List;

/**
 * The time of a kernel on one kind of worker.
 *
 * @param cases the measurements, by footprint or by size
 * @param law the rule for all other tasks; null if there is none
 * @param spread of the law: standard deviation as a part of the mean
 */
public record KernelTiming(List<Case> cases, Law law, double spread) {
    /** The longest time that a kernel may take: a day, more or less. */
    public static final double MOST_NANOS = 1e14;

    private static final double NANOS_PER_MICRO = 1000;

    /** Copies the list. */
    public KernelTiming {
        cases = List.copyOf(cases);
    }

    /**
     * The measurements of one kind of tasks.
     *
     * @param footprint the footprint of these tasks; meaningless without {@code byFootprint}
     * @param byFootprint whether only tasks of this footprint are meant; otherwise all of this size are
     * @param bytes the size of their data; -1 if not known
     * @param nanos the mean of their times
     * @param deviation the standard deviation, in nanoseconds
     * @param joules the energy of each besides that of an idle worker; NaN if that follows from the time
     * @param members the number of workers that ran each task together
     */
    public record Case(
            int footprint,
            boolean byFootprint,
            long bytes,
            double nanos,
            double deviation,
            double joules,
            int members) {
        /** Creates the measurements of tasks that one worker runs. */
        public Case(int footprint, boolean byFootprint, long bytes, double nanos, double deviation, double joules) {
            this(footprint, byFootprint, bytes, nanos, deviation, joules, 1);
        }

        Time time() {
            return new Time(nanos, deviation, joules);
        }
    }

    /** A time, its deviation, and the energy, or NaN if that follows from the time. */
    public record Time(double nanos, double deviation, double joules) {
        /** Of what cannot be run. */
        public static final Time UNKNOWN = new Time(Double.NaN, 0, Double.NaN);
    }

    /**
     * Looks for the case of footprint and size, then that of the footprint, then that of the size; then takes the law.
     *
     * @throws IllegalArgumentException if the law gives a time that no kernel can take
     */
    public Time time(int footprint, long bytes, double flops) {
        Time measured = measured(footprint, bytes, 1);
        if (measured != null) {
            return measured;
        }
        if (law == null) {
            return Time.UNKNOWN;
        }
        double nanos = law.nanos(bytes, flops);
        if (Double.isNaN(nanos)) {
            return Time.UNKNOWN;
        }
        if (nanos <= 0 || nanos > MOST_NANOS) {
            throw new IllegalArgumentException("the law " + law + " gives " + nanos / NANOS_PER_MICRO + " us for "
                    + (law.usesFlops() ? flops + " flops" : bytes + " bytes")
                    + ": change it so that the time is more than 0 us and at most " + MOST_NANOS / NANOS_PER_MICRO
                    + " us");
        }
        return new Time(nanos, spread * nanos, Double.NaN);
    }

    /**
     * Returns the time of a kernel that several workers run together: the measurement for so many workers, or else the
     * time of one worker, divided.
     *
     * @param members the number of workers, from 2
     * @param efficiency the speed that each worker after the first adds, as a part of one worker's speed
     */
    public Time time(int footprint, long bytes, double flops, int members, double efficiency) {
        Time measured = measured(footprint, bytes, members);
        if (measured != null) {
            return measured;
        }
        Time alone = time(footprint, bytes, flops);
        double speed = 1 + (members - 1) * efficiency;
        return new Time(alone.nanos() / speed, alone.deviation() / speed, alone.joules());
    }

    private Time measured(int footprint, long bytes, int members) {
        Case sameFootprint = null;
        Case sameSize = null;
        for (Case one : cases) {
            if (one.members != members) {
                continue;
            }
            if (one.byFootprint) {
                if (one.footprint == footprint) {
                    if (one.bytes == bytes) {
                        return one.time();
                    }
                    sameFootprint = one;
                }
            } else if (one.bytes == bytes) {
                sameSize = one;
            }
        }
        if (sameFootprint != null) {
            return sameFootprint.time();
        }
        return sameSize == null ? null : sameSize.time();
    }
}
