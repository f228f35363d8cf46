package org.asterism.kit.component;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.model.Predictor;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * Several sets of workers, such as those below each child of a component, and which of the sets are alike: of these the
 * predictor is asked once, see {@link TaskTimes}. Combined workers count as one each. Made anew in
 * {@link SchedulingComponent#changed}. Immutable; any thread may use it.
 */
public final class WorkerGroups {
    /** What the workers of a set are predicted by, and where they work: sets that have it in common are alike. */
    private record Likeness(List<Integer> kinds, Map<Integer, Integer> nodes) {}

    /** Which predictions hold for so many workers together. */
    private record Kind(int prediction, int size) {}

    /**
     * Workers that stand for all that are predicted alike, and where data would go. Numbers of kinds and nodes count
     * from 0.
     */
    record Group(Runner[] ones, int[] kinds, int[] nodes, int[] workersOfNode, int workers) {}

    /** The members of one set, by id, with the numbers of their kinds. */
    record Members(Runner[] runners, int[] kinds) {}

    private final List<WorkerSet> sets;
    private final Members[] members;
    private final int[] groupOf;
    private final Group[] groups;
    private final int kinds;
    private final int[] nodes;

    private WorkerGroups(List<WorkerSet> sets, Predictor predictor) {
        this.sets = List.copyOf(sets);
        members = new Members[sets.size()];
        groupOf = new int[sets.size()];
        Map<Kind, Integer> numberOfKind = new HashMap<>();
        Map<Integer, Integer> numberOfNode = new HashMap<>();
        Map<Likeness, Integer> known = new HashMap<>();
        List<Group> made = new ArrayList<>();
        for (int set = 0; set < members.length; set++) {
            List<Runner> runners = runners(sets.get(set));
            int[] kindOf = new int[runners.size()];
            List<Runner> ones = new ArrayList<>();
            List<Integer> distinct = new ArrayList<>();
            Map<Integer, Integer> perNode = new HashMap<>();
            for (int index = 0; index < kindOf.length; index++) {
                Runner runner = runners.get(index);
                Kind itsKind = new Kind(predictor.kind(runner.worker()), runner.size());
                kindOf[index] = numberOfKind.computeIfAbsent(itsKind, kind -> numberOfKind.size());
                if (!distinct.contains(kindOf[index])) {
                    distinct.add(kindOf[index]);
                    ones.add(runner);
                }
                perNode.merge(
                        numberOfNode.computeIfAbsent(runner.worker().memoryNode(), node -> numberOfNode.size()),
                        1,
                        Integer::sum);
            }
            members[set] = new Members(runners.toArray(Runner[]::new), kindOf);
            groupOf[set] = known.computeIfAbsent(new Likeness(distinct, perNode), likeness -> {
                made.add(group(ones, distinct, perNode, runners.size()));
                return made.size() - 1;
            });
        }
        groups = made.toArray(Group[]::new);
        kinds = numberOfKind.size();
        nodes = new int[numberOfNode.size()];
        numberOfNode.forEach((node, number) -> nodes[number] = node);
    }

    private static List<Runner> runners(WorkerSet set) {
        List<Runner> runners = new ArrayList<>();
        set.list().forEach(worker -> runners.add(new Runner(worker, null)));
        set.combined().forEach(combined -> runners.add(new Runner(combined.leader(), combined)));
        return runners;
    }

    private static Group group(List<Runner> ones, List<Integer> kinds, Map<Integer, Integer> perNode, int workers) {
        int[] nodes = perNode.keySet().stream().mapToInt(Integer::intValue).toArray();
        int[] numbers = new int[nodes.length];
        for (int index = 0; index < nodes.length; index++) {
            numbers[index] = perNode.get(nodes[index]);
        }
        return new Group(
                ones.toArray(Runner[]::new),
                kinds.stream().mapToInt(Integer::intValue).toArray(),
                nodes,
                numbers,
                workers);
    }

    /**
     * Groups sets of workers.
     *
     * @param sets in the order by which they will be asked about
     * @param predictor says who is predicted alike
     * @return the groups
     */
    public static WorkerGroups of(List<WorkerSet> sets, Predictor predictor) {
        return new WorkerGroups(sets, predictor);
    }

    /**
     * Groups what is below each child of a component, in its context.
     *
     * @param context the component's place
     * @return a set for each child, in their order
     */
    public static WorkerGroups ofChildren(ComponentContext context) {
        List<WorkerSet> below = new ArrayList<>();
        for (SchedulingComponent child : context.children()) {
            below.add(child.context().workersInContext());
        }
        return new WorkerGroups(below, context.policy().predictor());
    }

    /**
     * How many sets there are.
     *
     * @return 0 or more
     */
    public int size() {
        return members.length;
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

    Members members(int set) {
        return members[set];
    }

    int groupOf(int set) {
        return groupOf[set];
    }

    int groups() {
        return groups.length;
    }

    Group group(int number) {
        return groups[number];
    }

    int kinds() {
        return kinds;
    }

    int nodes() {
        return nodes.length;
    }

    /** The id of the memory node with a number. */
    int node(int number) {
        return nodes[number];
    }
}
