package org.asterism.trace.report.internal.page;

import java.util.List;
import java.util.Locale;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.verdict.Difference;
import org.asterism.trace.report.internal.verdict.Part;

/** The explanation of the difference between two recordings. */
final class DifferencePart {
    private static final double PER_CENT = 100;

    private DifferencePart() {}

    static void write(Html html, Analysis first, Analysis second) {
        Difference difference = new Difference(first, second);
        html.open("section", "id", "difference").element("h2", "What makes the difference?");
        html.open("ol", "class", "why");
        difference.sentences().forEach(html::sentence);
        html.close();
        List<Part> parts = difference.parts();
        double most = parts.stream()
                .mapToDouble(part -> Math.abs(part.change()))
                .max()
                .orElse(1);
        html.open("div", "class", "stack", "role", "img", "aria-label", "Changes by part; see the table below");
        for (Part part : parts) {
            html.element("span", part.name(), "title", part.name());
            html.raw(String.format(
                    Locale.ROOT,
                    "<div class=\"bar\"><i class=\"%s\" style=\"width:%.3f%%\"></i></div>\n",
                    part.change() > 0 ? "plus" : "minus",
                    PER_CENT * Math.abs(part.change()) / Math.max(1, most)));
        }
        html.close();
        html.open("ul", "class", "legend");
        html.open("li")
                .raw("<i class=\"plus\"></i>")
                .text("more time in the second run")
                .close();
        html.open("li")
                .raw("<i class=\"minus\"></i>")
                .text("less time in the second run")
                .close();
        html.close();
        Table table = new Table("what the average worker did", "part", first.name(), second.name(), "change");
        for (Part part : parts) {
            table.row(part.name(), Amount.time(part.before()), Amount.time(part.now()), Amount.time(part.change()));
        }
        table.row(
                "makespan",
                Amount.time(first.makespan()),
                Amount.time(second.makespan()),
                Amount.time(second.makespan() - first.makespan()));
        table.write(html);
        html.element(
                "p",
                "Source: the events of tasks and workers of both recordings. The makespan is what the average worker"
                        + " did, so the parts add up to it.",
                "class",
                "facts");
        html.close();
    }
}
