package org.asterism.report.gantt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.report.internal.svg.SvgWriter;
import org.asterism.report.internal.svg.TextWidth;
import org.asterism.report.schedule.Recording;
import org.asterism.report.schedule.Schedule;

/**
 * The picture of a schedule, as SVG: what each worker ran when, what was copied meanwhile, and how far the end is from
 * the lower bound.
 */
public final class GanttChart {
    private static final double WIDTH = 1400;
    private static final double LEFT = 130;
    private static final double RIGHT = 70;
    private static final double PLOT_TOP = 84;
    private static final double ROW = 20;
    private static final double LINK_ROW = 12;
    private static final double LEGEND_ROW = 22;
    private static final int MOST_LINKS = 60;
    private static final String INK = "#1f2933";
    private static final String FAINT = "#5f6c7b";
    private static final String BOUND = "#c0262d";
    private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB"};

    private final String title;
    private final Schedule schedule;
    private final Recording recording;
    private final TimeAxis axis;
    private final Rows workers;
    private final Rows links;

    /**
     * Lays the picture out.
     *
     * @param title what was run, and where
     * @param schedule with a recording
     */
    public GanttChart(String title, Schedule schedule) {
        this.title = title;
        this.schedule = schedule;
        recording = schedule.recording().orElseThrow();
        axis = new TimeAxis(longest(), LEFT, WIDTH - LEFT - RIGHT);
        workers = new Rows(workerGroups(), PLOT_TOP, ROW);
        links = new Rows(linkGroups(), workers.bottom(), LINK_ROW);
    }

    private long longest() {
        long longest = schedule.makespan();
        Recording.Events transfers = recording.transfers();
        for (int transfer = 0; transfer < transfers.size(); transfer++) {
            longest = Math.max(longest, transfers.end(transfer));
        }
        return longest;
    }

    private List<Rows.Group> workerGroups() {
        Map<String, List<Schedule.WorkerLoad>> byArchitecture = schedule.workers().stream()
                .collect(Collectors.groupingBy(
                        Schedule.WorkerLoad::architecture, LinkedHashMap::new, Collectors.toList()));
        List<Rows.Group> groups = new ArrayList<>();
        byArchitecture.forEach((architecture, members) -> {
            double busy = members.stream().mapToLong(Schedule.WorkerLoad::busy).sum() / (double) members.size();
            groups.add(new Rows.Group(
                    architecture + ": " + counted(members.size(), "worker") + ", " + percent(busy) + " busy",
                    members.stream()
                            .map(worker -> new Rows.Member(worker.id(), worker.name(), percent(worker.busy())))
                            .toList()));
        });
        return groups;
    }

    private List<Rows.Group> linkGroups() {
        if (schedule.links().isEmpty()) {
            return List.of();
        }
        List<Schedule.LinkLoad> busiest = schedule.links().stream()
                .sorted(Comparator.comparingLong(Schedule.LinkLoad::bytes).reversed())
                .limit(MOST_LINKS)
                .toList();
        List<Rows.Member> members = schedule.links().stream()
                .filter(busiest::contains)
                .map(link -> new Rows.Member(link.number(), link.from() + " \u2192 " + link.to(), bytes(link.bytes())))
                .toList();
        long all = schedule.links().stream().mapToLong(Schedule.LinkLoad::bytes).sum();
        String shown = members.size() == schedule.links().size()
                ? counted(members.size(), "link")
                : "the busiest " + members.size() + " of " + schedule.links().size() + " links";
        return List.of(new Rows.Group("copies: " + bytes(all) + ", " + shown, members));
    }

