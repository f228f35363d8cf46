package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.View;

/**
 * Answer with a live tree. The text form has one line per component or group of equal components; JSON has every
 * component.
 *
 * @param runtime name of the context's runtime
 * @param context name of the context, for display
 * @param tree tree of the context
 * @param all whether the text form also has every component
 */
public record TreeText(String runtime, String context, TreeView tree, boolean all) implements View {
    private static final double NANOS_PER_MICROSECOND = 1e3;
    private static final double MICROS_PER_MILLISECOND = 1e3;

    /** Line of the text. */
    private record Line(String words, FoldedTree.Node node, boolean again) {
        Object value(Object value) {
            return again ? null : value;
        }
    }

    @Override
    public String text(int width) {
        FoldedTree folded = FoldedTree.of(tree, all);
        List<Line> lines = new ArrayList<>();
        if (!folded.nodes().isEmpty()) {
            add(lines, new FoldedTree.Below(folded.nodes().getFirst(), 1), "", "", new HashSet<>());
        }
        List<Column<Line>> columns = List.of(
                Column.of("component", Line::words),
                Column.of("area", line -> line.value(line.node().first().area())),
                Column.of("does", line -> line.value(does(line.node().first()))),
                Column.of(
                        "stored", line -> line.value(stores(line) ? line.node().storedTasks() : null)),
                new Column<>(
                        "length ms",
                        "",
                        line -> line.value(
                                stores(line) ? milliseconds(line.node().expectedNanos()) : null)),
                Column.of("load", line -> line.value(Math.round(line.node().load() * 100) / 100.0)),
                new Column<>("end ms", "", line -> line.value(end(line.node().nanosToEnd()))));
        return heading() + "\n" + new Listing<>(lines, columns, "It has no components.").text(width);
    }

    private String heading() {
        return context + ": " + tree.policy() + ", " + (tree.pushed() - tree.popped()) + " tasks inside, "
                + tree.pushed() + " came in and " + tree.popped() + " went out\n"
                + tree.description().strip();
    }

    private static boolean stores(Line line) {
        return line.node().first().reservoir();
    }

    private static String does(ComponentView component) {
        List<String> words = new ArrayList<>();
        if (component.reservoir()) {
            words.add("stores");
        }
        if (component.pump()) {
            words.add("pumps");
        }
        return String.join(", ", words);
    }

    /** Converts to milliseconds, rounded to microseconds, because estimates are never more exact. */
    private static Double milliseconds(long nanos) {
        return Math.round(nanos / NANOS_PER_MICROSECOND) / MICROS_PER_MILLISECOND;
    }

    private static Double end(long nanos) {
        return nanos == Long.MAX_VALUE ? null : milliseconds(nanos);
    }

    /**
     * Adds a component and the components below it. A component below several parents is shown in full below the first
     * of them.
     */
    private void add(
            List<Line> lines, FoldedTree.Below shown, String before, String further, Set<FoldedTree.Node> known) {
        FoldedTree.Node node = shown.node();
        boolean again = !known.add(node);
        lines.add(new Line(before + (again ? reference(shown) : words(shown)), node, again));
        if (again) {
            return;
        }
        List<FoldedTree.Below> below = node.below();
        for (int index = 0; index < below.size(); index++) {
            boolean last = index == below.size() - 1;
            add(
                    lines,
                    below.get(index),
                    further + (last ? "\u2514\u2500 " : "\u251c\u2500 "),
                    further + (last ? "   " : "\u2502  "),
                    known);
        }
    }

    private static String number(FoldedTree.Below shown) {
        return shown.number() == 1 ? "" : shown.number() + " \u00d7 ";
    }

    private String words(FoldedTree.Below shown) {
        FoldedTree.Node node = shown.node();
        return node.isWorker()
                ? number(shown) + node.first().kind() + " " + Words.workers(node)
                        + Words.inParentheses(Words.parameters(node.first()))
                : number(shown) + name(node) + Words.inParentheses(Words.parameters(node.first()));
    }

    private String reference(FoldedTree.Below shown) {
        FoldedTree.Node node = shown.node();
        String which =
                node.isWorker() ? " " + Words.workers(node) : name(node) + (all ? "" : " of " + Words.workers(node));
        return number(shown) + (node.isWorker() ? node.first().kind() : "") + which + ", as above";
    }

    /** Returns the kind, followed by the name if it says more. */
    private String name(FoldedTree.Node node) {
        ComponentView first = node.first();
        boolean single = node.members().size() == 1;
        boolean saysMore = single
                && (all ? !first.name().equals(first.kind()) : !first.name().startsWith(first.kind()));
        return Words.kind(first) + (saysMore ? "#" + first.name() : "");
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime);
        fields.put("context", context);
        fields.put("policy", tree.policy());
        fields.put("description", tree.description());
        fields.put("pushed", tree.pushed());
        fields.put("popped", tree.popped());
        fields.put("components", components(tree.components()));
        return fields;
    }

    private static List<Map<String, Object>> components(List<ComponentView> components) {
        return components.stream().map(TreeText::json).collect(Collectors.toList());
    }

    private static Map<String, Object> json(ComponentView component) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", component.name());
        fields.put("kind", component.kind());
        fields.put("family", component.family());
        fields.put("parameters", component.parameters());
        fields.put("parts", components(component.parts()));
        fields.put("children", component.children());
        fields.put("workers", component.workers());
        fields.put("homogeneous", component.homogeneous());
        fields.put("single_memory_node", component.singleMemoryNode());
        fields.put("area", component.area());
        fields.put("reservoir", component.reservoir());
        fields.put("pump", component.pump());
        fields.put("stored_tasks", component.storedTasks());
        fields.put("expected_ns", component.expectedNanos());
        fields.put("load", component.load());
        fields.put("ns_to_end", component.nanosToEnd() == Long.MAX_VALUE ? null : component.nanosToEnd());
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
