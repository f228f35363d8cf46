package org.asterism.core.internal.prediction;

import java.util.Arrays;
import java.util.List;
import org.asterism.core.internal.prediction.ModelContent.Curve;

/**
 * Fits curves over the size to measurements.
 *
 * <p>Straight lines in logarithms are fitted by iteratively reweighted least squares, with the weights of P. J. Huber
 * ("Robust estimation of a location parameter", Annals of Mathematical Statistics 35, 1964). A point far off has no
 * more influence than one at 1.345 deviations. So the sizes that a program uses first, while the virtual machine warms
 * up, do not bend the curve.
 */
final class CurveFit {
    /** Beyond this many deviations a point pulls no harder. */
    static final double TUNING = 1.345;

    private static final double NARROW = 0.9;
    private static final double ALMOST = 0.999;
    private static final int ROUNDS = 20;
    private static final int GRID = 32;
    private static final int REFINEMENTS = 40;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /** A point: a size, the value measured there, and its weight. */
    record Point(double size, double value, double weight) {}

    private final double[] logSizes;
    private final double[] values;
    private final double[] weights;
    private final long smallest;
    private final long largest;
    private final long samples;
    private final boolean valid;

    /**
     * Takes points.
     *
     * @param executions the number of measured executions of all points
     * @param minimum the number of executions that are needed
     */
    CurveFit(List<Point> points, long executions, int minimum) {
        List<Point> usable = points.stream()
                .filter(point -> point.size() > 0 && point.value() > 0)
                .toList();
        logSizes = usable.stream().mapToDouble(point -> Math.log(point.size())).toArray();
        values = usable.stream().mapToDouble(Point::value).toArray();
        weights = usable.stream().mapToDouble(Point::weight).toArray();
        smallest = (long) usable.stream().mapToDouble(Point::size).min().orElse(0);
        largest = (long) usable.stream().mapToDouble(Point::size).max().orElse(0);
        samples = executions;
        valid = smallest < NARROW * largest && samples >= minimum;
    }

    /** The curve {@code a * size^b}; null if sizes are too much alike, or samples too few. */
    Curve power() {
        if (!valid) {
            return null;
        }
        double[] line = line(0);
        return curve(Math.exp(line[0]), line[1]);
    }

    /**
     * The curve {@code a * size^b + c}; null if sizes are too much alike, or samples too few. For each c the rest is a
     * straight line in logarithms; c is sought where the curve is nearest to the points, on a grid and then by golden
     * section.
     */
    Curve powerAndConstant() {
        if (!valid || values.length < 3) {
            return null;
        }
        double most = ALMOST * Arrays.stream(values).min().orElseThrow();
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int step = 0; step < GRID; step++) {
            double error = error(most * step / GRID);
            if (error < least) {
                least = error;
                best = step;
            }
        }
        double from = most * Math.max(0, best - 1) / GRID;
        double to = most * Math.min(GRID, best + 1) / GRID;
        for (int round = 0; round < REFINEMENTS; round++) {
            double width = GOLDEN * (to - from);
            if (error(to - width) < error(from + width)) {
                to = from + width;
            } else {
                from = to - width;
            }
        }
        double constant = error(0) <= error((from + to) / 2) ? 0 : (from + to) / 2;
        double[] line = line(constant);
        return curve(Math.exp(line[0]), line[1], constant);
    }

    private Curve curve(double... coefficients) {
        for (double coefficient : coefficients) {
            if (!Double.isFinite(coefficient)) {
                return null;
            }
        }
        return new Curve(coefficients, smallest, largest, samples);
    }

    /**
     * Returns the distance between the best curve with a constant and the points, in logarithms. Far points count less
     * than their square.
     */
    private double error(double constant) {
        double[] line = line(constant);
        double sum = 0;
        for (int index = 0; index < values.length; index++) {
            double fitted = Math.exp(line[0] + line[1] * logSizes[index]) + constant;
            sum += weights[index] * Math.abs(Math.log(values[index] / fitted));
        }
        return sum;
    }

    /**
     * The straight line through logarithms of the values less a constant. An error of a value becomes larger by that,
     * as the value becomes smaller, and the point's weight less.
     */
    private double[] line(double constant) {
        int number = values.length;
        double[] logs = new double[number];
        double[] trust = new double[number];
        for (int index = 0; index < number; index++) {
            double rest = values[index] - constant;
            logs[index] = Math.log(rest);
            double share = rest / values[index];
            trust[index] = weights[index] * share * share;
        }
        double[] line = leastSquares(logs, trust);
        double[] distances = new double[number];
        for (int round = 0; round < ROUNDS; round++) {
            for (int index = 0; index < number; index++) {
                distances[index] = Math.abs(logs[index] - line[0] - line[1] * logSizes[index]);
            }
            double deviation = RobustMean.DEVIATION_PER_DISTANCE * RobustMean.median(distances, 0, number);
            if (deviation < 1e-9) {
                return line;
            }
            double[] huber = new double[number];
            for (int index = 0; index < number; index++) {
                double excess = distances[index] / (TUNING * deviation);
                huber[index] = excess <= 1 ? trust[index] : trust[index] / excess;
            }
            double[] next = leastSquares(logs, huber);
            double change = Math.abs(next[0] - line[0]) + Math.abs(next[1] - line[1]);
            line = next;
            if (change < 1e-10) {
                return line;
            }
        }
        return line;
    }

    private double[] leastSquares(double[] logs, double[] trust) {
        double sum = 0;
        double sumX = 0;
        double sumY = 0;
        for (int index = 0; index < logs.length; index++) {
            sum += trust[index];
            sumX += trust[index] * logSizes[index];
            sumY += trust[index] * logs[index];
        }
        double meanX = sumX / sum;
        double meanY = sumY / sum;
        double across = 0;
        double along = 0;
        for (int index = 0; index < logs.length; index++) {
            double x = logSizes[index] - meanX;
            across += trust[index] * x * x;
            along += trust[index] * x * (logs[index] - meanY);
        }
        double slope = along / across;
        return new double[] {meanY - slope * meanX, slope};
    }
}
