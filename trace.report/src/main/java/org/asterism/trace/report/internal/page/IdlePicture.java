package org.asterism.trace.report.internal.page;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.asterism.profile.Activity;
import org.asterism.profile.IdleReason;
import org.asterism.profile.WorkerProfile;
import org.asterism.trace.report.internal.page.Picture.Run;
import org.asterism.trace.report.internal.verdict.IdleSum;

/** The time of each worker: kernels, and idle time by reason. */
final class IdlePicture {
    private static final int DENSE = 40;
    private static final int MOST_CAUSES = 30;
    private static final double PER_CENT = 100;

    private IdlePicture() {}

    static void write(Html html, Run run) {
        html.open("ul", "class", "legend");
        entry(html, "busy", "in kernels");
        for (IdleReason reason : IdleReason.values()) {
            if (run.analysis().profile().workers().stream()
                    .anyMatch(worker -> worker.idle().containsKey(reason))) {
                entry(html, look(reason), reason.words());
            }
        }
        html.close();
        List<WorkerProfile> workers = run.analysis().profile().workers();
        html.open(
                "div",
                "class",
                workers.size() > DENSE ? "stack dense" : "stack",
                "tabindex",
                0,
                "role",
                "img",
                "aria-label",
                "Time of each worker by kernels and reasons for idle time; the table below has the numbers");
        for (WorkerProfile worker : workers) {
            html.element("span", worker.name(), "title", worker.name());
            html.raw("<div class=\"bar\">");
            part(html, "busy", worker.exclusive().get(Activity.EXECUTING), run);
            for (IdleReason reason : IdleReason.values()) {
                part(html, look(reason), worker.idle().getOrDefault(reason, 0L), run);
            }
            html.raw("</div>\n");
        }
        html.close();
        workers(run).writeFolded(html);
        html.element("h3", "Why workers were idle");
        causes(run).write(html);
    }

    private static void entry(Html html, String look, String text) {
        html.open("li").raw("<i class=\"" + look + "\"></i>").text(text).close();
    }

    /** Reasons have stripes, so that nobody takes them for codelets. */
    private static String look(IdleReason reason) {
        return "k" + reason.ordinal() + " h" + (1 + reason.ordinal() % 2);
    }

    private static void part(Html html, String look, long nanos, Run run) {
        double percent = PER_CENT * nanos / run.analysis().makespan();
        if (percent > 0) {
            html.raw(String.format(Locale.ROOT, "<i class=\"%s\" style=\"width:%.3f%%\"></i>", look, percent));
        }
    }

    private static Table workers(Run run) {
        Table table = new Table(
                "time of each worker",
                Stream.concat(
                                Stream.of("worker", "in kernels", "callbacks"),
                                Arrays.stream(IdleReason.values()).map(IdleReason::words))
                        .toArray(String[]::new));
        for (WorkerProfile worker : run.analysis().profile().workers()) {
            Object[] cells = new Object[3 + IdleReason.values().length];
            cells[0] = worker.name();
            cells[1] = Amount.time(worker.exclusive().get(Activity.EXECUTING));
            cells[2] = Amount.time(worker.exclusive().get(Activity.CALLBACK));
            for (IdleReason reason : IdleReason.values()) {
                cells[3 + reason.ordinal()] = Amount.time(worker.idle().getOrDefault(reason, 0L));
            }
            table.row(cells);
        }
        return table;
    }

    private static Table causes(Run run) {
        Table table = new Table(
                "reasons and causes", "idle because", "cause", "time", "share", "periods", "workers", "example");
        IdleSum.of(run.analysis().profile()).stream()
                .limit(MOST_CAUSES)
                .forEach(sum -> table.row(
                        sum.reason().words(),
                        sum.cause(),
                        Amount.time(sum.nanos()),
                        Amount.percent(sum.nanos() / run.analysis().workerTime()),
                        Amount.count(sum.periods()),
                        Amount.count(sum.workers()),
                        sum.example()));
        return table;
    }
}
