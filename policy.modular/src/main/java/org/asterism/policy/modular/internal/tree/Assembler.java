package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.Reentry;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.policy.modular.internal.worker.WorkerKind;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Assembler of trees for the present workers from a plan. It keeps components whose places existed before. The cost
 * depends on the size of the tree, not on the number of tasks in it. One thread at a time may use it, while no method
 * of the tree runs.
 */
public final class Assembler {
    private final Plan plan;
    private final Grouping grouping;
    private final PolicyContext policy;
    private final Reentry reentry;

    /**
     * Creates an assembler for the trees of one policy.
     *
     * @param plan plan of the trees
     * @param grouping grouping of the workers
     * @param policy services of the core for components
     * @param reentry entrance for tasks that start again
     */
    public Assembler(Plan plan, Grouping grouping, PolicyContext policy, Reentry reentry) {
        this.plan = plan;
        this.grouping = grouping;
        this.policy = policy;
        this.reentry = reentry;
    }

    /**
     * Assembles a tree. {@link #announce} informs the components later.
     *
     * @param workers workers of the tree
     * @param before former tree
     * @return new tree, with those components of the former tree for which it has a place
     * @throws IllegalArgumentException if it cannot be built for these workers; a {@link BrokenRulesException} if it
     *     breaks a rule
     */
    public Tree assemble(List<Worker> workers, Tree before) {
        if (workers.isEmpty()) {
            return Tree.EMPTY;
        }
        Expansion expansion = new Expansion(before);
        try {
            return build(expansion, new WorkerSet(workers));
        } catch (RuntimeException | Error failure) {
            expansion.giveUp(failure);
            throw failure;
        }
    }

