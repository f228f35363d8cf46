package org.asterism.report.tree;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.SvgWriter;

/**
 * The picture of a tree, as SVG: a box for each component or for many that are alike, in the colour of its family, with
 * what is in it; a band for each area; marks for stores and pumps.
 */
public final class TreePicture {
    private static final double MARGIN = 24;
    private static final double TOP = 76;
    private static final double LEFT = 84;
    private static final double ROW = 132;
    private static final double LEAST_WIDTH = 900;
    private static final Paint FLOW = new Paint("#9aa5b1", "#6b7785");
    private static final Paint FIRST_BAND = new Paint("#f8fafc", "#12181f");
    private static final Paint SECOND_BAND = new Paint("#f0f3f7", "#1a212b");

    private final String title;
    private final String subtitle;
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
        this(tree.policy() + " in context " + context, counts(tree), tree, all);
    }

    /**
     * Lays the picture of a recorded tree out. What is unknown does not appear: a load that is not a number, and a time
     * to the end of {@link Long#MAX_VALUE}.
     *
     * @param title a heading
     * @param subtitle what the numbers mean
     * @param tree the tree
     * @param all whether every component is drawn, rather than one for all that are alike
     */
    public TreePicture(String title, String subtitle, TreeView tree, boolean all) {
        this.title = title;
        this.subtitle = subtitle;
        this.tree = tree;
        layers = new Layers(FoldedTree.of(tree, all), NodeBox::width);
        indent = LEFT + Math.max(0, (LEAST_WIDTH - LEFT - MARGIN - layers.width()) / 2);
    }

    /**
     * Draws the picture.
     *
     * @return an SVG document
     */
    public String draw() {
        return drawing().document(title, tree.description(), width(), bottom() + 44);
    }

    /**
     * Draws the picture as a part of a page.
     *
     * @return an element of HTML
     */
    public String element() {
        String document = draw();
        return document.substring(document.indexOf("<svg"));
    }

    private double width() {
        return Math.max(LEAST_WIDTH, LEFT + layers.width() + MARGIN);
    }

    private double bottom() {
        return TOP + layers.rows() * ROW;
    }

    private SvgWriter drawing() {
        double width = width();
        SvgWriter svg = new SvgWriter(1 << 14);
        double room = width - 2 * MARGIN;
        svg.line(Lettering.bold(18), MARGIN, 30, room, title);
        svg.line(Lettering.of(13), MARGIN, 50, room, subtitle, "fill", Paint.FAINT);
        bands(svg, width);
        svg.open("g", "fill", "none", "stroke", FLOW, "stroke-width", "1.3");
        layers.lines().forEach(line -> svg.element("path", "d", path(line)));
        svg.close("g");
        for (FoldedTree.Node node : layers.nodes()) {
            double left = indent + layers.centre(node) - NodeBox.width(node) / 2;
            NodeBox.draw(svg, node, left, top(node));
        }
        legend(svg, bottom() + 18);
        return svg;
    }

    private static String counts(TreeView tree) {
        return (tree.pushed() - tree.popped()) + " tasks inside  \u00b7  " + tree.pushed() + " came in  \u00b7  "
                + tree.popped() + " went out";
    }

    private double top(FoldedTree.Node node) {
        return TOP + layers.row(node) * ROW + (ROW - NodeBox.HEIGHT) / 2;
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
            svg.rect(0, y, width, (range[1] - range[0] + 1) * ROW, "fill", dark[0] ? SECOND_BAND : FIRST_BAND);
            side(svg, "area " + area, y);
            dark[0] = !dark[0];
        });
        side(svg, "workers", TOP + (layers.rows() - 1) * ROW);
    }

    private static void side(SvgWriter svg, String name, double top) {
        svg.line(Lettering.of(12), MARGIN, top + 20, LEFT - MARGIN, name, "fill", Paint.FAINT);
    }

    private String path(Layers.Line line) {
        List<Double> centres = line.centres();
        double x = indent + centres.getFirst();
        double y = top(line.from()) + NodeBox.HEIGHT;
        StringBuilder path = new StringBuilder("M" + point(x, y));
        for (int index = 1; index < centres.size(); index++) {
            boolean last = index == centres.size() - 1;
            double nextX = indent + centres.get(index);
            double row = TOP + (layers.row(line.from()) + index) * ROW + (ROW - NodeBox.HEIGHT) / 2;
            double middle = (y + row) / 2;
            path.append("C" + point(x, middle) + " " + point(nextX, middle) + " " + point(nextX, row));
            if (!last) {
                path.append("V" + SvgWriter.number(row + NodeBox.HEIGHT));
            }
            x = nextX;
            y = row + NodeBox.HEIGHT;
        }
        return path.toString();
    }

    private static String point(double x, double y) {
        return SvgWriter.number(x) + " " + SvgWriter.number(y);
    }

    private void legend(SvgWriter svg, double y) {
        double x = MARGIN;
        for (FamilyColours each : FamilyColours.values()) {
            if (!each.family().isEmpty() && isThere(each)) {
                svg.rect(x, y, 14, 14, "rx", "3", "fill", each.inside(), "stroke", each.edge());
                x = words(svg, x + 20, y, each.family());
            }
        }
        NodeBox.store(svg, x, y + 1, Paint.FAINT);
        x = words(svg, x + 18, y, "keeps tasks");
        if (tree.components().stream().anyMatch(ComponentView::pump)) {
            NodeBox.pump(svg, x + 6, y + 7, Paint.FAINT);
            words(svg, x + 22, y, "pushes them on when there is room below");
        }
    }

    private boolean isThere(FamilyColours family) {
        return tree.components().stream().anyMatch(each -> FamilyColours.of(each) == family);
    }

    /** Writes words of the legend and returns where the next entry begins. */
    private static double words(SvgWriter svg, double x, double y, String words) {
        double width = NodeBox.PLAIN.width(words);
        svg.line(NodeBox.PLAIN, x, y + 11, width, words);
        return x + width + 24;
    }
}
