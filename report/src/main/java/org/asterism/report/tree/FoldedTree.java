package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;

/**
 * Live tree in which equal components share a node. Components are equal if they have the same kind and parameters, and
 * equal parents and children. So a tree for 1,000 workers of two kinds has as many nodes as one for two workers.
 *
 * <p>Algorithm: refinement of a partition by the neighbours' classes until it is stable, as for minimising automata
 * (Hopcroft, 1971). The simple form is used, because trees are shallow.
 */
final class FoldedTree {
    private static final String WORKER = "worker";

    /** Equal components, and the nodes below them. */
    static final class Node {
        private final List<ComponentView> members = new ArrayList<>();
        private final List<Below> below = new ArrayList<>();

        /** Returns the components, in the order of the tree. */
        List<ComponentView> members() {
            return members;
        }

        ComponentView first() {
            return members.getFirst();
        }

        /** Returns the nodes below, in the order of the first member's children. */
        List<Below> below() {
            return below;
        }

        boolean isWorker() {
            return first().family().equals(WORKER);
        }

        long storedTasks() {
            return members.stream().mapToLong(ComponentView::storedTasks).sum();
        }

        long expectedNanos() {
            return members.stream().mapToLong(ComponentView::expectedNanos).sum();
        }

        double load() {
            return members.stream().mapToDouble(ComponentView::load).sum();
        }

        /**
         * Returns the time until the first worker below any of the components is idle; {@link Long#MAX_VALUE} without
         * workers.
         */
        long nanosToEnd() {
            return members.stream().mapToLong(ComponentView::nanosToEnd).min().orElse(Long.MAX_VALUE);
        }
    }

    /**
     * Equal children.
     *
     * @param node node of the children
     * @param number number of children per member of the parent
     */
    record Below(Node node, int number) {}

    private final TreeView tree;
    private final List<Node> nodes;

    private FoldedTree(TreeView tree, List<Node> nodes) {
        this.tree = tree;
        this.nodes = nodes;
    }

    TreeView tree() {
        return tree;
    }

    /** Returns the nodes, the root first and each before those below it. */
    List<Node> nodes() {
        return nodes;
    }

    /**
     * Folds a tree.
     *
     * @param all whether every component has its own node
     */
    static FoldedTree of(TreeView tree, boolean all) {
        List<ComponentView> components = tree.components();
        int[][] children = children(components);
        int[] classes = new int[components.size()];
        if (all) {
            Arrays.setAll(classes, index -> index);
        } else {
            classes = refined(components, children);
        }
        return new FoldedTree(tree, nodes(components, children, classes));
    }

    private static int[][] children(List<ComponentView> components) {
        Map<String, Integer> indices = new HashMap<>();
        for (int index = 0; index < components.size(); index++) {
            indices.put(components.get(index).name(), index);
        }
        return components.stream()
                .map(component -> component.children().stream()
                        .filter(indices::containsKey)
                        .mapToInt(indices::get)
                        .toArray())
                .toArray(int[][]::new);
    }

    private static int[] refined(List<ComponentView> components, int[][] children) {
        int[][] parents = parents(children);
        int[] classes = numbered(components.stream().map(FoldedTree::label).toList());
        int number = count(classes);
        while (true) {
            int[] before = classes;
            List<List<Object>> signatures = new ArrayList<>();
            for (int index = 0; index < before.length; index++) {
                signatures.add(List.of(before[index], sorted(children[index], before), sorted(parents[index], before)));
            }
            classes = numbered(signatures);
            int finer = count(classes);
            if (finer == number) {
                return classes;
            }
            number = finer;
        }
    }

    private static int[][] parents(int[][] children) {
        List<List<Integer>> parents = new ArrayList<>();
        for (int index = 0; index < children.length; index++) {
            parents.add(new ArrayList<>());
        }
        for (int index = 0; index < children.length; index++) {
            for (int child : children[index]) {
                parents.get(child).add(index);
            }
        }
        return parents.stream()
                .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** Returns the properties that equal components share, apart from their neighbours. */
    private static List<Object> label(ComponentView component) {
        String workers = component.family().equals(WORKER)
                ? String.join(" ", component.workers()).replaceAll("\\d+", "")
                : "";
        return List.of(
                component.kind(),
                component.parameters(),
                component.parts().stream().map(FoldedTree::label).toList(),
                component.area(),
                workers);
    }

    private static List<Integer> sorted(int[] neighbours, int[] classes) {
        return Arrays.stream(neighbours)
                .map(index -> classes[index])
                .sorted()
                .boxed()
                .toList();
    }

    /** Assigns equal numbers to equal keys, in the order of their first occurrence. */
    private static int[] numbered(List<?> keys) {
        Map<Object, Integer> numbers = new HashMap<>();
        int[] numbered = new int[keys.size()];
        for (int index = 0; index < numbered.length; index++) {
            Integer known = numbers.putIfAbsent(keys.get(index), numbers.size());
            numbered[index] = known == null ? numbers.size() - 1 : known;
        }
        return numbered;
    }

    private static int count(int[] classes) {
        return Arrays.stream(classes).max().orElse(-1) + 1;
    }

    private static List<Node> nodes(List<ComponentView> components, int[][] children, int[] classes) {
        Map<Integer, Node> nodes = new TreeMap<>();
        for (int index = 0; index < classes.length; index++) {
            nodes.computeIfAbsent(classes[index], number -> new Node()).members.add(components.get(index));
        }
        for (int index = 0; index < classes.length; index++) {
            Node node = nodes.get(classes[index]);
            if (node.members.getFirst() == components.get(index)) {
                Map<Node, Integer> below = new LinkedHashMap<>();
                for (int child : children[index]) {
                    below.merge(nodes.get(classes[child]), 1, Integer::sum);
                }
                below.forEach((child, number) -> node.below.add(new Below(child, number)));
            }
        }
        return List.copyOf(nodes.values());
    }
}
