package org.asterism.trace.report.internal.page;

import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.report.page.PageLook;
import org.asterism.trace.Trace;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.page.Picture.Run;
import org.asterism.trace.report.internal.verdict.Verdict;
import org.asterism.trace.report.internal.verdict.Words;

/** The page of one recording, or of two side by side. */
public final class Page {
    private static final CurvePicture TASKS = new CurvePicture("tasks", "tasks");
    private static final CurvePicture BUSY = new CurvePicture("busy", "workers");

    private static final List<Picture> PICTURES = List.of(
            new Picture(
                    "gantt",
                    "Gantt chart",
                    "Executed and TookPart; IterationBegan, IterationEnded and Submitted for iterations. Where more"
                            + " than one kernel lies under a pixel, it shows the codelet that ran longest, and the"
                            + " height is the share of the time in kernels.",
                    GanttPicture::write),
            new Picture(
                    "idle",
                    "Utilisation and idle time",
                    "all events of tasks and workers, replayed through the classes of asterism:stats. A limit on"
                            + " submissions and a paused runtime are not recorded and count as other reasons.",
                    IdlePicture::write),
            new Picture(
                    "curves",
                    "Tasks and workers over time",
                    "Submitted, Ready, Popped, Completed and Executed; the largest value in each of 1024 columns.",
                    (html, run) -> {
                        TASKS.write(html, run, run.analysis().tasks());
                        BUSY.write(html, run, List.of(run.analysis().busy()));
                    }),
            new Picture(
                    "path",
                    "Critical path",
                    "Executed and Dependency: the longest chain of dependent tasks by the measured times of their"
                            + " kernels.",
                    PathPicture::writePath),
            new Picture(
                    "bounds",
                    "Lower bounds",
                    "Executed and Dependency. A codelet counts as able to run where a kernel of it ran.",
                    PathPicture::writeBounds),
            new Picture("transfers", "Transfers", "Transferred.", DataPicture::writeLinks),
            new Picture(
                    "memory",
                    "Memory",
                    "Allocated and Freed; data that were there before the recording are missing.",
                    DataPicture::writeMemories),
            new Picture(
                    "trees",
                    "Scheduling trees",
                    "TreeChanged and Stored. A recording has neither the parameters of components nor their loads. If"
                            + " a policy has built its tree anew, the last one is shown.",
                    TreeSection::write,
                    TreeSection::isShown),
            new Picture("codelets", "Codelets", "Executed.", CodeletPicture::writeTimes),
            new Picture(
                    "models",
                    "Models against measurements",
                    "Decided and Executed, of tasks that ran on the kind of processor for which they were decided.",
                    CodeletPicture::writePredictions));

    private final List<Run> runs = new ArrayList<>();
    private final List<String> notices;

    /**
     * Makes a page.
     *
     * @param analyses one or two recordings
     * @param codelets the names of the codelets, by number
     * @param notices what a reader must know about the recordings, such as that one breaks off
     */
    public Page(List<Analysis> analyses, List<String> codelets, List<String> notices) {
        long span = analyses.stream().mapToLong(Analysis::makespan).max().orElse(1);
        for (Analysis analysis : analyses) {
            runs.add(new Run(runs.size(), analysis, span, codelets));
        }
        this.notices = notices;
    }

    /**
     * Writes the page.
     *
     * @param writer takes it
     */
    public void write(Writer writer) {
        Html html = new Html(writer);
        String title = runs.isEmpty()
                ? "Asterism report"
                : String.join(
                        " against ",
                        runs.stream().map(run -> run.analysis().name()).toList());
        html.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                + " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">");
        html.element("title", title + " – Asterism report");
        html.raw("<style>").raw(PageLook.style()).raw("</style></head><body>\n");
        head(html, title);
        if (!runs.isEmpty()) {
            navigation(html);
        }
        html.open("main");
        explanation(html);
        pictures().forEach(picture -> write(html, picture));
        html.close();
        html.open("footer")
                .element("p", "Written by Asterism from a recording. This page loads nothing from the network.")
                .close();
        for (String script : PageLook.scripts()) {
            html.raw("<script>").raw(script).raw("</script>\n");
        }
        html.raw("</body></html>\n");
    }

    private List<Picture> pictures() {
        return PICTURES.stream()
                .filter(picture -> runs.stream().anyMatch(picture.isShown()))
                .toList();
    }

    private void head(Html html, String title) {
        html.open("header").element("h1", title);
        for (Run run : runs) {
            html.element("p", facts(run.analysis()), "class", "facts");
        }
        notices.forEach(notice -> html.element("p", notice, "class", "notice", "role", "note"));
        html.close();
    }

    private static String facts(Analysis run) {
        Trace trace = run.trace();
        return run.name() + ": " + Words.count(run.finished(), "finished task") + " on "
                + Words.count(trace.workers().size(), "worker") + ", recorded "
                + trace.header().started().toString().replace('T', ' ').replaceAll("\\.\\d+", "")
                + (trace.header().virtual() ? " in virtual time" : "") + ", " + Words.count(trace.records(), "record");
    }

    private void navigation(Html html) {
        html.raw("<nav aria-label=\"Parts of the page\"><ul>");
        if (runs.size() > 1) {
            html.raw("<li><a href=\"#difference\">Difference</a></li>");
        }
        html.raw("<li><a href=\"#why\">Why?</a></li>");
        for (Picture picture : pictures()) {
            html.raw("<li>")
                    .element("a", picture.title(), "href", "#" + picture.id())
                    .raw("</li>");
        }
        html.raw("</ul></nav>\n");
    }

    private void explanation(Html html) {
        if (runs.size() > 1) {
            DifferencePart.write(html, runs.getFirst().analysis(), runs.get(1).analysis());
        }
        html.open("section", "id", "why").element("h2", "Why was it slow?");
        grid(html, run -> {
            Verdict verdict = new Verdict(run.analysis());
            html.open("ol", "class", "why");
            verdict.sentences().forEach(html::sentence);
            html.close();
            verdict.remedy().ifPresent(remedy -> html.element("p", "Try this: " + remedy + ".", "class", "try"));
            tiles(html, run.analysis());
        });
        html.close();
    }

    private static void tiles(Html html, Analysis run) {
        html.open("dl", "class", "tiles");
        tile(html, "makespan", Amount.time(run.makespan()));
        tile(html, "utilisation", Amount.percent(run.utilisation()));
        tile(html, "lower bound", Amount.time(run.bound()));
        tile(html, "efficiency", Amount.percent(run.bound() / run.makespan()));
        tile(html, "finished tasks", Amount.count(run.finished()));
        tile(
                html,
                "moved data",
                Amount.bytes(run.profile().links().stream()
                        .mapToLong(link -> link.bytes())
                        .sum()));
        html.close();
    }

    private static void tile(Html html, String name, Amount amount) {
        html.open("div").element("dt", name).raw("<dd>");
        amount.write(html);
        html.raw("</dd>").close();
    }

    private void write(Html html, Picture picture) {
        html.open("section", "id", picture.id()).element("h2", picture.title());
        grid(html, run -> {
            html.open("figure");
            picture.content().accept(html, run);
            html.element("figcaption", "Source: " + picture.source());
            html.close();
        });
        html.close();
    }

    private void grid(Html html, Consumer<Run> content) {
        html.open("div", "class", runs.size() > 1 ? "runs two" : "runs");
        for (Run run : runs) {
            html.open("div");
            if (runs.size() > 1) {
                html.element("h3", run.analysis().name());
            }
            content.accept(run);
            html.close();
        }
        html.close();
    }
}