    /** Draws the picture. */
    public String draw() {
        List<String> codelets = recording.codelets();
        double plotBottom = links.bottom() + 6;
        double legendTop = plotBottom + 30;
        SvgWriter legend = new SvgWriter(1024);
        double height = legend(legend, codelets, legendTop) + 12;
        SvgWriter svg = new SvgWriter(1 << 16);
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "width",
                        WIDTH,
                        "height",
                        height,
                        "viewBox",
                        "0 0 " + SvgWriter.number(WIDTH) + " " + SvgWriter.number(height),
                        "font-family",
                        "Helvetica, Arial, sans-serif",
                        "font-size",
                        "12",
                        "fill",
                        INK)
                .element("rect", "width", WIDTH, "height", height, "fill", "#ffffff")
                .text("text", title, "x", 16.0, "y", 28.0, "font-size", "18", "font-weight", "bold")
                .text("text", subtitle(), "x", 16.0, "y", 48.0, "font-size", "13", "fill", FAINT);
        grid(svg, plotBottom);
        backgrounds(svg, workers);
        backgrounds(svg, links);
        String[] colours = new String[codelets.size()];
        for (int number = 0; number < colours.length; number++) {
            colours[number] = Palette.colour(number);
        }
        new Bars(recording.tasks(), workers, axis, colours)
                .draw(svg, task -> codelets.get(recording.tasks().colour(task)));
        new Bars(recording.transfers(), links, axis, new String[] {Palette.TRANSFER}).draw(svg, transfer -> "copy");
        lines(svg, plotBottom);
        return svg.raw(legend.toString()).close("svg").toString();
    }

    private String subtitle() {
        List<String> parts = new ArrayList<>();
        parts.add("makespan " + TimeAxis.inWords(schedule.makespan()));
        if (schedule.bound().isPresent()) {
            parts.add("lower bound " + TimeAxis.inWords(schedule.bound().getAsDouble()) + " (area "
                    + TimeAxis.inWords(schedule.area().getAsDouble()) + ", critical path "
                    + TimeAxis.inWords(schedule.path().getAsDouble()) + ")");
        }
        schedule.efficiency().ifPresent(share -> parts.add("efficiency " + percent(share * schedule.makespan())));
        parts.add(counted(schedule.tasks(), "task"));
        if (schedule.flops() > 0) {
            parts.add(String.format(Locale.ROOT, "%.1f GFlop/s", schedule.flops() / schedule.makespan()));
        }
        return String.join("  \u00b7  ", parts);
    }

    private void grid(SvgWriter svg, double bottom) {
        svg.open("g", "fill", FAINT, "font-size", "11", "text-anchor", "middle");
        for (TimeAxis.Tick tick : axis.ticks()) {
            svg.element("path", "d", vertical(tick.x(), PLOT_TOP - 6, bottom), "stroke", "#e3e7ec");
            svg.text("text", tick.label(), "x", tick.x(), "y", PLOT_TOP - 10);
        }
        svg.text(
                "text",
                axis.unit().sign(),
                "x",
                LEFT + axis.width() + RIGHT - 16,
                "y",
                PLOT_TOP - 10,
                "text-anchor",
                "end");
        svg.close("g");
    }

    private void backgrounds(SvgWriter svg, Rows rows) {
        for (Rows.Heading heading : rows.headings()) {
            svg.text("text", heading.text(), "x", LEFT, "y", heading.y() - 6, "font-weight", "bold");
        }
        svg.open("g", "fill", FAINT);
        for (Rows.Row row : rows.rows()) {
            svg.element(
                    "rect",
                    "x",
                    LEFT,
                    "y",
                    row.y(),
                    "width",
                    axis.width(),
                    "height",
                    row.barHeight(),
                    "fill",
                    "#f0f2f5");
            double size = Math.min(11, Math.max(7, row.height()));
            double base = row.y() + Math.min(row.barHeight() / 2, size) + size * 0.36;
            if (!row.label().isEmpty()) {
                svg.text("text", row.label(), "x", LEFT - 8, "y", base, "font-size", size, "text-anchor", "end");
            }
            if (!row.note().isEmpty()) {
                svg.text("text", row.note(), "x", LEFT + axis.width() + 6, "y", base, "font-size", size);
            }
        }
        svg.close("g");
    }

    /** The bound, and the end. */
    private void lines(SvgWriter svg, double bottom) {
        double end = axis.x(schedule.makespan());
        svg.element("path", "d", vertical(end, PLOT_TOP, bottom), "stroke", INK, "stroke-width", "1.2");
        if (schedule.bound().isPresent()) {
            double x = axis.x(schedule.bound().getAsDouble());
            svg.element(
                    "path",
                    "d",
                    vertical(x, PLOT_TOP, bottom + 6),
                    "stroke",
                    BOUND,
                    "stroke-width",
                    "1.5",
                    "stroke-dasharray",
                    "6 3");
            svg.text(
                    "text",
                    "lower bound " + TimeAxis.inWords(schedule.bound().getAsDouble()),
                    "x",
                    x,
                    "y",
                    bottom + 18,
                    "fill",
                    BOUND,
                    "text-anchor",
                    x > WIDTH - 200 ? "end" : x < LEFT + 60 ? "start" : "middle");
        }
    }

    /** Writes the legend; says where it ends. */
    private double legend(SvgWriter svg, List<String> codelets, double top) {
        long[] counts = new long[codelets.size()];
        double[] busy = new double[codelets.size()];
        Recording.Events tasks = recording.tasks();
        double all = 0;
        for (int task = 0; task < tasks.size(); task++) {
            counts[tasks.colour(task)]++;
            busy[tasks.colour(task)] += tasks.end(task) - tasks.begin(task);
            all += tasks.end(task) - tasks.begin(task);
        }
        double x = LEFT;
        double y = top;
        for (int number = 0; number <= counts.length; number++) {
            boolean copies = number == counts.length;
            if (copies && links.rows().isEmpty()) {
                break;
            }
            String label = copies
                    ? "copy"
                    : codelets.get(number) + " \u00d7 " + grouped(counts[number])
                            + String.format(Locale.ROOT, ", %.1f %%", all > 0 ? 100 * busy[number] / all : 0);
            double width = 34 + TextWidth.of(label, 12, false);
            if (x + width > WIDTH - 16 && x > LEFT) {
                x = LEFT;
                y += LEGEND_ROW;
            }
            svg.element(
                    "rect",
                    "x",
                    x,
                    "y",
                    y,
                    "width",
                    13.0,
                    "height",
                    13.0,
                    "rx",
                    "2",
                    "fill",
                    copies ? Palette.TRANSFER : Palette.colour(number));
            svg.text("text", label, "x", x + 18, "y", y + 11);
            x += width;
        }
        return y + LEGEND_ROW;
    }

    private static String vertical(double x, double top, double bottom) {
        return "M" + SvgWriter.number(x) + " " + SvgWriter.number(top) + "V" + SvgWriter.number(bottom);
    }

    private String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", schedule.makespan() > 0 ? 100 * part / schedule.makespan() : 0);
    }

    private static String counted(long number, String what) {
        return grouped(number) + " " + what + (number == 1 ? "" : "s");
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', '\u2009');
    }

    private static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1000 && unit < SIZES.length - 1) {
            size /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, SIZES[unit]);
    }
}
