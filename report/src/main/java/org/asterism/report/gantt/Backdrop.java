package org.asterism.report.gantt;

import org.asterism.report.schedule.Schedule;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.SvgWriter;

/** Draws all that stands around the bars of a schedule: the axis, rows with their labels, the bound and the end. */
final class Backdrop {
    private static final double BESIDE_LABEL = 8;
    private static final double BESIDE_NOTE = 6;
    private static final double TICK_ROOM = 80;
    private static final double SMALLEST = 7;
    private static final Lettering SMALL = Lettering.of(11);
    private static final Lettering USUAL = Lettering.of(12);
    private static final Lettering HEADING = Lettering.bold(12);

    private final SvgWriter svg;
    private final TimeAxis axis;
    private final double width;
    private final double top;

    /**
     * Prepares drawing.
     *
     * @param svg to which this object writes
     * @param axis of times
     * @param width of the picture
     * @param top of the part that the bars are in
     */
    Backdrop(SvgWriter svg, TimeAxis axis, double width, double top) {
        this.svg = svg;
        this.axis = axis;
        this.width = width;
        this.top = top;
    }

    /** Computes how wide the gutter of some rows must be, so that their labels need not be cut. */
    static double gutter(Rows rows) {
        return 2 * BESIDE_LABEL
                + rows.rows().stream()
                        .mapToDouble(row -> SMALL.width(row.label()))
                        .max()
                        .orElse(0);
    }

    void grid(double bottom) {
        svg.open("g", "fill", Paint.FAINT, "text-anchor", "middle");
        for (TimeAxis.Tick tick : axis.ticks()) {
            svg.element("path", "d", vertical(tick.x(), top - 6, bottom), "stroke", Paint.GRID);
            svg.line(SMALL, tick.x(), top - 10, TICK_ROOM, tick.label());
        }
        svg.close("g");
        double end = axis.left() + axis.width();
        svg.line(
                SMALL,
                width - 16,
                top - 10,
                width - 16 - end,
                axis.unit().sign(),
                "text-anchor",
                "end",
                "fill",
                Paint.FAINT);
    }

    void rows(Rows rows) {
        for (Rows.Heading heading : rows.headings()) {
            svg.line(HEADING, axis.left(), heading.y() - 6, axis.width(), heading.text());
        }
        double end = axis.left() + axis.width();
        double labelRoom = axis.left() - 2 * BESIDE_LABEL;
        double noteRoom = width - end - 2 * BESIDE_NOTE;
        svg.open("g", "fill", Paint.FAINT);
        for (Rows.Row row : rows.rows()) {
            svg.rect(axis.left(), row.y(), axis.width(), row.barHeight(), "fill", Paint.TRACK);
            Lettering lettering = Lettering.of(Math.min(SMALL.size(), Math.max(SMALLEST, row.height())));
            double base = row.y() + Math.min(row.barHeight() / 2, lettering.size()) + lettering.size() * 0.36;
            svg.line(lettering, axis.left() - BESIDE_LABEL, base, labelRoom, row.label(), "text-anchor", "end");
            svg.line(lettering, end + BESIDE_NOTE, base, noteRoom, row.note());
        }
        svg.close("g");
    }

    void lines(Schedule schedule, double bottom) {
        String end = vertical(axis.x(schedule.makespan()), top, bottom);
        svg.element("path", "d", end, "stroke", Paint.INK, "stroke-width", "1.2");
        schedule.bound().ifPresent(bound -> bound(bound, bottom));
    }

    private void bound(double bound, double bottom) {
        double x = axis.x(bound);
        svg.element(
                "path",
                "d",
                vertical(x, top, bottom + 6),
                "stroke",
                Paint.LIMIT,
                "stroke-width",
                "1.5",
                "stroke-dasharray",
                "6 3");
        String label = "lower bound " + TimeAxis.inWords(bound);
        double half = USUAL.width(label) / 2;
        double middle = Math.clamp(x, 16 + half, width - 16 - half);
        svg.line(USUAL, middle, bottom + 18, 2 * half, label, "fill", Paint.LIMIT, "text-anchor", "middle");
    }

    private static String vertical(double x, double top, double bottom) {
        return "M" + SvgWriter.number(x) + " " + SvgWriter.number(top) + "V" + SvgWriter.number(bottom);
    }
}
