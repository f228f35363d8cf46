package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.TopologyType;
import org.asterism.report.text.Column;
import org.asterism.report.text.View;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * Machine as an indented tree. Siblings with the same structure share a line, and so do their parts, so a machine with
 * a thousand cores takes a few lines. For example, {@code 8 x Core 0-15 + 2 x PU 0-31} means that each object of the
 * line above has 8 cores with 2 processing units each. In the machine they have the numbers 0 to 15 and 0 to 31.
 *
 * @param topology the machine
 */
record TopologyText(Topology topology) implements View {
    /** Object with a number that all objects of the same structure share. */
    private record Node(TopologyObject object, int shape, List<Node> children) {
        static Node of(TopologyObject object, Map<List<Object>, Integer> shapes) {
            List<Node> children =
                    object.children().stream().map(child -> of(child, shapes)).toList();
            boolean device = object.type().compareTo(TopologyType.BRIDGE) >= 0;
            List<Object> looks = List.of(
                    object.type(),
                    object.bytes(),
                    object.name(),
                    device ? object.attributes() : Map.of(),
                    children.stream().map(Node::shape).toList());
            return new Node(object, shapes.computeIfAbsent(looks, unseen -> shapes.size()), children);
        }
    }

    @Override
    public String text(int width) {
        List<String> lines = new ArrayList<>();
        append(List.of(Node.of(topology.root(), new HashMap<>())), 1, 0, lines);
        lines.set(0, lines.getFirst() + " [" + topology.source() + "]");
        return String.join(
                "\n", lines.stream().map(line -> Column.cut(line, width)).toList());
    }

    /**
     * Appends a line and the lines below it.
     *
     * @param alike all objects of the machine that the line represents
     * @param each number of them in one object of the line above
     */
    private static void append(List<Node> alike, int each, int depth, List<String> lines) {
        StringBuilder line = new StringBuilder("  ".repeat(depth)).append(words(alike, each));
        List<Node> level = alike;
        List<int[]> runs = runs(level.getFirst().children());
        while (runs.size() == 1 && belongsOnTheLine(level.getFirst().children())) {
            int inEach = level.getFirst().children().size();
            level = level.stream().flatMap(node -> node.children().stream()).toList();
            line.append(" + ").append(words(level, inEach));
            runs = runs(level.getFirst().children());
        }
        lines.add(line.toString());
        for (int[] run : runs) {
            List<Node> group = level.stream()
                    .flatMap(node -> node.children().subList(run[0], run[1]).stream())
                    .toList();
            append(group, run[1] - run[0], depth + 1, lines);
        }
    }

    private static boolean belongsOnTheLine(List<Node> children) {
        TopologyType type = children.getFirst().object().type();
        return (children.size() == 1 && type.compareTo(TopologyType.BRIDGE) < 0) || type == TopologyType.PU;
    }

    /**
     * Returns the runs of neighbours with the same structure: the first (inclusive) and last (exclusive) index of each.
     */
    private static List<int[]> runs(List<Node> children) {
        List<int[]> runs = new ArrayList<>();
        for (int index = 0; index < children.size(); index++) {
            if (runs.isEmpty()
                    || children.get(runs.getLast()[0]).shape()
                            != children.get(index).shape()) {
                runs.add(new int[] {index, index});
            }
            runs.getLast()[1] = index + 1;
        }
        return runs;
    }

    private static String words(List<Node> alike, int each) {
        TopologyObject first = alike.getFirst().object();
        StringBuilder words = new StringBuilder(each > 1 ? each + " x " : "").append(name(first.type()));
        if (first.type() != TopologyType.MACHINE) {
            words.append(' ')
                    .append(ranges(alike.stream().mapToInt(node -> node.object().logicalIndex())));
        }
        if (first.bytes() > 0) {
            words.append(" (").append(Bytes.text(first.bytes())).append(')');
        }
        boolean renumbered = alike.stream()
                .anyMatch(node -> node.object().osIndex() != node.object().logicalIndex());
        if (first.type() == TopologyType.PU && renumbered) {
            words.append(" (os ")
                    .append(ranges(alike.stream().mapToInt(node -> node.object().osIndex())))
                    .append(')');
        }
        if (!first.name().isEmpty()) {
            words.append(' ').append(first.name());
        }
        String bus = first.attributes().get("pci_busid");
        return bus == null ? words.toString() : words.append(' ').append(bus).toString();
    }

    /** Formats numbers as {@code 0-3,8}. */
    static String ranges(IntStream numbers) {
        BitSet set = new BitSet();
        numbers.filter(number -> number >= 0).forEach(set::set);
        StringBuilder text = new StringBuilder();
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int last = set.nextClearBit(first) - 1;
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
            first = set.nextSetBit(last + 1);
        }
        return text.toString();
    }

    private static String name(TopologyType type) {
        return switch (type) {
            case NUMA_NODE -> "NUMA node";
            case PCI_DEVICE -> "PCI device";
            case OS_DEVICE -> "OS device";
            case PU, L1, L2, L3 -> type.name();
            default -> type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
        };
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", topology.source());
        fields.put("root", json(topology.root()));
        return fields;
    }

    private static Map<String, Object> json(TopologyObject object) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", object.type().name().toLowerCase(Locale.ROOT));
        fields.put("logical_index", object.logicalIndex());
        fields.put("os_index", object.osIndex() < 0 ? null : object.osIndex());
        fields.put("name", object.name());
        fields.put("processing_units", ranges(object.processingUnits().stream()));
        fields.put("bytes", object.bytes());
        fields.put("attributes", object.attributes());
        fields.put(
                "children", object.children().stream().map(TopologyText::json).toList());
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
