package org.asterism.core.internal.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.asterism.core.internal.prediction.CurveFit.Point;
import org.asterism.core.internal.prediction.ModelContent.Curve;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * The knowledge that a model has learnt at one place with one implementation: cases, and curves fitted to them.
 *
 * <p>Any thread may call any method. One thread at a time fits the curves, each time the number of samples has grown by
 * a quarter.
 */
final class LearntSheet {
    private static final int SAMPLES = 256;
    private static final int MOST_BETWEEN_FITS = 1000;
    private static final int PATIENCE = 4;
    private static final int POINTS_OF_CURVE = 8;
    private static final int COARSE_BITS = 5;
    private static final VarHandle UNFITTED = FieldHandle.of(MethodHandles.lookup(), "unfitted", long.class);
    private static final VarHandle FITTING = FieldHandle.of(MethodHandles.lookup(), "fitting", boolean.class);

    private final SheetKey key;
    private final int minimum;
    private final CaseTable cases = new CaseTable();
    private volatile Curve power;
    private volatile Curve powerAndConstant;
    private volatile Curve parameters;

    /** A curve that was kept, and reaches further than the cases that were; or null. */
    private volatile Curve given;

    private volatile long unfitted;
    private volatile long unfittedMost;
    private volatile boolean fitting;

    /** The last samples for the curve over parameters; guarded by itself. */
    private final double[][] ring = new double[SAMPLES][];

    private long ringCount;

    LearntSheet(SheetKey key, int minimum) {
        this.key = key;
        this.minimum = minimum;
        unfittedMost = minimum;
    }

    /** A sheet that was kept. */
    LearntSheet(ModelContent.Sheet kept, int minimum) {
        this(kept.key(), minimum);
        kept.cases().forEach(each -> {
            if (cases.find(each.footprint(), each.bytes()) == null) {
                cases.add(new CaseHistory(each, minimum));
            }
        });
        power = kept.power();
        powerAndConstant = kept.powerAndConstant();
        parameters = kept.parameters();
        kept.samples().forEach(this::keep);
        given = furtherThanCases(powerAndConstant == null ? power : powerAndConstant);
    }

    private Curve furtherThanCases(Curve curve) {
        if (curve == null) {
            return null;
        }
        Curve own = fitOf(points(null)).power();
        return own == null || own.smallest() > curve.smallest() || own.largest() < curve.largest() ? curve : null;
    }

    SheetKey key() {
        return key;
    }

    /** Returns the prediction for similar tasks; NaN until it is known. */
    double expected(int footprint, long bytes) {
        CaseHistory found = cases.find(footprint, bytes);
        return found == null ? Double.NaN : found.expected();
    }

    /** The curve over the size, or null. */
    Curve power() {
        return power;
    }

    Curve powerAndConstant() {
        return powerAndConstant;
    }

    /** The curve over parameters, or null. */
    Curve parameters() {
        return parameters;
    }

    /**
     * Adds a measurement of a case.
     *
     * @return false if there are too many cases, and this one is not kept
     */
    boolean learn(int footprint, long bytes, double value) {
        CaseHistory found = cases.find(footprint, bytes);
        if (found == null) {
            found = cases.make(footprint, bytes, minimum);
        }
        if (found == null) {
            return false;
        }
        found.learn(value);
        return true;
    }

    /**
     * Adds a measurement of a case that curves are fitted to. When there are too many, those of nearly the same size
     * are put together.
     */
    void learnForCurves(int footprint, long bytes, double value, boolean withConstant) {
        if (!learn(footprint, bytes, value)) {
            learn(0, coarse(bytes), value);
        }
        if (beginsToFit()) {
            try {
                fit(withConstant);
            } finally {
                fitting = false;
            }
        }
    }

    /** Counts a sample; true if it is time to fit, and nobody else does: the caller must then end that. */
    private boolean beginsToFit() {
        return (long) UNFITTED.getAndAdd(this, 1L) + 1 >= unfittedMost && FITTING.compareAndSet(this, false, true);
    }

    private static long coarse(long bytes) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(bytes) - COARSE_BITS);
        return bytes >>> shift << shift;
    }

    private void fit(boolean withConstant) {
        unfitted = 0;
        CurveFit fit = fitOf(points(given));
        Curve fitted = fit.power();
        if (fitted != null) {
            power = fitted;
        }
        Curve bent = withConstant ? fit.powerAndConstant() : null;
        if (bent != null) {
            powerAndConstant = bent;
        }
        unfittedMost = fitted == null
                ? Math.max(1, cases.all().size() / PATIENCE)
                : Math.clamp(fitted.samples() / PATIENCE, minimum, Math.max(minimum, MOST_BETWEEN_FITS));
    }

    private CurveFit fitOf(List<Point> points) {
        long executions = cases.all().stream().mapToLong(CaseHistory::samples).sum();
        return new CurveFit(points, executions + (given == null ? 0 : given.samples()), minimum);
    }

    private List<Point> points(Curve further) {
        List<Point> points = new ArrayList<>();
        for (CaseHistory each : cases.all()) {
            points.add(new Point(each.bytes(), each.mean(), Math.min(each.samples(), CaseHistory.WINDOW)));
        }
        if (further != null) {
            double weight = Math.min(further.samples(), CaseHistory.WINDOW) / (double) POINTS_OF_CURVE;
            double ratio = (double) further.largest() / further.smallest();
            for (int step = 0; step < POINTS_OF_CURVE; step++) {
                double size = further.smallest() * Math.pow(ratio, step / (POINTS_OF_CURVE - 1.0));
                points.add(new Point(size, further.at(size), weight));
            }
        }
        return points;
    }

    /** Adds a measurement and the parameters that go with it, and fits the curve over them anew when it is time. */
    void learn(double[] sample, List<List<Integer>> exponents) {
        long now;
        synchronized (ring) {
            keep(sample);
            now = ringCount;
        }
        if (beginsToFit()) {
            try {
                unfitted = 0;
                double[] fitted = now < minimum ? null : ParameterFit.fit(samples(), exponents);
                if (fitted != null) {
                    parameters = new Curve(fitted, 0, 0, now);
                }
                unfittedMost = fitted == null ? 1 : Math.clamp(now / PATIENCE, 1, MOST_BETWEEN_FITS);
            } finally {
                fitting = false;
            }
        }
    }

    private void keep(double[] sample) {
        ring[(int) (ringCount++ % SAMPLES)] = sample;
    }

    private List<double[]> samples() {
        synchronized (ring) {
            List<double[]> kept = new ArrayList<>();
            for (long index = Math.max(0, ringCount - SAMPLES); index < ringCount; index++) {
                kept.add(ring[(int) (index % SAMPLES)]);
            }
            return kept;
        }
    }

    /** Returns the current knowledge, sorted. */
    ModelContent.Sheet content() {
        return new ModelContent.Sheet(
                key,
                cases.all().stream()
                        .map(CaseHistory::content)
                        .filter(each -> each != null)
                        .sorted(Comparator.comparingLong(ModelContent.Case::bytes)
                                .thenComparing(ModelContent.Case::footprint, Integer::compareUnsigned))
                        .toList(),
                power,
                powerAndConstant,
                parameters,
                samples());
    }

    /** Whether a case is predicted. */
    boolean isCalibrated(ModelContent.Case which) {
        return !Double.isNaN(expected(which.footprint(), which.bytes()));
    }
}
