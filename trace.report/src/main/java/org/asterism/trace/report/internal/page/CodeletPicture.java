package org.asterism.trace.report.internal.page;

import java.util.List;
import java.util.Locale;
import org.asterism.profile.CodeletProfile;
import org.asterism.trace.report.internal.analysis.Execution;
import org.asterism.trace.report.internal.analysis.Prediction;
import org.asterism.trace.report.internal.page.Picture.Run;

/** How long kernels took, which took much longer than others, and what models expected. */
final class CodeletPicture {
    private static final int MOST_OUTLIERS = 50;
    private static final double PER_CENT = 100;

    private CodeletPicture() {}

    static void writeTimes(Html html, Run run) {
        List<CodeletProfile> codelets = run.analysis().profile().codelets();
        double least =
                codelets.stream().mapToDouble(CodeletProfile::least).min().orElse(1);
        double most = codelets.stream().mapToDouble(CodeletProfile::most).max().orElse(1);
        html.open(
                "div",
                "class",
                "stack boxes",
                "tabindex",
                0,
                "role",
                "img",
                "aria-label",
                "Times of kernels on a logarithmic scale: a line from the shortest to the longest, a box of the"
                        + " middle half, and the median; the table below has the numbers");
        for (CodeletProfile codelet : codelets) {
            String name = codelet.codelet() + " " + codelet.architecture();
            html.element("span", name, "title", name);
            box(html, run, codelet, Math.max(1, least), Math.max(2, most));
        }
        html.close();
        Table table = new Table(
                "times of kernels",
                "codelet",
                "kind",
                "kernels",
                "all",
                "mean",
                "deviation",
                "shortest",
                "median",
                "99 %",
                "longest");
        for (CodeletProfile codelet : codelets) {
            table.row(
                    codelet.codelet(),
                    codelet.architecture(),
                    Amount.count(codelet.count()),
                    Amount.time(codelet.mean() * codelet.count()),
                    Amount.time(codelet.mean()),
                    Amount.time(codelet.deviation()),
                    Amount.time(codelet.least()),
                    Amount.time(codelet.median()),
                    Amount.time(codelet.p99()),
                    Amount.time(codelet.most()));
        }
        table.write(html);
        outliers(html, run);
    }

    private static void outliers(Html html, Run run) {
        html.element("h3", "Outliers");
        if (run.analysis().outliers().isEmpty()) {
            html.element(
                    "p",
                    "None: no kernel took 1.5 times as long as the median of its codelet and lay beyond the upper"
                            + " quartile by three times the distance of the quartiles.");
            return;
        }
        Table table = new Table("outliers", "task", "worker", "began at", "took");
        for (Execution outlier :
                run.analysis().outliers().stream().limit(MOST_OUTLIERS).toList()) {
            table.row(
                    outlier.codelet() + "#" + outlier.task(),
                    outlier.worker(),
                    Amount.time(outlier.begin() - run.analysis().from()),
                    Amount.time(outlier.nanos()));
        }
        table.write(html);
    }

    private static void box(Html html, Run run, CodeletProfile codelet, double least, double most) {
        String look = "fill:var(--c" + run.look(codelet.codelet()).charAt(1) + ")";
        double[] at = new double[] {
            codelet.least(), codelet.quarter(), codelet.median(), codelet.threeQuarters(), codelet.most()
        };
        for (int index = 0; index < at.length; index++) {
            double share = Math.log(Math.max(least, at[index]) / least) / Math.log(Math.max(1.01, most / least));
            at[index] = 1 + 98 * share;
        }
        html.raw(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\">"
                        + "<line x1=\"%.2f\" x2=\"%.2f\" y1=\"5\" y2=\"5\"/>"
                        + "<rect x=\"%.2f\" width=\"%.2f\" y=\"1.5\" height=\"7\" style=\"%s\"/>"
                        + "<line class=\"median\" x1=\"%.2f\" x2=\"%.2f\" y1=\"0\" y2=\"10\"/></svg>\n",
                at[0],
                at[4],
                at[1],
                Math.max(0.6, at[3] - at[1]),
                look,
                at[2],
                at[2]));
    }

    static void writePredictions(Html html, Run run) {
        List<Prediction> predictions = run.analysis().predictions();
        if (predictions.isEmpty()) {
            html.element("p", "The policy reported no decisions with expected times, as dmda and its relatives do.");
            return;
        }
        html.open(
                "div",
                "class",
                "stack",
                "role",
                "img",
                "aria-label",
                "Mean errors of predictions; see the table below");
        for (Prediction each : predictions) {
            String name = each.codelet() + " " + each.architecture();
            html.element("span", name, "title", name);
            html.raw(String.format(
                    Locale.ROOT,
                    "<div class=\"bar\"><i class=\"plus\" style=\"width:%.3f%%\"></i></div>\n",
                    Math.min(PER_CENT, PER_CENT * each.error())));
        }
        html.close();
        Table table = new Table(
                "expected and measured times",
                "codelet",
                "kind",
                "kernels",
                "expected",
                "measured",
                "bias",
                "mean error");
        for (Prediction each : predictions) {
            table.row(
                    each.codelet(),
                    each.architecture(),
                    Amount.count(each.count()),
                    Amount.time(each.predicted()),
                    Amount.time(each.measured()),
                    Amount.percent(each.predicted() / each.measured() - 1),
                    Amount.percent(each.error()));
        }
        table.write(html);
    }
}
