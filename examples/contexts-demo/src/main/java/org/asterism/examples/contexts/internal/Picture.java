package org.asterism.examples.contexts.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.asterism.api.Worker;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.SvgWriter;

/**
 * Draws the work of the workers as SVG: a row per worker, with bars in the colour of the side whose tasks it ran. A
 * paler colour behind the bars shows the side that the worker belonged to, and a mark shows where it was moved. The run
 * with a balancer is below the run without one, on the same time scale.
 */
final class Picture {
    private static final double WIDTH = 1200;
    private static final double MARGIN = 16;
    private static final double LEAST_LEFT = 110;
    private static final double MOST_LEFT = 300;
    private static final double BESIDE_NAME = 8;
    private static final double RIGHT = 30;
    private static final double ROW = 18;
    private static final double MOST_HEIGHT = 620;
    private static final double HEAD = 78;
    private static final double PANEL_HEAD = 34;
    private static final double PANEL_FOOT = 34;
    private static final double TICK_ROOM = 60;
    private static final Lettering SMALL = Lettering.of(11);
    private static final Lettering USUAL = Lettering.of(12);
    private static final Map<Side, Paint> BUSY =
            Map.of(Side.LEFT, new Paint("#2166ac", "#64a9ee"), Side.RIGHT, new Paint("#d95f0e", "#f08c3c"));
    private static final Map<Side, Paint> PALE =
            Map.of(Side.LEFT, new Paint("#dbe9f6", "#17304a"), Side.RIGHT, new Paint("#fde8d7", "#45270f"));

    private final Machine machine;
    private final Settings settings;
    private final Timeline without;
    private final Optional<Timeline> with;
    private final Map<Integer, Worker> workers = new TreeMap<>();
    private final Map<Integer, Integer> rows = new HashMap<>();
    private final double row;
    private final double left;
    private final double scale;
    private final SvgWriter svg = new SvgWriter(1 << 16);

    Picture(Machine machine, Settings settings, Timeline without, Optional<Timeline> with) {
        this.machine = machine;
        this.settings = settings;
        this.without = without;
        this.with = with;
        machine.left().forEach(worker -> workers.put(worker.id(), worker));
        machine.right().forEach(worker -> workers.put(worker.id(), worker));
        // The left side's above, so that what moves crosses the border.
        List<Worker> order = new ArrayList<>(machine.left());
        machine.right().stream().filter(worker -> !order.contains(worker)).forEach(order::add);
        for (int index = 0; index < order.size(); index++) {
            rows.put(order.get(index).id(), index);
        }
        row = Math.min(ROW, MOST_HEIGHT / order.size());
        long longest = Math.max(without.makespan(), with.map(Timeline::makespan).orElse(0L));
        double widest = order.stream()
                .mapToDouble(worker -> SMALL.width(worker.name()))
                .max()
                .orElse(0);
        left = Math.clamp(MARGIN + widest + BESIDE_NAME, LEAST_LEFT, MOST_LEFT);
        scale = (WIDTH - left - RIGHT) / Math.max(1, longest);
    }

    String draw() {
        double panel = PANEL_HEAD + rows.size() * row + PANEL_FOOT;
        double height = HEAD + panel * (with.isPresent() ? 2 : 1) + 6;
        String title = "two programs in two contexts on " + rows.size() + " workers";
        String stay = "workers stay: " + inWords(without.makespan());
        String move = with.map(this::inWords).orElse("");
        svg.line(Lettering.bold(18), MARGIN, 28, WIDTH - 2 * MARGIN, title);
        legend();
        panel(HEAD, stay, without);
        with.ifPresent(timeline -> panel(HEAD + panel, move, timeline));
        return svg.document(title, move.isEmpty() ? stay : stay + "; " + move, WIDTH, height);
    }

    private String inWords(Timeline balanced) {
        return format(
                "balancer %s: %s, %.2f times as fast, %d moves",
                settings.balancer().orElseThrow().name(),
                inWords(balanced.makespan()),
                (double) without.makespan() / balanced.makespan(),
                balanced.changes().size());
    }

    private void legend() {
        double x = MARGIN;
        for (Side side : Side.values()) {
            x = entry(x, BUSY.get(side), "runs a task of " + side.text());
            x = entry(x, PALE.get(side), "belongs to " + side.text());
        }
        diamond(x + 7, 49);
        words(x + 20, "is moved");
    }

    /** Draws a box with its meaning and returns where the next one begins. */
    private double entry(double x, Paint paint, String meaning) {
        svg.rect(x, 42, 14, 14, "fill", paint);
        return words(x + 20, meaning) + 24;
    }

