package org.asterism.trace.report.internal.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.ChainLink;
import org.asterism.trace.report.internal.page.Picture.Run;
import org.asterism.trace.report.internal.verdict.Words;

/** The critical path and the lower bounds of the makespan. */
final class PathPicture {
    private static final int MOST_TASKS = 200;
    private static final double PER_CENT = 100;

    private PathPicture() {}

    static void writePath(Html html, Run run) {
        ChainLink last = run.analysis().chain().orElseThrow();
        html.element(
                "p",
                Words.count(last.depth(), "task") + " took " + Words.time(last.length())
                        + " in kernels, one after another, and waited " + Words.time(last.waited())
                        + " between them.");
        bar(html, run, last);
        Table byCodelet =
                new Table("codelets on the critical path", "codelet", "tasks", "time", "share of the makespan");
        last.codelets()
                .forEach((codelet, sum) -> byCodelet.row(
                        codelet,
                        Amount.count(sum.tasks()),
                        Amount.time(sum.nanos()),
                        share(sum.nanos(), run.analysis())));
        byCodelet.write(html);
        tasks(run.analysis(), last).writeFolded(html);
    }

    private static void bar(Html html, Run run, ChainLink last) {
        html.open("div", "class", "bar", "role", "img", "aria-label", "Critical path by codelet; see the table below");
        last.codelets()
                .forEach((codelet, sum) -> html.raw(String.format(
                        Locale.ROOT,
                        "<i class=\"%s\" style=\"width:%.3f%%\"></i>",
                        run.look(codelet),
                        PER_CENT * sum.nanos() / run.analysis().makespan())));
        html.close();
    }

    private static Table tasks(Analysis run, ChainLink last) {
        Deque<ChainLink> path = new ArrayDeque<>();
        for (ChainLink link = last; link != null && path.size() < MOST_TASKS; link = link.previous()) {
            path.addFirst(link);
        }
        Table table = new Table(
                "the last " + path.size() + " tasks of the critical path",
                "task",
                "worker",
                "began at",
                "took",
                "waited before");
        for (ChainLink link : path) {
            ChainLink previous = link.previous();
            table.row(
                    link.toString(),
                    link.worker(),
                    Amount.time(link.begin() - run.from()),
                    Amount.time(link.end() - link.begin()),
                    Amount.time(previous == null ? link.begin() - run.from() : link.begin() - previous.end()));
        }
        return table;
    }

    static void writeBounds(Html html, Run run) {
        Analysis analysis = run.analysis();
        html.open("div", "class", "stack", "role", "img", "aria-label", "Bounds and makespan; see the table below");
        line(html, "makespan", analysis.makespan(), analysis, "busy");
        line(html, "area bound", analysis.area(), analysis, "k0");
        line(html, "shortest path", analysis.least(), analysis, "k1");
        html.close();
        new Table("lower bounds", "bound", "time", "share of the makespan", "meaning")
                .row(
                        "makespan",
                        Amount.time(analysis.makespan()),
                        Amount.percent(1),
                        "first submission to the end of the last kernel")
                .row(
                        "area bound",
                        Amount.time(analysis.area()),
                        share(analysis.area(), analysis),
                        "all kernels divided among the workers at will, without dependencies and transfers; each takes"
                                + " the mean time of its codelet and size on that kind of processor")
                .row(
                        "shortest critical path",
                        Amount.time(analysis.least()),
                        share(analysis.least(), analysis),
                        "longest chain of dependent tasks, if each takes the least time that its codelet and size took"
                                + " anywhere")
                .row(
                        "lower bound",
                        Amount.time(analysis.bound()),
                        share(analysis.bound(), analysis),
                        "the larger one of both")
                .write(html);
    }

    private static Amount share(double nanos, Analysis analysis) {
        return Amount.percent(nanos / analysis.makespan());
    }

    private static void line(Html html, String name, double nanos, Analysis analysis, String look) {
        html.element("span", name);
        html.raw(String.format(
                Locale.ROOT,
                "<div class=\"bar\"><i class=\"%s\" style=\"width:%.3f%%\"></i></div>\n",
                look,
                PER_CENT * nanos / analysis.makespan()));
    }
}
