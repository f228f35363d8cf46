package org.asterism.examples.contexts.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.asterism.api.Worker;

/**
 * Draws the work of the workers as SVG: a row per worker, with bars in the colour of the side whose tasks it ran.
 * Behind them is the paler colour of the side that it belonged to, and a mark where it was moved. The runs without and
 * with a balancer are below each other, on one scale of time.
 */
final class Picture {
    private static final double WIDTH = 1200;
    private static final double LEFT = 110;
    private static final double RIGHT = 30;
    private static final double ROW = 18;
    private static final double MOST_HEIGHT = 620;
    private static final double HEAD = 78;
    private static final double PANEL_HEAD = 34;
    private static final double PANEL_FOOT = 34;
    private static final String INK = "#1f2933";
    private static final String FAINT = "#5f6c7b";
    private static final Map<Side, String> BUSY = Map.of(Side.LEFT, "#2166ac", Side.RIGHT, "#d95f0e");
    private static final Map<Side, String> PALE = Map.of(Side.LEFT, "#dbe9f6", Side.RIGHT, "#fde8d7");

    private final Machine machine;
    private final Settings settings;
    private final Timeline without;
    private final Optional<Timeline> with;
    private final Map<Integer, Worker> workers = new TreeMap<>();
    private final Map<Integer, Integer> rows = new HashMap<>();
    private final double row;
    private final double scale;
    private final StringBuilder svg = new StringBuilder(1 << 16);

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
        scale = (WIDTH - LEFT - RIGHT) / Math.max(1, longest);
    }

    String draw() {
        double panel = PANEL_HEAD + rows.size() * row + PANEL_FOOT;
        double height = HEAD + panel * (with.isPresent() ? 2 : 1) + 6;
        svg.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append(format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
                                + "%.0f\""
                                + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"%s\">%n",
                        WIDTH, height, WIDTH, height, INK))
                .append(format("<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>%n", WIDTH, height));
        text(
                16,
                28,
                "font-size=\"18\" font-weight=\"bold\"",
                "two programs in two contexts on " + rows.size() + " workers");
        legend();
        panel(HEAD, "workers stay: " + inWords(without.makespan()), without);
        with.ifPresent(timeline -> panel(
                HEAD + panel,
                format(
                        "balancer %s: %s, %.2f times as fast, %d moves",
                        settings.balancer().orElseThrow().name(),
                        inWords(timeline.makespan()),
                        (double) without.makespan() / timeline.makespan(),
                        timeline.changes().size()),
                timeline));
        return svg.append("</svg>\n").toString();
    }

    private void legend() {
        double x = 16;
        for (Side side : Side.values()) {
            box(x, 42, 14, 14, BUSY.get(side));
            text(x + 20, 53, "", "runs a task of " + side.text());
            box(x + 150, 42, 14, 14, PALE.get(side));
            text(x + 170, 53, "", "belongs to " + side.text());
            x += 310;
        }
        diamond(x + 7, 49);
        text(x + 20, 53, "", "is moved");
    }

    private void panel(double top, String title, Timeline timeline) {
        double first = top + PANEL_HEAD;
        text(16, top + 20, "font-size=\"14\" font-weight=\"bold\"", title);
        workers.forEach((id, worker) -> {
            double y = first + rows.get(id) * row;
            if (row >= 9) {
                text(LEFT - 8, y + row / 2 + 4, "font-size=\"11\" text-anchor=\"end\"", worker.name());
            }
            homes(worker, y, timeline);
        });
        bars(first, timeline);
        for (long end : timeline.phaseEnds()) {
            line(x(end), first - 4, x(end), first + rows.size() * row + 4);
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
                box(x(from), y, Math.max(0, x(to) - x(from)), row - 1, PALE.get(each));
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
        box(
                x(bar.begin()),
                y + row * 0.2,
                Math.max(0.4, x(bar.end()) - x(bar.begin())),
                row * 0.6 - 0.5,
                BUSY.get(bar.side()));
    }

    private void ticks(double y) {
        double longest = (WIDTH - LEFT - RIGHT) / scale;
        double step = Math.pow(10, Math.floor(Math.log10(longest / 4)));
        step = longest / step > 25 ? 5 * step : longest / step > 12 ? 2 * step : step;
        for (double time = 0; time <= longest; time += step) {
            line(x(time), y + 2, x(time), y + 7);
            text(x(time), y + 19, "font-size=\"11\" text-anchor=\"middle\" fill=\"" + FAINT + "\"", inWords(time));
        }
    }

    private double x(double nanos) {
        return LEFT + nanos * scale;
    }

    private static String inWords(double nanos) {
        if (nanos >= 1e10) {
            return format("%.3g s", nanos / 1e9);
        }
        return nanos >= 1e6 || nanos == 0 ? format("%.0f ms", nanos / 1e6) : format("%.0f \u00b5s", nanos / 1e3);
    }

    private void box(double x, double y, double width, double height, String colour) {
        svg.append(format(
                "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>%n",
                x, y, width, height, colour));
    }

    private void line(double fromX, double fromY, double toX, double toY) {
        svg.append(format(
                "<path d=\"M%.2f %.2fL%.2f %.2f\" stroke=\"%s\" stroke-width=\"0.8\"/>%n",
                fromX, fromY, toX, toY, FAINT));
    }

    private void diamond(double x, double y) {
        svg.append(format(
                "<path d=\"M%.2f %.2fl4.5 4.5l-4.5 4.5l-4.5 -4.5z\" fill=\"%s\" stroke=\"#ffffff\"/>%n",
                x, y - 4.5, INK));
    }

    private void text(double x, double y, String attributes, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(format("<text x=\"%.2f\" y=\"%.2f\" %s>%s</text>%n", x, y, attributes, escaped));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
