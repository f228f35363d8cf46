package org.asterism.trace.report.internal.page;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.asterism.report.text.Quantity;
import org.asterism.trace.report.internal.analysis.Curve;
import org.asterism.trace.report.internal.page.Picture.Run;

/**
 * Curves over time, with a table of some of their values.
 *
 * @param id names them within the page
 * @param unit the unit of their values, such as {@code MB/s}
 */
record CurvePicture(String id, String unit) {
    private static final int ROWS = 20;

    void write(Html html, Run run, List<Curve> curves) {
        if (curves.isEmpty()) {
            html.element("p", "Nothing was recorded for this picture.");
            return;
        }
        int columns = curves.getFirst().values().length;
        html.open(
                        "div",
                        "class",
                        "curves",
                        "data-curves",
                        run.id(id),
                        "role",
                        "img",
                        "aria-label",
                        "Curves of "
                                + String.join(
                                        ", ", curves.stream().map(Curve::name).toList())
                                + "; the table below has their values")
                .close();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("span", run.span());
        data.put("length", run.analysis().makespan());
        data.put("unit", unit);
        data.put("names", curves.stream().map(Curve::name).toList());
        data.put("columns", columns);
        data.put("block", run.id(id + "values"));
        data.put("run", run.number());
        html.raw("<script type=\"application/json\" id=\"" + run.id(id) + "\">")
                .raw(JsonText.of(data))
                .raw("</script>\n");
        ByteBuffer buffer = Block.buffer(Float.BYTES * columns * curves.size());
        curves.forEach(curve -> {
            for (float value : curve.values()) {
                buffer.putFloat(value);
            }
        });
        Block.write(html, run.id(id + "values"), buffer.array());
        table(run, curves, columns).writeFolded(html);
    }

    private Table table(Run run, List<Curve> curves, int columns) {
        Table table = new Table(
                "the values over time" + (unit.isEmpty() ? "" : ", in " + unit),
                Stream.concat(Stream.of("from"), curves.stream().map(Curve::name))
                        .toArray(String[]::new));
        for (int row = 0; row < ROWS; row++) {
            int first = row * columns / ROWS;
            int last = (row + 1) * columns / ROWS;
            List<Object> cells = new ArrayList<>();
            cells.add(Amount.time((double) run.analysis().makespan() * row / ROWS));
            for (Curve curve : curves) {
                double most = 0;
                for (int column = first; column < last; column++) {
                    most = Math.max(most, curve.values()[column]);
                }
                cells.add(new Amount(Quantity.text(most, "").strip(), most));
            }
            table.row(cells.toArray());
        }
        return table;
    }
}
