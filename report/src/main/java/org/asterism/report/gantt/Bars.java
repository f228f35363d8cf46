package org.asterism.report.gantt;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.asterism.report.schedule.Recording.Events;
import org.asterism.report.svg.SvgWriter;
import org.asterism.report.svg.Swatch;

/**
 * Draws the events of a recording in their rows. Few are drawn one by one, and say what they are when they are pointed
 * at. Of many, the time is cut into cells, each drawn in the colour that fills it most and the paler the less it is
 * filled; cells that are alike are drawn as one, and are made wider until the picture is small enough.
 */
final class Bars {
    /** So many rectangles with their titles take 2 MB. */
    private static final int MOST_SINGLE = 15_000;

    /** So many pieces of a path take 2 MB. */
    private static final int MOST_RUNS = 60_000;

    private static final double THINNEST = 0.3;
    private static final double GAP = 0.4;
    private static final double WIDTH_WITH_GAP = 3;
    private static final int LEVELS = 4;
    private static final double FAINTEST = 0.02;
    private static final double FINEST_CELL = 0.5;

    private final Events events;
    private final Rows rows;
    private final TimeAxis axis;
    private final List<Swatch> colours;

    Bars(Events events, Rows rows, TimeAxis axis, List<Swatch> colours) {
        this.events = events;
        this.rows = rows;
        this.axis = axis;
        this.colours = colours;
    }

    /**
     * Draws.
     *
     * @param svg to which
     * @param names what an event is called
     */
    void draw(SvgWriter svg, IntFunction<String> names) {
        if (events.size() <= MOST_SINGLE && rows.rows().stream().allMatch(row -> row.share() == 1)) {
            drawEach(svg, names);
        } else {
            drawCells(svg);
        }
    }

    private void drawEach(SvgWriter svg, IntFunction<String> names) {
        for (int colour = 0; colour < colours.size(); colour++) {
            svg.open("g", "fill", colours.get(colour));
            for (int event = 0; event < events.size(); event++) {
                int row = events.colour(event) == colour ? rows.rowOf(events.row(event)) : -1;
                if (row >= 0) {
                    drawOne(svg, names, event, row);
                }
            }
            svg.close("g");
        }
    }

    private void drawOne(SvgWriter svg, IntFunction<String> names, int event, int row) {
        double x = axis.x(events.begin(event));
        double width = axis.x(events.end(event)) - x;
        Rows.Row drawn = rows.rows().get(row);
        svg.open(
                "rect",
                "x",
                x,
                "y",
                drawn.y(),
                "width",
                width > WIDTH_WITH_GAP ? width - GAP : Math.max(THINNEST, width),
                "height",
                drawn.barHeight());
        svg.words(
                "title",
                names.apply(event) + ": " + TimeAxis.inWords(events.end(event) - events.begin(event)) + " from "
                        + TimeAxis.inWords(events.begin(event)));
        svg.close("rect");
    }

    private void drawCells(SvgWriter svg) {
        int[][] byRow = eventsByRow();
        double cell = FINEST_CELL;
        StringBuilder[] paths = paths(byRow, cell);
        while (paths == null) {
            cell *= 2;
            paths = paths(byRow, cell);
        }
        for (int path = 0; path < paths.length; path++) {
            if (!paths[path].isEmpty()) {
                svg.element(
                        "path",
                        "shape-rendering",
                        "crispEdges",
                        "fill",
                        colours.get(path / LEVELS),
                        "fill-opacity",
                        (path % LEVELS + 1.0) / LEVELS,
                        "d",
                        paths[path]);
            }
        }
    }

    private int[][] eventsByRow() {
        int[] sizes = new int[rows.rows().size()];
        for (int event = 0; event < events.size(); event++) {
            int row = rows.rowOf(events.row(event));
            if (row >= 0) {
                sizes[row]++;
            }
        }
        int[][] byRow = new int[sizes.length][];
        for (int row = 0; row < sizes.length; row++) {
            byRow[row] = new int[sizes[row]];
        }
        for (int event = 0; event < events.size(); event++) {
            int row = rows.rowOf(events.row(event));
            if (row >= 0) {
                byRow[row][--sizes[row]] = event;
            }
        }
        return byRow;
    }

    /** The outlines for each colour and level, or null if there are too many pieces. */
    private StringBuilder[] paths(int[][] byRow, double cell) {
        StringBuilder[] paths = new StringBuilder[colours.size() * LEVELS];
        Arrays.setAll(paths, path -> new StringBuilder());
        int cells = (int) Math.ceil(axis.width() / cell) + 1;
        double[][] filled = new double[colours.size()][cells];
        int[] looks = new int[cells];
        int runs = 0;
        for (int row = 0; row < byRow.length; row++) {
            for (double[] ofColour : filled) {
                Arrays.fill(ofColour, 0);
            }
            for (int event : byRow[row]) {
                fill(filled[events.colour(event)], event, cell);
            }
            look(filled, cell * rows.rows().get(row).share(), looks);
            runs += outline(looks, row, cell, paths);
            if (runs > MOST_RUNS && cell < axis.width()) {
                return null;
            }
        }
        return paths;
    }

    /** Adds an event to the cells that it covers, in pixels. */
    private void fill(double[] filled, int event, double cell) {
        double from = (axis.x(events.begin(event)) - axis.left()) / cell;
        double to = (axis.x(events.end(event)) - axis.left()) / cell;
        int last = Math.min(filled.length - 1, (int) to);
        for (int at = Math.max(0, (int) from); at <= last; at++) {
            filled[at] += cell * (Math.min(to, at + 1.0) - Math.max(from, at));
        }
    }

    /** Decides what each cell looks like: colour and level in one number, or -1 for nothing. */
    private static void look(double[][] filled, double full, int[] looks) {
        for (int at = 0; at < looks.length; at++) {
            int best = 0;
            double sum = 0;
            for (int colour = 0; colour < filled.length; colour++) {
                sum += filled[colour][at];
                if (filled[colour][at] > filled[best][at]) {
                    best = colour;
                }
            }
            int level = Math.min(LEVELS, (int) Math.ceil(sum / full * LEVELS - 1e-6));
            looks[at] = sum < full * FAINTEST ? -1 : best * LEVELS + level - 1;
        }
    }

    private int outline(int[] looks, int row, double cell, StringBuilder[] paths) {
        String y = SvgWriter.number(rows.rows().get(row).y());
        String height = SvgWriter.number(rows.rows().get(row).barHeight());
        int runs = 0;
        for (int at = 0; at < looks.length; ) {
            int begin = at;
            while (at < looks.length && looks[at] == looks[begin]) {
                at++;
            }
            if (looks[begin] >= 0) {
                runs++;
                String width = SvgWriter.number(Math.min(at * cell, axis.width()) - begin * cell);
                paths[looks[begin]]
                        .append('M')
                        .append(SvgWriter.number(axis.left() + begin * cell))
                        .append(' ')
                        .append(y)
                        .append('h')
                        .append(width)
                        .append('v')
                        .append(height)
                        .append("h-")
                        .append(width)
                        .append('z');
            }
        }
        return runs;
    }
}
