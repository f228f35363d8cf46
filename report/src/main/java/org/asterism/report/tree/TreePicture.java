package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.report.internal.svg.SvgWriter;
import org.asterism.report.internal.svg.TextWidth;
import org.asterism.report.text.Column;
import org.asterism.report.text.Quantity;

/**
 * The picture of a live tree, as SVG: a box for each component or for many that are alike, in the colour of its family,
 * with what is in it; a band for each area; marks for stores and pumps.
 */
public final class TreePicture {
    private static final double MARGIN = 24;
    private static final double TOP = 76;
    private static final double LEFT = 84;
    private static final double ROW = 132;
    private static final double BOX = 78;
    private static final double LEAST = 118;
    private static final double MOST = 300;
    private static final double FONT = 11.5;
    private static final double BESIDE_TEXT = 22;
    private static final double MARK = 18;
    private static final int MOST_LETTERS = 44;
    private static final double STACK = 4;
    private static final int LINES = 4;
    private static final double LINE = 15.5;
    private static final double LEAST_WIDTH = 900;
    private static final String INK = "#1f2933";
    private static final String FAINT = "#5f6c7b";

    /** The colours of a family: of boxes, and of their edges. */
    private enum Colours {
        STORAGE("storage", "#d8e6f5", "#4477aa"),
        RESOURCE_MAPPING("resource mapping", "#fbe3c4", "#c77f00"),
        SPECIAL_PURPOSE("special purpose", "#e9dcf0", "#8a4aa0"),
        WORKER("worker", "#dcefdc", "#228833"),
        OTHER("", "#eceff3", "#8796a5");

        private final String family;
        private final String inside;
        private final String edge;

        Colours(String family, String inside, String edge) {
            this.family = family;
            this.inside = inside;
            this.edge = edge;
        }

        static Colours of(ComponentView component) {
            for (Colours each : values()) {
                if (!each.family.isEmpty() && component.family().startsWith(each.family)) {
                    return each;
                }
            }
            return OTHER;
        }
    }

    private final String title;
    private final TreeView tree;
    private final Layers layers;
    private final double indent;

    /**
     * Lays the picture out.
     *
     * @param context the name of the context, as it was shown
     * @param tree its tree
     * @param all whether every component is drawn, rather than one for all that are alike
     */
    public TreePicture(String context, TreeView tree, boolean all) {
        title = tree.policy() + " in context " + context;
        this.tree = tree;
        layers = new Layers(FoldedTree.of(tree, all), TreePicture::width);
        indent = LEFT + Math.max(0, (LEAST_WIDTH - LEFT - MARGIN - layers.width()) / 2);
    }

    private static List<String> texts(FoldedTree.Node node) {
        ComponentView first = node.first();
        int number = node.members().size();
        List<String> texts = new ArrayList<>();
        String name = (number == 1 ? "" : number + " \u00d7 ") + Words.kind(first);
        texts.add(cut(name, true, first.reservoir() ? MARK : 0));
        texts.add(cut(node.isWorker() ? Words.workers(node) : Words.parameters(first), false, 0));
        texts.add(first.reservoir() ? stored(node) : "");
        texts.add(ahead(node));
        texts.removeIf(String::isEmpty);
        return texts;
    }

    private static String cut(String text, boolean bold, double mark) {
        return TextWidth.cut(text, FONT, bold, MOST - BESIDE_TEXT - mark);
    }

    private static String stored(FoldedTree.Node node) {
        String tasks = node.storedTasks() + (node.storedTasks() == 1 ? " task" : " tasks");
        return node.expectedNanos() == 0 ? tasks : tasks + ", " + time(node.expectedNanos());
    }

    private static String ahead(FoldedTree.Node node) {
        String load = "load " + String.format(Locale.ROOT, "%.3g", node.load()).replaceAll("\\.?0+$", "");
        return node.nanosToEnd() == Long.MAX_VALUE ? load : load + ", end in " + time(node.nanosToEnd());
    }