    private Tree build(Expansion expansion, WorkerSet all) {
        List<Draft> roots = expansion.expand(plan.root(), 0, new Place("", all.list()));
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("no worker is in the tree; its filters leave out "
                    + all.list().stream().map(Worker::name).toList());
        }
        if (roots.size() > 1) {
            throw new IllegalArgumentException("the tree begins with " + roots.size() + " components, "
                    + roots.stream().map(draft -> "'" + draft.name + "'").toList()
                    + "; put one above them that keeps tasks, such as fifo or prio");
        }
        Tree tree = expansion.finish(roots.getFirst(), all);
        List<String> broken = Rules.broken(tree.root().component(), all);
        if (!broken.isEmpty()) {
            throw new BrokenRulesException(broken);
        }
        return tree;
    }

    /**
     * Informs all components that their surroundings have changed. Lower components come first, because higher ones may
     * push to them at once.
     *
     * @param tree tree from {@link #assemble}
     */
    public static void announce(Tree tree) {
        for (Node node : tree.nodes().reversed()) {
            node.component().changed();
        }
    }

    private record JoinKey(String name, String label, List<Worker> workers) {}

    private final class Expansion {
        private final Tree before;
        private final List<Node> made = new ArrayList<>();
        private final Map<String, Draft> byName = new LinkedHashMap<>();
        private final Ends ends = new Ends(plan, policy, reentry, this::add);
        private final Map<JoinKey, List<Draft>> joins = new HashMap<>();
        private final Map<String, Integer> joinNumbers = new HashMap<>();

        Expansion(Tree before) {
            this.before = before;
        }

        /** Returns the topmost drafts of a way from a stretch on, or an empty list if there are no workers. */
        List<Draft> expand(Plan.Way way, int from, Place place) {
            if (place.workers().isEmpty()) {
                return List.of();
            }
            if (from == way.stretches().size()) {
                return place.combined() == null
                        ? place.workers().stream().map(ends::of).toList()
                        : List.of(ends.of(place.combined()));
            }
            return switch (way.stretches().get(from)) {
                case Plan.Part part -> component(part, way, from, place);
                case Plan.Fan fan -> fan(fan, way, from, place);
                case Plan.Join join -> join(join, place);
                case Plan.Ends said when said.combined() -> List.of(ends.of(place, said.parameters()));
                case Plan.Ends said
                when place.combined() != null ->
                    throw new IllegalArgumentException(
                            "'" + WorkerKind.NAME + "' stands for one worker, but is below 'each "
                                    + Level.COMBINED_WORKER + "'; put '" + CombinedWorkerKind.NAME + "' there");
                case Plan.Ends said ->
                    place.workers().stream()
                            .map(worker -> ends.of(worker, said.parameters()))
                            .toList();
            };
        }

        private List<Draft> component(Plan.Part part, Plan.Way way, int from, Place place) {
            Draft draft = new Draft(
                    place.suffixed(part.name()),
                    part.composite().isEmpty() ? "" : place.suffixed(part.composite()),
                    part);
            if (part.branches().isEmpty()) {
                draft.above(expand(way, from + 1, place));
            } else {
                part.branches().forEach((label, branch) -> {
                    List<Draft> tops = expand(branch, 0, place);
                    draft.above(tops);
                    if (tops.size() == 1) {
                        draft.labelled.put(label, tops.getFirst());
                    }
                });
            }
            if (draft.children.isEmpty()) {
                return List.of(); // all workers below are filtered out
            }
            add(draft);
            return List.of(draft);
        }

        private void add(Draft draft) {
            if (byName.putIfAbsent(draft.name, draft) != null) {
                throw new IllegalArgumentException("two components are called '" + draft.name
                        + "'; call none as a worker is called, or as copies of another would be");
            }
        }

        private List<Draft> fan(Plan.Fan fan, Plan.Way way, int from, Place place) {
            if (fan.each().level() == Level.COMBINED_WORKER) {
                return fanOfCombined(fan, way, from, place);
            }
            Grouping.Split split = grouping.split(place.workers(), fan.each());
            List<Draft> tops = new ArrayList<>();
            for (Group group : split.groups()) {
                tops.addAll(expand(way, from + 1, place.below(fan.each(), group)));
            }
            tops.addAll(skip(way, from + 1, new Place(place.label(), split.others())));
            return tops;
        }

        /**
         * Creates one way for each combined worker whose members are all selected. Other parts of the description cover
         * single workers.
         */
        private List<Draft> fanOfCombined(Plan.Fan fan, Plan.Way way, int from, Place place) {
            Grouping.Split split = grouping.split(
                    place.workers(), new Step.Each(Level.WORKER, fan.each().filter()));
            Set<Worker> meant = new HashSet<>();
            split.groups().forEach(group -> meant.addAll(group.workers()));
            List<Draft> tops = new ArrayList<>();
            for (CombinedWorker combined : policy.combinedWorkers()) {
                if (meant.containsAll(combined.members())) {
                    tops.addAll(expand(way, from + 1, place.together(combined, ends.name(combined))));
                }
            }
            return tops;
        }

        /** Continues with workers that are in no group, at the next stretch that is per group. */
        private List<Draft> skip(Plan.Way way, int from, Place place) {
            for (int index = from; index < way.stretches().size(); index++) {
                switch (way.stretches().get(index)) {
                    case Plan.Part part -> {}
                    case Plan.Fan fan -> {
                        return expand(way, index, place);
                    }
                    case Plan.Ends ends -> {
                        return expand(way, index, place);
                    }
                    case Plan.Join join -> {
                        return skip(join.way(), 0, place);
                    }
                }
            }
            return expand(way, way.stretches().size(), place);
        }

        private List<Draft> join(Plan.Join join, Place place) {
            JoinKey key = new JoinKey(join.name(), place.label(), place.workers());
            List<Draft> known = joins.get(key);
            if (known == null) {
                // The same name exists for other workers if groups are made with different filters.
                int number = joinNumbers.merge(join.name() + "@" + place.label(), 1, Integer::sum);
                Place numbered = number == 1
                        ? place
                        : new Place(place.label() + "+" + number, place.workers(), place.combined());
                known = expand(join.way(), 0, numbered);
                joins.put(key, known);
            }
            return known;
        }

        Tree finish(Draft root, WorkerSet all) {
            List<Draft> order = new ArrayList<>();
            visit(root, new LinkedHashSet<>(), order);
            for (Draft draft : order) { // children first
                if (draft.workers == null) {
                    draft.workers = Below.united(
                            draft.children.stream().map(child -> child.workers).toList());
                }
                draft.node = nodeOf(draft, all);
            }
            List<Draft> down = order.reversed();
            down.forEach(draft ->
                    draft.node.place(nodes(draft.parents), nodes(draft.children), labelled(draft), draft.workers));
            ends.introduce();
            tellers(order, all);
            down.forEach(this::check);
            return new Tree(nodes(down), all);
        }

        /**
         * Visits children before parents and the last child first, so that the reverse order matches the description.
         */
        private void visit(Draft draft, LinkedHashSet<Draft> seen, List<Draft> order) {
            if (!seen.add(draft)) {
                return;
            }
            for (Draft child : new ArrayList<>(draft.children).reversed()) {
                visit(child, seen, order);
            }
            order.add(draft);
        }

        /** Closes the new nodes of a tree that cannot be built, so that shared objects do not keep them. */
        void giveUp(Throwable failure) {
            for (Node node : made) {
                try {
                    node.close();
                } catch (RuntimeException | Error alsoThrown) {
                    failure.addSuppressed(alsoThrown);
                }
            }
        }

        private Node nodeOf(Draft draft, WorkerSet all) {
            Node known = before.node(draft.name);
            if (known != null && Ends.stillStandsFor(known, draft)) {
                return known;
            }
            Node fresh =
                    draft.part != null ? new Node(draft.part, draft.name, draft.composite, policy) : ends.node(draft);
            made.add(fresh);
            return fresh;
        }

        private List<Node> nodes(Iterable<Draft> drafts) {
            List<Node> nodes = new ArrayList<>();
            drafts.forEach(draft -> nodes.add(draft.node));
            return nodes;
        }

        private Map<String, Node> labelled(Draft draft) {
            Map<String, Node> nodes = new LinkedHashMap<>();
            draft.labelled.forEach((label, child) -> nodes.put(label, child.node));
            return nodes;
        }

        /**
         * Selects how nodes announce a task to the nodes below. Children come first, because only some of them just
         * forward it.
         */
        private void tellers(List<Draft> childrenFirst, WorkerSet all) {
            Set<Draft> passing = new HashSet<>();
            Set<Draft> entered = entered(childrenFirst.reversed());
            for (Draft draft : childrenFirst) {
                boolean isShort = draft.combined == null && passing.containsAll(draft.children);
                if (isShort && (draft.part == null || Teller.passesOn(draft.node.component()))) {
                    passing.add(draft);
                }
                draft.node.tellBy(Teller.of(
                        draft.node.children(),
                        isShort ? endsOf(draft) : null,
                        draft.workers.size() == all.size(),
                        entered.contains(draft),
                        policy));
            }
        }

        /** Returns the nodes without a store above: tasks reach them from outside. */
        private Set<Draft> entered(List<Draft> parentsFirst) {
            Set<Draft> entered = new HashSet<>();
            for (Draft draft : parentsFirst) {
                boolean isAboveAllStores = draft.parents.stream()
                        .allMatch(parent -> entered.contains(parent)
                                && !parent.node.component().isReservoir());
                if (isAboveAllStores) {
                    entered.add(draft);
                }
            }
            return entered;
        }

        private List<WorkerComponent> endsOf(Draft draft) {
            return draft.workers.list().stream().map(ends::component).toList();
        }

        private void check(Draft draft) {
            if (draft.part == null) {
                return;
            }
            SchedulingComponent component = draft.node.component();
            List<String> labels = component.branches();
            if (!labels.isEmpty()) {
                checkLabels(draft, labels);
            }
        }

        private void checkLabels(Draft draft, List<String> labels) {
            SequencedMap<String, Plan.Way> given = draft.part.branches();
            for (String label : given.keySet()) {
                if (!labels.contains(label)) {
                    throw new IllegalArgumentException(draft.node + " has a branch '" + label
                            + "', which means nothing to it; its branches are: " + String.join(", ", labels));
                }
                if (!given.get(label).beginsWithOne()) {
                    throw new IllegalArgumentException("the branch '" + label + "' of " + draft.node
                            + " does not begin with one component; put one there, such as eager");
                }
            }
        }
    }
}
