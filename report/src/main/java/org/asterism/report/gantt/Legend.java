package org.asterism.report.gantt;

import java.util.List;
import java.util.Map;
import org.asterism.report.schedule.Recording;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.SvgWriter;
import org.asterism.report.svg.Swatch;

/** Legend of a schedule: the look, number and share of the time of each codelet's tasks, and the look of copies. */
final class Legend {
    private static final double ROW = 22;
    private static final double BOX = 13;
    private static final double TEXT = 18;
    private static final double GAP = 16;
    private static final Lettering LETTERING = Lettering.of(12);

    private final SvgWriter svg;
    private final double left;
    private final double right;
    private double x;
    private double y;

    Legend(SvgWriter svg, double left, double right, double top) {
        this.svg = svg;
        this.left = left;
        this.right = right;
        x = left;
        y = top;
    }

    /** Draws the legend and returns its lower edge. */
    double draw(Recording recording, boolean copies) {
        List<String> codelets = recording.codelets();
        long[] counts = new long[codelets.size()];
        double[] busy = new double[codelets.size()];
        Recording.Events tasks = recording.tasks();
        double all = 0;
        for (int task = 0; task < tasks.size(); task++) {
            double time = tasks.end(task) - tasks.begin(task);
            counts[tasks.colour(task)]++;
            busy[tasks.colour(task)] += time;
            all += time;
        }
        for (Map.Entry<String, Swatch> look : CodeletColours.of(codelets).entrySet()) {
            int number = codelets.indexOf(look.getKey());
            entry(
                    look.getValue(),
                    look.getKey() + " \u00d7 " + Amounts.grouped(counts[number]) + ", "
                            + Amounts.percent(busy[number], all));
        }
        if (copies) {
            entry(CodeletColours.TRANSFER, "copy");
        }
        return y + ROW;
    }

    private void entry(Swatch fill, String label) {
        double width = Math.min(right - left, TEXT + LETTERING.width(label));
        if (x + width > right && x > left) {
            x = left;
            y += ROW;
        }
        svg.rect(x, y, BOX, BOX, "rx", "2", "fill", fill);
        svg.line(LETTERING, x + TEXT, y + 11, right - x - TEXT, label);
        x += width + GAP;
    }
}
