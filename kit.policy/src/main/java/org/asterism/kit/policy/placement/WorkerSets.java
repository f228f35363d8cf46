package org.asterism.kit.policy.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.model.Predictor;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * Several sets of workers, such as those below each child of a component. Sets may be alike; then the predictor is
 * asked only once for them, see {@link TaskTimes}. A combined worker counts as one worker. New sets are made in
 * {@link SchedulingComponent#changed}. Immutable; any thread may use it.
 */
public final class WorkerSets {
    /** The kind of predictions for a number of workers together. */
    private record Kind(int prediction, int size) {}

    /**
     * The kinds of predictions for the workers of a set, and the memory nodes in which they work. Sets for which these
     * are equal are alike.
     */
    private record Likeness(List<Integer> kinds, Map<Integer, Integer> nodes) {}

    /** Workers of a set, by id, with the numbers of their kinds, from 0. */
    record Members(Runner[] runners, int[] kinds) {}

    /** Numbers of the memory nodes of a set, from 0, and the number of workers in each. */
    record Nodes(int[] numbers, int[] workers) {}

    private record Member(Runner runner, int kind) {}

    private final List<WorkerSet> sets;
    private final Predictor predictor;
    private final Members[] all;
    private final Members[] ones;
    private final Nodes[] nodesOf;
    private final int[] firstLike;
    private final int[] distinct;

    // Numbers of kinds and, by id, of memory nodes.
    private final Map<Kind, Integer> kinds = new HashMap<>();
    private final Map<Integer, Integer> nodes = new LinkedHashMap<>();
    private final int[] nodeIds;

    private WorkerSets(List<WorkerSet> sets, Predictor predictor) {
        this.sets = List.copyOf(sets);
        this.predictor = predictor;
        all = new Members[sets.size()];
        ones = new Members[sets.size()];
        nodesOf = new Nodes[sets.size()];
        firstLike = new int[sets.size()];
        Map<Likeness, Integer> known = new HashMap<>();
        for (int set = 0; set < all.length; set++) {
            fill(set, members(sets.get(set)), known);
        }
        distinct = IntStream.range(0, all.length)
                .filter(set -> firstLike[set] == set)
                .toArray();
        nodeIds = ints(List.copyOf(nodes.keySet()));
    }

    private List<Member> members(WorkerSet set) {
        List<Member> members = new ArrayList<>();
        set.list().forEach(worker -> members.add(member(new Runner(worker))));
        set.combined().forEach(combined -> members.add(member(new Runner(combined))));
        return members;
    }

    private Member member(Runner runner) {
        Kind kind = new Kind(predictor.kind(runner.leader()), runner.size());
        return new Member(runner, kinds.computeIfAbsent(kind, fresh -> kinds.size()));
    }

    private void fill(int set, List<Member> members, Map<Likeness, Integer> known) {
        Map<Integer, Member> firstOfKind = new LinkedHashMap<>();
        Map<Integer, Integer> perNode = new HashMap<>();
        for (Member member : members) {
            firstOfKind.putIfAbsent(member.kind, member);
            int node = member.runner.leader().memoryNode();
            perNode.merge(nodes.computeIfAbsent(node, fresh -> nodes.size()), 1, Integer::sum);
        }
        all[set] = arrays(members);
        firstLike[set] = known.computeIfAbsent(new Likeness(List.copyOf(firstOfKind.keySet()), perNode), like -> set);
        if (firstLike[set] == set) {
            ones[set] = arrays(List.copyOf(firstOfKind.values()));
            nodesOf[set] = new Nodes(ints(perNode.keySet()), ints(perNode.values()));
        } else {
            ones[set] = ones[firstLike[set]];
            nodesOf[set] = nodesOf[firstLike[set]];
        }
    }

    private static Members arrays(List<Member> members) {
        return new Members(
                members.stream().map(Member::runner).toArray(Runner[]::new),
                members.stream().mapToInt(Member::kind).toArray());
    }

    private static int[] ints(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Groups sets of workers.
     *
     * @param sets in the order by which they will be asked about
     * @param predictor says who is predicted alike
     * @return the groups
     */
    public static WorkerSets of(List<WorkerSet> sets, Predictor predictor) {
        return new WorkerSets(sets, predictor);
    }

    /**
     * Groups what is below each child of a component, in its context.
     *
     * @param context the component's place
     * @return a set for each child, in their order
     */
    public static WorkerSets ofChildren(ComponentContext context) {
        return of(
                context.children().stream()
                        .map(child -> child.context().workersInContext())
                        .toList(),
                context.policy().predictor());
    }

    /**
     * Returns the number of sets.
     *
     * @return 0 or more
     */
    public int size() {
        return all.length;
    }

    /**
     * One of the sets.
     *
     * @param set its number, from 0
     * @return as it was given
     */
    public WorkerSet workers(int set) {
        return sets.get(set);
    }

    Members all(int set) {
        return all[set];
    }

    /** The first of each kind. */
    Members ones(int set) {
        return ones[set];
    }

    Nodes nodes(int set) {
        return nodesOf[set];
    }

    /** The first set that is like a set. */
    int firstLike(int set) {
        return firstLike[set];
    }

    /** The sets that are not like one before. */
    int[] distinct() {
        return distinct;
    }

    int kinds() {
        return kinds.size();
    }

    int nodes() {
        return nodeIds.length;
    }

    /** The id of the memory node with a number. */
    int node(int number) {
        return nodeIds[number];
    }
}
