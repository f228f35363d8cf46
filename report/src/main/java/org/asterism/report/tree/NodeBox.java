package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.asterism.api.tree.ComponentView;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.SvgWriter;
import org.asterism.report.text.Column;
import org.asterism.report.text.Quantity;

/** Box of a component, or of several that are alike: what they are, what is in them, marks for stores and pumps. */
final class NodeBox {
    static final double HEIGHT = 78;
    static final Lettering PLAIN = Lettering.of(11.5);

    private static final Lettering NAME = Lettering.bold(11.5);
    private static final double LEAST = 118;
    private static final double MOST = 300;
    private static final double BESIDE_TEXT = 22;
    private static final double MARK = 18;
    private static final int MOST_LETTERS = 44;
    private static final double STACK = 4;
    private static final int LINES = 4;
    private static final double LINE = 15.5;

    private NodeBox() {}

    private static List<String> texts(FoldedTree.Node node) {
        ComponentView first = node.first();
        int number = node.members().size();
        List<String> texts = new ArrayList<>();
        texts.add((number == 1 ? "" : number + " \u00d7 ") + Words.kind(first));
        texts.add(node.isWorker() ? Words.workers(node) : Words.parameters(first));
        texts.add(first.reservoir() ? stored(node) : "");
        texts.add(ahead(node));
        texts.removeIf(String::isEmpty);
        return texts;
    }

    private static String stored(FoldedTree.Node node) {
        String tasks = node.storedTasks() + (node.storedTasks() == 1 ? " task" : " tasks");
        return node.expectedNanos() == 0 ? tasks : tasks + ", " + time(node.expectedNanos());
    }

    private static String ahead(FoldedTree.Node node) {
        if (Double.isNaN(node.load())) {
            return "";
        }
        String load = "load " + String.format(Locale.ROOT, "%.3g", node.load()).replaceAll("\\.?0+$", "");
        return node.nanosToEnd() == Long.MAX_VALUE ? load : load + ", end in " + time(node.nanosToEnd());
    }

    private static String time(long nanos) {
        return nanos == 0 ? "0 s" : Quantity.text(nanos / 1e9, "s");
    }

    /** Returns the room beside the name for the mark of a store. */
    private static double mark(FoldedTree.Node node) {
        return node.first().reservoir() ? MARK : 0;
    }

    static double width(FoldedTree.Node node) {
        List<String> texts = texts(node);
        double widest = NAME.width(texts.getFirst()) + mark(node);
        for (String text : texts.subList(1, texts.size())) {
            widest = Math.max(widest, PLAIN.width(text));
        }
        return Math.clamp(BESIDE_TEXT + widest, LEAST, MOST);
    }

    static void draw(SvgWriter svg, FoldedTree.Node node, double x, double y) {
        FamilyColours colours = FamilyColours.of(node.first());
        double width = width(node);
        svg.open("g");
        svg.words("title", tip(node));
        for (int card = Math.min(2, node.members().size() - 1); card >= 0; card--) {
            double shift = card * STACK;
            svg.rect(
                    x + shift, y - shift, width, HEIGHT, "rx", "6", "fill", colours.inside(), "stroke", colours.edge());
        }
        List<String> texts = texts(node);
        double line = y + 17 + (LINES - texts.size()) * LINE / 2;
        for (int index = 0; index < texts.size(); index++) {
            boolean name = index == 0;
            double room = width - BESIDE_TEXT - (name ? mark(node) : 0);
            Paint paint = !name && index == texts.size() - 1 ? Paint.FAINT : Paint.INK;
            svg.line(name ? NAME : PLAIN, x + BESIDE_TEXT / 2, line, room, texts.get(index), "fill", paint);
            line += LINE;
        }
        if (node.first().reservoir()) {
            store(svg, x + width - 20, y + 9, colours.edge());
        }
        if (node.first().pump()) {
            pump(svg, x + width / 2, y + HEIGHT + 4, colours.edge());
        }
        svg.close("g");
    }

    private static String tip(FoldedTree.Node node) {
        String names = node.members().stream().map(ComponentView::name).collect(Collectors.joining(", "));
        return Column.cut(names, MOST_LETTERS) + ": " + node.first().family();
    }

    /** Draws the mark of a store: three tasks, one above the other. */
    static void store(SvgWriter svg, double x, double y, Paint paint) {
        for (int bar = 0; bar < 3; bar++) {
            svg.rect(x, y + bar * 4.5, 11, 3, "rx", "1", "fill", paint);
        }
    }

    /** Draws the mark of a pump: a wheel that points down. */
    static void pump(SvgWriter svg, double x, double y, Paint paint) {
        svg.element("circle", "cx", x, "cy", y, "r", 9.0, "fill", Paint.PAPER, "stroke", paint, "stroke-width", "1.5");
        String down = "M" + SvgWriter.number(x - 4.5) + " " + SvgWriter.number(y - 3) + "h9l-4.5 8Z";
        svg.element("path", "d", down, "fill", paint);
    }
}