    private static String time(long nanos) {
        return nanos == 0 ? "0 s" : Quantity.text(nanos / 1e9, "s");
    }

    private static double width(FoldedTree.Node node) {
        List<String> texts = texts(node);
        double widest = 0;
        for (int index = 0; index < texts.size(); index++) {
            widest = Math.max(widest, TextWidth.of(texts.get(index), FONT, index == 0));
        }
        double mark = node.first().reservoir() ? MARK : 0; // beside the name
        return Math.clamp(
                BESIDE_TEXT + Math.max(widest, TextWidth.of(texts.getFirst(), FONT, true) + mark), LEAST, MOST);
    }

    /**
     * Draws the picture.
     *
     * @return an SVG document
     */
    public String draw() {
        double width = Math.max(LEAST_WIDTH, LEFT + layers.width() + MARGIN);
        double bottom = TOP + layers.rows() * ROW;
        double height = bottom + 44;
        SvgWriter svg = new SvgWriter(1 << 14);
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "width",
                        width,
                        "height",
                        height,
                        "viewBox",
                        "0 0 " + SvgWriter.number(width) + " " + SvgWriter.number(height),
                        "font-family",
                        "Helvetica, Arial, sans-serif",
                        "font-size",
                        "11.5",
                        "fill",
                        INK)
                .text("title", title)
                .text("desc", tree.description())
                .element("rect", "width", width, "height", height, "fill", "#ffffff")
                .text("text", title, "x", MARGIN, "y", 30.0, "font-size", "18", "font-weight", "bold")
                .text("text", counts(), "x", MARGIN, "y", 50.0, "font-size", "13", "fill", FAINT);
        bands(svg, width);
        svg.open("g", "fill", "none", "stroke", "#9aa5b1", "stroke-width", "1.3");
        layers.lines().forEach(line -> svg.element("path", "d", path(line)));
        svg.close("g");
        layers.nodes().forEach(node -> box(svg, node));
        legend(svg, bottom + 18);
        return svg.close("svg").toString();
    }

    private String counts() {
        return (tree.pushed() - tree.popped()) + " tasks inside  \u00b7  " + tree.pushed() + " came in  \u00b7  "
                + tree.popped() + " went out";
    }

    private double top(FoldedTree.Node node) {
        return TOP + layers.row(node) * ROW + (ROW - BOX) / 2;
    }

    private void bands(SvgWriter svg, double width) {
        Map<Integer, int[]> rows = new TreeMap<>();
        for (FoldedTree.Node node : layers.nodes()) {
            if (!node.isWorker()) {
                int row = layers.row(node);
                int[] known = rows.computeIfAbsent(layers.area(node), area -> new int[] {row, row});
                known[0] = Math.min(known[0], row);
                known[1] = Math.max(known[1], row);
            }
        }
        boolean[] dark = new boolean[1];
        rows.forEach((area, range) -> {
            double y = TOP + range[0] * ROW;
            svg.element(
                    "rect",
                    "x",
                    0.0,
                    "y",
                    y,
                    "width",
                    width,
                    "height",
                    (range[1] - range[0] + 1) * ROW,
                    "fill",
                    dark[0] ? "#f0f3f7" : "#f8fafc");
            svg.text("text", "area " + area, "x", MARGIN, "y", y + 20, "font-size", "12", "fill", FAINT);
            dark[0] = !dark[0];
        });
        svg.text(
                "text",
                "workers",
                "x",
                MARGIN,
                "y",
                TOP + (layers.rows() - 1) * ROW + 20,
                "font-size",
                "12",
                "fill",
                FAINT);
    }

    private String path(Layers.Line line) {
        List<Double> centres = line.centres();
        double x = indent + centres.getFirst();
        double y = top(line.from()) + BOX;
        StringBuilder path = new StringBuilder("M" + point(x, y));
        for (int index = 1; index < centres.size(); index++) {
            boolean last = index == centres.size() - 1;
            double nextX = indent + centres.get(index);
            double row = TOP + (layers.row(line.from()) + index) * ROW + (ROW - BOX) / 2;
            double middle = (y + row) / 2;
            path.append("C" + point(x, middle) + " " + point(nextX, middle) + " " + point(nextX, row));
            if (!last) {
                path.append("V" + SvgWriter.number(row + BOX));
            }
            x = nextX;
            y = row + BOX;
        }
        return path.toString();
    }

    private static String point(double x, double y) {
        return SvgWriter.number(x) + " " + SvgWriter.number(y);
    }

    private void box(SvgWriter svg, FoldedTree.Node node) {
        Colours colours = Colours.of(node.first());
        double width = width(node);
        double x = indent + layers.centre(node) - width / 2;
        double y = top(node);
        svg.open("g");
        svg.text("title", tip(node));
        for (int card = Math.min(2, node.members().size() - 1); card >= 0; card--) {
            rectangle(svg, x + card * STACK, y - card * STACK, width, colours);
        }
        List<String> texts = texts(node);
        double line = y + 17 + (LINES - texts.size()) * LINE / 2;
        for (int index = 0; index < texts.size(); index++) {
            svg.text(
                    "text",
                    texts.get(index),
                    "x",
                    x + 11,
                    "y",
                    line,
                    "font-weight",
                    index == 0 ? "bold" : "normal",
                    "fill",
                    index == texts.size() - 1 ? FAINT : INK);
            line += LINE;
        }
        if (node.first().reservoir()) {
            store(svg, x + width - 20, y + 9, colours.edge);
        }
        if (node.first().pump()) {
            pump(svg, x + width / 2, y + BOX + 4, colours.edge);
        }
        svg.close("g");
    }

    private static void rectangle(SvgWriter svg, double x, double y, double width, Colours colours) {
        svg.element(
                "rect",
                "x",
                x,
                "y",
                y,
                "width",
                width,
                "height",
                BOX,
                "rx",
                "6",
                "fill",
                colours.inside,
                "stroke",
                colours.edge);
    }

    private static String tip(FoldedTree.Node node) {
        return Column.cut(
                        node.members().stream()
                                .map(ComponentView::name)
                                .reduce((one, other) -> one + ", " + other)
                                .orElse(""),
                        MOST_LETTERS)
                + ": " + node.first().family();
    }

    /** Three tasks in a row. */
    private static void store(SvgWriter svg, double x, double y, String colour) {
        for (int bar = 0; bar < 3; bar++) {
            svg.element("rect", "x", x, "y", y + bar * 4.5, "width", 11.0, "height", 3.0, "rx", "1", "fill", colour);
        }
    }

    /** A wheel that sends on what is above it. */
    private static void pump(SvgWriter svg, double x, double y, String colour) {
        svg.element("circle", "cx", x, "cy", y, "r", 9.0, "fill", "#ffffff", "stroke", colour, "stroke-width", "1.5");
        svg.element(
                "path",
                "d",
                "M" + point(x - 4.5, y - 3) + "L" + point(x + 4.5, y - 3) + "L" + point(x, y + 5) + "Z",
                "fill",
                colour);
    }

    private static void legend(SvgWriter svg, double y) {
        double x = MARGIN;
        for (Colours each : Colours.values()) {
            if (!each.family.isEmpty()) {
                svg.element(
                        "rect",
                        "x",
                        x,
                        "y",
                        y,
                        "width",
                        14.0,
                        "height",
                        14.0,
                        "rx",
                        "3",
                        "fill",
                        each.inside,
                        "stroke",
                        each.edge);
                svg.text("text", each.family, "x", x + 20, "y", y + 11);
                x += 44 + TextWidth.of(each.family, FONT, false);
            }
        }
        store(svg, x, y + 1, FAINT);
        svg.text("text", "keeps tasks", "x", x + 18, "y", y + 11);
        x += 42 + TextWidth.of("keeps tasks", FONT, false);
        pump(svg, x + 6, y + 7, FAINT);
        svg.text("text", "pushes them on when there is room below", "x", x + 22, "y", y + 11);
    }
}
