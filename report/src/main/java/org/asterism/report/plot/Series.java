package org.asterism.report.plot;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * What is drawn in one colour.
 *
 * @param name for the legend
 * @param points in any order
 * @param curve goes through them; empty if there is none
 */
public record Series(String name, List<Point> points, Optional<Curve> curve) {
    /** Copies the list. */
    public Series {
        points = List.copyOf(points);
    }

    /**
     * A measured value.
     *
     * @param x more than 0
     * @param y more than 0
     * @param spread how far values lie from it
     * @param trusted whether it is filled; it is a ring otherwise
     */
    public record Point(double x, double y, double spread, boolean trusted) {}

    /**
     * A line.
     *
     * @param formula for the legend
     * @param least where it begins to hold
     * @param most where it ends to hold; it is drawn thin and dashed elsewhere
     * @param value of y for x
     */
    public record Curve(String formula, double least, double most, DoubleUnaryOperator value) {}
}
