package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.tree.ComponentView;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.spi.component.SchedulingComponent;

/** Views of a live tree. A composed component is one view with its parts. */
final class TreeViews {
    private final Tree tree;
    private final Clock clock;
    private final Map<Node, Integer> areas = new HashMap<>();

    private TreeViews(Tree tree, Clock clock) {
        this.tree = tree;
        this.clock = clock;
        for (Node node : tree.nodes()) {
            int area = 1;
            for (Node parent : node.parentNodes()) {
                int below = areas.getOrDefault(parent, 1) + (parent.component().isReservoir() ? 1 : 0);
                area = Math.max(area, below);
            }
            areas.put(node, area);
        }
    }

    /** Returns the views of all components, each before those below it. */
    static List<ComponentView> of(Tree tree, Clock clock) {
        return new TreeViews(tree, clock).all();
    }

    /** Returns the number of areas that a task passes. */
    static int areas(Tree tree) {
        return new TreeViews(tree, () -> 0)
                .areas.values().stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    private List<ComponentView> all() {
        Map<String, List<Node>> shown = new LinkedHashMap<>();
        for (Node node : tree.nodes()) {
            shown.computeIfAbsent(node.shownAs(), name -> new ArrayList<>()).add(node);
        }
        List<ComponentView> views = new ArrayList<>();
        shown.forEach(
                (name, nodes) -> views.add(nodes.size() == 1 ? view(nodes.getFirst(), name) : composed(name, nodes)));
        return views;
    }

    private ComponentView view(Node node, String name) {
        SchedulingComponent component = node.component();
        return new ComponentView(
                name,
                node.kind().name(),
                node.kind().family(),
                node.given(),
                List.of(),
                children(node),
                Stream.concat(
                                node.workersInContext().list().stream().map(Worker::name),
                                node.workersInContext().combined().stream().map(CombinedWorker::name))
                        .toList(),
                node.workersInContext().isHomogeneous(),
                node.workersInContext().isSingleMemoryNode(),
                areas.get(node),
                component.isReservoir(),
                component.isPump(),
                component.storedTasks(),
                component.expectedNanos(),
                component.estimatedLoad(),
                nanosToEnd(component));
    }

    private long nanosToEnd(SchedulingComponent component) {
        long end = component.estimatedEnd();
        // Relative to the present: for idle workers, the end is the time of the request.
        return end == Long.MAX_VALUE ? end : Math.max(0, end - clock.nanoTime());
    }

    private static List<String> children(Node node) {
        Set<String> names = new LinkedHashSet<>();
        node.childNodes().forEach(child -> names.add(child.shownAs()));
        return List.copyOf(names);
    }

    private ComponentView composed(String name, List<Node> nodes) {
        List<ComponentView> parts =
                nodes.stream().map(node -> view(node, node.name())).toList();
        ComponentView top = parts.getFirst();
        return new ComponentView(
                name,
                parts.stream().map(ComponentView::kind).collect(Collectors.joining("+")),
                parts.stream().map(ComponentView::family).distinct().collect(Collectors.joining(", ")),
                new LinkedHashMap<>(),
                parts,
                children(nodes.getLast()),
                top.workers(),
                top.homogeneous(),
                top.singleMemoryNode(),
                top.area(),
                parts.stream().anyMatch(ComponentView::reservoir),
                parts.stream().anyMatch(ComponentView::pump),
                parts.stream().mapToLong(ComponentView::storedTasks).sum(),
                parts.stream().mapToLong(ComponentView::expectedNanos).sum(),
                top.load(),
                top.nanosToEnd());
    }
}
