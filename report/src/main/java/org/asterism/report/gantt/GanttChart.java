package org.asterism.report.gantt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.asterism.report.schedule.Recording;
import org.asterism.report.schedule.Schedule;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.SvgWriter;
import org.asterism.report.svg.Swatch;

/**
 * The picture of a schedule, as SVG: what each worker ran when, what was copied meanwhile, and how far the end is from
 * the lower bound.
 */
public final class GanttChart {
    private static final double WIDTH = 1400;
    private static final double MARGIN = 16;
    private static final double LEAST_LEFT = 130;
    private static final double MOST_LEFT = 320;
    private static final double RIGHT = 70;
    private static final double PLOT_TOP = 84;
    private static final double ROW = 20;
    private static final double LINK_ROW = 12;

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
        workers = new Rows(RowGroups.workers(schedule), PLOT_TOP, ROW);
        links = new Rows(RowGroups.links(schedule), workers.bottom(), LINK_ROW);
        double gutter = Math.max(Backdrop.gutter(workers), Backdrop.gutter(links));
        double left = Math.clamp(gutter, LEAST_LEFT, MOST_LEFT);
        axis = new TimeAxis(longest(), left, WIDTH - left - RIGHT);
    }

    private long longest() {
        long longest = schedule.makespan();
        Recording.Events transfers = recording.transfers();
        for (int transfer = 0; transfer < transfers.size(); transfer++) {
            longest = Math.max(longest, transfers.end(transfer));
        }
        return longest;
    }

    /**
     * Draws the picture.
     *
     * @return an SVG document
     */
    public String draw() {
        List<String> codelets = recording.codelets();
        List<Swatch> looks =
                codelets.stream().map(CodeletColours.of(codelets)::get).toList();
        String subtitle = subtitle();
        double bottom = links.bottom() + 6;
        double room = WIDTH - 2 * MARGIN;
        SvgWriter svg = new SvgWriter(1 << 16);
        svg.line(Lettering.bold(18), MARGIN, 28, room, title);
        svg.line(Lettering.of(13), MARGIN, 48, room, subtitle, "fill", Paint.FAINT);
        Backdrop backdrop = new Backdrop(svg, axis, WIDTH, PLOT_TOP);
        backdrop.grid(bottom);
        backdrop.rows(workers);
        backdrop.rows(links);
        new Bars(recording.tasks(), workers, axis, looks)
                .draw(svg, task -> codelets.get(recording.tasks().colour(task)));
        new Bars(recording.transfers(), links, axis, List.of(CodeletColours.TRANSFER)).draw(svg, transfer -> "copy");
        backdrop.lines(schedule, bottom);
        Legend legend = new Legend(svg, axis.left(), WIDTH - MARGIN, bottom + 30);
        double end = legend.draw(recording, !links.rows().isEmpty());
        return svg.document(title, subtitle, WIDTH, end + 12);
    }

    private String subtitle() {
        List<String> parts = new ArrayList<>();
        parts.add("makespan " + TimeAxis.inWords(schedule.makespan()));
        if (schedule.bound().isPresent()) {
            parts.add("lower bound " + TimeAxis.inWords(schedule.bound().getAsDouble()) + " (area "
                    + TimeAxis.inWords(schedule.area().getAsDouble()) + ", critical path "
                    + TimeAxis.inWords(schedule.path().getAsDouble()) + ")");
        }
        schedule.efficiency().ifPresent(share -> parts.add("efficiency " + Amounts.percent(share, 1)));
        parts.add(Amounts.counted(schedule.tasks(), "task"));
        if (schedule.flops() > 0) {
            parts.add(String.format(Locale.ROOT, "%.1f GFlop/s", schedule.flops() / schedule.makespan()));
        }
        return String.join("  \u00b7  ", parts);
    }
}
