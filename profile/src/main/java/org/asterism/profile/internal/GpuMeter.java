package org.asterism.profile.internal;

import java.lang.foreign.MemorySegment;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The energy of one GPU since the last reset: from its counter, which GPUs have since Volta, otherwise from readings of
 * its power, between which it is taken to change evenly. One thread at a time.
 */
final class GpuMeter {
    private static final double PER_MILLE = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Nvml nvml;
    private final MemorySegment device;
    private final boolean hasCounter;
    private boolean isReadable = true;
    private double joules;
    private double last;
    private long lastTime;

    GpuMeter(Nvml nvml, MemorySegment device, long now) {
        this.nvml = nvml;
        this.device = device;
        hasCounter = nvml.millijoules(device).isPresent();
        lastTime = now;
        OptionalLong first = value();
        isReadable = first.isPresent();
        last = first.orElse(0) / PER_MILLE;
    }

    private OptionalLong value() {
        return hasCounter ? nvml.millijoules(device) : nvml.milliwatts(device);
    }

    /** Whether the power has to be read often. */
    boolean isSampled() {
        return isReadable && !hasCounter;
    }

    /** Reads the counter or the power; the time is that of this machine, in nanoseconds. */
    void read(long now) {
        OptionalLong read = isReadable ? value() : OptionalLong.empty();
        isReadable = read.isPresent();
        double value = read.orElse(0) / PER_MILLE;
        if (hasCounter) {
            joules += Math.max(0, value - last); // it starts over when the driver is loaded anew
        } else {
            joules += (last + value) / 2 * Math.max(0, now - lastTime) / NANOS_PER_SECOND;
        }
        last = value;
        lastTime = now;
    }

    /** The energy until the last reading; empty if the GPU cannot be read, or not any more. */
    OptionalDouble joules() {
        return isReadable ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }

    void reset() {
        joules = 0;
    }
}
