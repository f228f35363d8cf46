package org.asterism.report.plot;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Points and curve that are drawn in one colour.
 *
 * @param name name in the legend
 * @param points points, in any order
 * @param curve curve through the points; empty if there is none
 */
public record Series(String name, List<Point> points, Optional<Curve> curve) {
    /** Copies the list. */
    public Series {
        points = List.copyOf(points);
    }

    /**
     * Measured value.
     *
     * @param x abscissa, more than 0
     * @param y ordinate, more than 0
     * @param spread spread of the measured values
     * @param trusted whether the point is filled; otherwise it is a ring
     */
    public record Point(double x, double y, double spread, boolean trusted) {}

    /**
     * Curve.
     *
     * @param formula text in the legend
     * @param least lower end of its range
     * @param most upper end of its range; outside it is drawn thin and dashed
     * @param value function from x to y
     */
    public record Curve(String formula, double least, double most, DoubleUnaryOperator value) {}
}
