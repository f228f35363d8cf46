package org.asterism.trace.internal.recording;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.Clock;
import org.asterism.api.SchedulingContext;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.trace.internal.format.OfTree;

/** Defines the trees of contexts when they change. Any thread may use it. */
final class Trees {
    private static final Logger LOG = System.getLogger(Trees.class.getName());

    private final Definitions definitions;
    private final Names names;
    private final Lanes lanes;
    private final Clock clock;

    /** The contexts that have reported a tree. */
    private final Set<String> known = new HashSet<>();

    Trees(Definitions definitions, Names names, Lanes lanes, Clock clock) {
        this.definitions = definitions;
        this.names = names;
        this.lanes = lanes;
        this.clock = clock;
    }

    /** Defines the trees that contexts have already, unless they report others meanwhile. */
    void begin(List<SchedulingContext> contexts) {
        for (SchedulingContext context : contexts) {
            Optional<TreeView> tree = treeOf(context);
            if (tree.isPresent()) {
                define(context.name(), tree, true);
            }
        }
    }

    /** What a policy that cannot describe its tree throws must not prevent the recording. */
    private static Optional<TreeView> treeOf(SchedulingContext context) {
        try {
            return context.tree();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.WARNING, "the recording begins without the tree of context " + context.name(), thrown);
            return Optional.empty();
        }
    }

    void changed(SchedulingContext context, Optional<TreeView> tree) {
        define(context.name(), tree, false);
    }

    private synchronized void define(String context, Optional<TreeView> tree, boolean onlyFirst) {
        if (known.add(context) || !onlyFirst) {
            definitions.add(new OfTree(
                    lanes.current().number,
                    clock.nanoTime(),
                    names.number(context),
                    names.number(tree.map(TreeView::policy).orElse(null)),
                    tree.map(there -> parts(there.components())).orElse(List.of())));
        }
    }

    private List<OfTree.Part> parts(List<ComponentView> components) {
        Map<String, Integer> places = new HashMap<>();
        components.forEach(component -> places.put(component.name(), places.size()));
        List<OfTree.Part> parts = new ArrayList<>(components.size());
        for (ComponentView component : components) {
            parts.add(new OfTree.Part(
                    names.number(component.name()),
                    names.number(component.kind()),
                    component.reservoir(),
                    component.children().stream()
                            .filter(places::containsKey)
                            .mapToInt(places::get)
                            .toArray(),
                    component.workers().stream().mapToInt(names::number).toArray()));
        }
        return parts;
    }
}