    private double words(double x, String words) {
        double width = USUAL.width(words);
        svg.line(USUAL, x, 53, width, words);
        return x + width;
    }

    private void panel(double top, String title, Timeline timeline) {
        double first = top + PANEL_HEAD;
        svg.line(Lettering.bold(14), MARGIN, top + 20, WIDTH - 2 * MARGIN, title);
        workers.forEach((id, worker) -> {
            double y = first + rows.get(id) * row;
            if (row >= 9) {
                double end = left - BESIDE_NAME;
                svg.line(SMALL, end, y + row / 2 + 4, end - MARGIN, worker.name(), "text-anchor", "end");
            }
            homes(worker, y, timeline);
        });
        bars(first, timeline);
        for (long end : timeline.phaseEnds()) {
            line(x(end), first - 4, first + rows.size() * row + 4);
        }
        for (Timeline.Change change : timeline.changes()) {
            diamond(x(change.time()), first + (rows.get(change.worker()) + 0.5) * row);
        }
        ticks(first + rows.size() * row);
    }

    /** The sides that a worker belonged to, one after the other. */
    private void homes(Worker worker, double y, Timeline timeline) {
        String home = (machine.left().contains(worker) ? Side.LEFT : Side.RIGHT).text();
        long since = 0;
        for (Timeline.Change change : timeline.changes()) {
            if (change.worker() == worker.id() && !change.to().isEmpty()) {
                home(home, since, change.time(), y);
                home = change.to();
                since = change.time();
            }
        }
        home(home, since, timeline.makespan(), y);
    }

    private void home(String side, long from, long to, double y) {
        for (Side each : Side.values()) {
            if (each.text().equals(side)) {
                svg.rect(x(from), y, Math.max(0, x(to) - x(from)), row - 1, "fill", PALE.get(each));
            }
        }
    }

    /** Tasks of a worker that follow each other closely are drawn as one bar. */
    private void bars(double first, Timeline timeline) {
        Map<Integer, Timeline.Bar> open = new TreeMap<>();
        double near = 0.6 / scale;
        for (Timeline.Bar bar : timeline.bars()) {
            Timeline.Bar before = open.get(bar.worker());
            if (before != null && before.side() == bar.side() && bar.begin() - before.end() <= near) {
                open.put(bar.worker(), new Timeline.Bar(bar.worker(), bar.side(), before.begin(), bar.end()));
            } else {
                if (before != null) {
                    bar(first, before);
                }
                open.put(bar.worker(), bar);
            }
        }
        open.values().forEach(bar -> bar(first, bar));
    }

    private void bar(double first, Timeline.Bar bar) {
        double y = first + rows.get(bar.worker()) * row;
        double width = Math.max(0.4, x(bar.end()) - x(bar.begin()));
        svg.rect(x(bar.begin()), y + row * 0.2, width, row * 0.6 - 0.5, "fill", BUSY.get(bar.side()));
    }

    private void ticks(double y) {
        double longest = (WIDTH - left - RIGHT) / scale;
        double step = Math.pow(10, Math.floor(Math.log10(longest / 4)));
        step = longest / step > 25 ? 5 * step : longest / step > 12 ? 2 * step : step;
        for (double time = 0; time <= longest; time += step) {
            line(x(time), y + 2, y + 7);
            svg.line(SMALL, x(time), y + 19, TICK_ROOM, inWords(time), "text-anchor", "middle", "fill", Paint.FAINT);
        }
    }

    private double x(double nanos) {
        return left + nanos * scale;
    }

    private static String inWords(double nanos) {
        if (nanos >= 1e10) {
            return format("%.3g s", nanos / 1e9);
        }
        return nanos >= 1e6 || nanos == 0 ? format("%.0f ms", nanos / 1e6) : format("%.0f \u00b5s", nanos / 1e3);
    }

    private void line(double x, double fromY, double toY) {
        String path = "M" + SvgWriter.number(x) + " " + SvgWriter.number(fromY) + "V" + SvgWriter.number(toY);
        svg.element("path", "d", path, "stroke", Paint.FAINT, "stroke-width", "0.8");
    }

    private void diamond(double x, double y) {
        String path = "M" + SvgWriter.number(x) + " " + SvgWriter.number(y - 4.5) + "l4.5 4.5l-4.5 4.5l-4.5 -4.5z";
        svg.element("path", "d", path, "fill", Paint.INK, "stroke", Paint.PAPER);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
