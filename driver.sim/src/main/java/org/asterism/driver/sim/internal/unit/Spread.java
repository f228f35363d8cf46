package org.asterism.driver.sim.internal.unit;

import java.util.SplittableRandom;
import org.asterism.driver.sim.internal.machine.KernelTiming.Time;

/**
 * The scatter of kernels' times about their means: none, or log-normal. A task's draw depends on the seed and on the
 * task's number only, so another schedule does not change it.
 *
 * @param isOn false for means only
 * @param seed for the draws
 */
public record Spread(boolean isOn, long seed) {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /** A task's time, in nanoseconds. */
    double draw(Time time, long task) {
        if (!isOn || time.deviation() == 0 || time.nanos() == 0) {
            return time.nanos();
        }
        double ratio = time.deviation() / time.nanos();
        double variance = Math.log1p(ratio * ratio);
        double normal = new SplittableRandom(seed ^ (task + 1) * GOLDEN).nextGaussian();
        return time.nanos() * Math.exp(Math.sqrt(variance) * normal - variance / 2);
    }
}
