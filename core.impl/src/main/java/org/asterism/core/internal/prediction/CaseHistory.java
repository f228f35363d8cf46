package org.asterism.core.internal.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * The measurements of similar tasks: the {@link RobustMean} of the last {@value #WINDOW} samples.
 *
 * <p><b>Warm-up and change.</b> Old samples leave the window. So the mean follows a kernel that has become slower for
 * good once most of the window shows it. It follows a kernel that has become faster earlier: the window restarts with
 * the last {@value #RECENT} samples if all but one of them took less than half of the median, and less than the lower
 * tenth, of those before. A kernel may be slow by accident, but it is not fast by accident. Besides, the first
 * executions on a virtual machine are slow until it has compiled the kernel. For the same reason a case does not count
 * as calibrated while the newer half of its samples is clearly faster than the older half. This lasts for at most four
 * times as many samples as a calibration needs.
 *
 * <p><b>Threads.</b> Any number may {@link #learn} and ask at once, and no thread waits. A thread that learns takes a
 * number by an atomic addition, and stores its sample in the ring at that number. Before that, readers see the older
 * sample at this place. One thread at a time computes the mean. A thread that finds another one computing leaves the
 * work to that thread, which checks again when it has finished.
 */
final class CaseHistory {
    static final int WINDOW = 64;
    private static final int RECENT = 8;
    private static final int OFTEN_UNTIL = 16;
    private static final int SELDOM = 8;
    private static final int MOST_PRIOR = WINDOW / 2;
    private static final double HALF = 0.5;
    private static final double LOWER_TENTH = 0.1;
    private static final double FALLING = 0.75;
    private static final int PATIENCE = 4;
    private static final VarHandle COUNT = FieldHandle.of(MethodHandles.lookup(), "count", long.class);
    private static final VarHandle REJECTED = FieldHandle.of(MethodHandles.lookup(), "rejected", long.class);
    private static final VarHandle COMPUTING = FieldHandle.of(MethodHandles.lookup(), "computing", boolean.class);
    private static final VarHandle RING = MethodHandles.arrayElementVarHandle(double[].class);

    private final int footprint;
    private final long bytes;
    private final int minimum;

    /** Number of samples of former runs that are not in the ring. */
    private final long older;

    private final double[] ring = new double[WINDOW];
    private volatile long count;
    private volatile long rejected;
    private volatile boolean computing;
    private volatile boolean urgent;
    private volatile long computedAt;
    private volatile RobustMean estimate;
    private volatile double expected = Double.NaN;

    /** The number of the first sample that counts; only who computes uses it. */
    private long begin;

    private boolean settled;

    /** A case of which nothing is known. */
    CaseHistory(int footprint, long bytes, int minimum) {
        this.footprint = footprint;
        this.bytes = bytes;
        this.minimum = minimum;
        older = 0;
        Arrays.fill(ring, Double.NaN);
    }

    /**
     * A case that was kept: its mean and spread stand for half a window at most, so that what is measured now can
     * overcome it, but not while the virtual machine warms up.
     */
    CaseHistory(ModelContent.Case kept, int minimum) {
        footprint = kept.footprint();
        bytes = kept.bytes();
        this.minimum = minimum;
        Arrays.fill(ring, Double.NaN);
        int prior = (int) Math.min(MOST_PRIOR, kept.samples());
        double spread = Math.min(kept.spread(), kept.mean());
        for (int index = 0; index < prior; index++) {
            boolean odd = prior % 2 == 1 && index == 0;
            ring[index] = odd ? kept.mean() : kept.mean() + (index % 2 == 0 ? spread : -spread);
        }
        older = kept.samples() - prior;
        count = prior;
        computedAt = prior;
        rejected = kept.rejected();
        double reach = Math.max(3 * kept.spread(), HALF * kept.mean());
        estimate = new RobustMean(kept.mean(), kept.spread(), kept.mean() - reach, kept.mean() + reach);
        settled = kept.samples() >= minimum;
        expected = settled ? kept.mean() : Double.NaN;
    }

    int footprint() {
        return footprint;
    }

    long bytes() {
        return bytes;
    }

    boolean is(int otherFootprint, long otherBytes) {
        return footprint == otherFootprint && bytes == otherBytes;
    }

    /** Returns the prediction; NaN until the case is calibrated. */
    double expected() {
        return expected;
    }

    long samples() {
        return older + count;
    }

    /** The mean whether or not it is calibrated; NaN if nothing was measured. */
    double mean() {
        RobustMean now = estimate;
        return now == null ? Double.NaN : now.mean();
    }

    ModelContent.Case content() {
        RobustMean now = estimate;
        return now == null
                ? null
                : new ModelContent.Case(footprint, bytes, samples(), rejected, now.mean(), now.spread());
    }

    /** Adds a sample, 0 or more; any thread. */
    void learn(double sample) {
        long number = (long) COUNT.getAndAdd(this, 1L);
        RING.setVolatile(ring, (int) (number % WINDOW), sample);
        RobustMean now = estimate;
        if (now != null && !now.accepts(sample)) {
            REJECTED.getAndAdd(this, 1L);
            if (sample < now.low()) {
                urgent = true;
            }
        }
        while (isDue() && COMPUTING.compareAndSet(this, false, true)) {
            try {
                compute();
            } finally {
                computing = false;
            }
        }
    }

    private boolean isDue() {
        long now = count;
        long since = now - computedAt;
        return since > 0 && (urgent || now <= OFTEN_UNTIL || since >= SELDOM);
    }

    private void compute() {
        urgent = false;
        long end = count;
        double[] samples = new double[WINDOW];
        int number = collect(Math.max(begin, end - WINDOW), end, samples);
        computedAt = end;
        if (number == 0) {
            return;
        }
        RobustMean former = estimate;
        if (former != null && areMostlyBelow(former.mean(), samples, number) && hasBecomeFaster(samples, number)) {
            begin = end - RECENT;
            System.arraycopy(samples, number - RECENT, samples, 0, RECENT);
            number = RECENT;
        }
        RobustMean computed = RobustMean.of(samples, number);
        estimate = computed;
        long all = older + end;
        if (!settled && all >= minimum) {
            settled = all >= (long) PATIENCE * minimum || !isFalling(samples, number);
        }
        if (settled) {
            expected = computed.mean();
        }
    }

    private int collect(long from, long end, double[] samples) {
        int number = 0;
        for (long index = from; index < end; index++) {
            double sample = (double) RING.getVolatile(ring, (int) (index % WINDOW));
            if (!Double.isNaN(sample)) {
                samples[number++] = sample;
            }
        }
        return number;
    }

    private static boolean hasBecomeFaster(double[] samples, int number) {
        int before = number - RECENT;
        if (before < RECENT) {
            return false;
        }
        double bound = Math.min(
                HALF * RobustMean.median(samples, 0, before), RobustMean.quantile(samples, 0, before, LOWER_TENTH));
        return areMostlyBelow(bound, samples, number);
    }

    /** Whether all but one of the recent samples are below a bound. */
    private static boolean areMostlyBelow(double bound, double[] samples, int number) {
        int below = 0;
        for (int index = Math.max(0, number - RECENT); index < number; index++) {
            if (samples[index] < bound) {
                below++;
            }
        }
        return below >= RECENT - 1;
    }

    private static boolean isFalling(double[] samples, int number) {
        int half = number / 2;
        return half > 1 && RobustMean.median(samples, half, number) < FALLING * RobustMean.median(samples, 0, half);
    }
}
