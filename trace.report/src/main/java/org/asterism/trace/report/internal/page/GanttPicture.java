package org.asterism.trace.report.internal.page;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.profile.Activity;
import org.asterism.profile.WorkerProfile;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.report.internal.analysis.Bars;
import org.asterism.trace.report.internal.analysis.ChainLink;
import org.asterism.trace.report.internal.analysis.TileLevel;
import org.asterism.trace.report.internal.page.Picture.Run;

/** The Gantt chart: its data for the script, its legend, and the table of workers. */
final class GanttPicture {
    private static final int BYTES_OF_A_BAR = 21;
    private static final int MOST_MARKED = 5000;
    private static final int LEAST_HEIGHT = 90;
    private static final int MOST_HEIGHT = 560;
    private static final int USUAL_LANE = 26;
    private static final int AXIS = 22;
    private static final int ITERATIONS = 16;

    private GanttPicture() {}

    static void write(Html html, Run run) {
        legend(html, run);
        List<TraceWorker> workers = run.analysis().trace().workers();
        int axis = run.analysis().iterations().isEmpty() ? AXIS : AXIS + ITERATIONS;
        int height = Math.clamp((long) workers.size() * USUAL_LANE + axis, LEAST_HEIGHT, MOST_HEIGHT);
        html.open("div", "class", "gantt", "data-gantt", run.id("gantt"));
        html.raw("<canvas tabindex=\"0\" role=\"img\" style=\"height:" + height + "px\" aria-label=\"")
                .text("Gantt chart of " + workers.size()
                        + " workers. Arrow keys move, plus and minus zoom, n and p go to"
                        + " the next and previous kernel.")
                .raw("\"></canvas>");
        html.open("div", "class", "tools");
        button(html, "+", "Zoom in");
        button(html, "-", "Zoom out");
        button(html, "ArrowLeft", "Earlier");
        button(html, "ArrowRight", "Later");
        button(html, "]", "Fewer lanes");
        button(html, "[", "More lanes");
        button(html, "Home", "All");
        html.close();
        html.raw("<output></output>");
        html.close();
        html.open("details").element("summary", "Keys and pointer");
        html.raw("<p><kbd>+</kbd> <kbd>-</kbd> zoom; <kbd>←</kbd> <kbd>→</kbd> move, with <kbd>Shift</kbd> by a"
                + " whole screen; <kbd>↑</kbd> <kbd>↓</kbd> choose a worker; <kbd>n</kbd> <kbd>p</kbd> next and"
                + " previous kernel; <kbd>[</kbd> <kbd>]</kbd> more and fewer lanes; <kbd>PageUp</kbd>"
                + " <kbd>PageDown</kbd> other lanes; <kbd>Home</kbd> everything. Drag to move, turn the wheel with"
                + " <kbd>Ctrl</kbd> to zoom.</p>");
        html.close();
        workers(run).writeFolded(html);
        IterationTable.write(html, run);
        data(html, run);
    }

    private static void button(Html html, String key, String text) {
        html.element("button", text, "type", "button", "data-key", key);
    }

    /** Codelets with the look that pictures of schedules give them. */
    private static void legend(Html html, Run run) {
        html.open("ul", "class", "legend");
        for (String codelet : run.codelets().stream().sorted().toList()) {
            html.open("li")
                    .raw("<i class=\"" + run.look(codelet) + "\"></i>")
                    .text(codelet)
                    .close();
        }
        if (run.analysis().gantt().bars().isPresent()) {
            html.open("li")
                    .raw("<i class=\"mark\"></i>")
                    .text("on the critical path")
                    .close();
        }
        if (!run.analysis().iterations().isEmpty()) {
            html.open("li")
                    .raw("<i class=\"line\"></i>")
                    .text("first kernel of an iteration")
                    .close();
        }
        html.close();
    }

    private static Table workers(Run run) {
        Table table = new Table(
                "what each worker did",
                "worker",
                "kind",
                "tasks",
                "in kernels",
                "share",
                "idle",
                "mostly idle because");
        for (WorkerProfile worker : run.analysis().profile().workers()) {
            double idle =
                    worker.idle().values().stream().mapToLong(Long::longValue).sum();
            long busy = worker.exclusive().get(Activity.EXECUTING);
            table.row(
                    worker.name(),
                    worker.architecture(),
                    Amount.count(worker.tasks()),
                    Amount.time(busy),
                    Amount.percent((double) busy / run.analysis().makespan()),
                    Amount.time(idle),
                    worker.idle().entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .map(entry -> entry.getKey().words())
                            .orElse(""));
        }
        return table;
    }

    private static void data(Html html, Run run) {
        List<Map<String, Object>> levels = new ArrayList<>();
        for (TileLevel level : run.analysis().gantt().levels()) {
            String id = run.id("tiles" + level.columns());
            levels.add(Map.of("columns", level.columns(), "block", id));
            Block.write(html, id, level.cells());
        }
        long unit = Math.ceilDiv(run.analysis().makespan() + 1, 1L << 32);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("span", run.span());
        data.put("length", run.analysis().makespan());
        data.put("unit", unit);
        data.put(
                "workers",
                run.analysis().trace().workers().stream().map(TraceWorker::name).toList());
        data.put("codelets", run.codelets());
        data.put("levels", levels);
        Optional<Bars> bars = run.analysis().gantt().bars();
        data.put("bars", bars.isPresent() ? run.id("bars") : "");
        data.put("barCount", bars.map(Bars::size).orElse(0));
        data.put("critical", critical(run));
        data.put("iterations", IterationTable.marks(run));
        html.raw("<script type=\"application/json\" id=\"" + run.id("gantt") + "\">")
                .raw(JsonText.of(data))
                .raw("</script>\n");
        bars.ifPresent(all ->
                Block.write(html, run.id("bars"), bytes(all, run.analysis().from(), unit)));
    }

    private static List<Long> critical(Run run) {
        List<Long> tasks = new ArrayList<>();
        ChainLink link = run.analysis().chain().orElse(null);
        while (link != null && tasks.size() < MOST_MARKED) {
            tasks.add(link.task());
            link = link.previous();
        }
        return tasks;
    }

    /** Tasks as doubles; begins, lengths and lanes as 32 bits; codelets as bytes: an array each. */
    private static byte[] bytes(Bars bars, long from, long unit) {
        int[] order = bars.order();
        ByteBuffer buffer = Block.buffer(BYTES_OF_A_BAR * order.length);
        for (int bar : order) {
            buffer.putDouble(bars.task(bar));
        }
        for (int bar : order) {
            buffer.putInt((int) (Math.max(0, bars.begin(bar) - from) / unit));
        }
        for (int bar : order) {
            buffer.putInt((int) ((bars.end(bar) - Math.max(from, bars.begin(bar))) / unit));
        }
        for (int bar : order) {
            buffer.putInt(bars.worker(bar));
        }
        for (int bar : order) {
            buffer.put((byte) bars.codelet(bar));
        }
        return buffer.array();
    }
}
