package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * Looks whether a tree can work, before it is put in charge. It asks the components what they are; nothing is pushed.
 *
 * <p><b>Areas.</b> Components that keep tasks, its reservoirs, part a tree into areas: an area begins at a reservoir,
 * or where tasks enter, and ends at the next reservoirs below or at workers. Within an area a task never rests, so
 * somebody must move it from its upper end to its lower one in a single call, of {@code push} or of {@code pull}; and
 * there must be an occasion for that call.
 *
 * <ul>
 *   <li><i>From where tasks enter</i> they are pushed by the program, which cannot take one back. So every way must
 *       lead to a reservoir without a bound before it comes to one with a bound, which may refuse, or to workers, who
 *       are told of tasks and come for them later.
 *   <li><i>From a reservoir to a reservoir.</i> A reservoir answers pulls with what it keeps, so a pull ends at the
 *       lower one. It makes known that it has room by {@code canPush}, which goes up through what is between; only if
 *       the upper reservoir then pushes by itself, if it is a pump, does a task move.
 *   <li><i>From a reservoir to workers.</i> The worker is a pump of its own: it pulls whenever it is free. If
 *       everything between lets it, and the reservoir does, nobody else needs to do anything. What does not let pull
 *       turns a worker's pull into {@code canPush}; then the reservoir above must be a pump again. And what is between
 *       that one and the workers is pushed to: there nobody may choose between workers who, as eager does above all and
 *       mct always, has the workers come and pull instead. Eager answers whether it lets pull by what is above it, and
 *       pushes to workers who have asked; what says that it lets pull though nothing above does, waits for pulls that
 *       bring nothing.
 * </ul>
 *
 * <p>The way of hints need not be looked at: the base class passes them on, and the contract of components demands it
 * of those that override it.
 *
 * <p>One thread, while no method of the components runs. Costs a few steps per component and way.
 *
 * <p>Source: the rules for modular schedulers in StarPU's handbook (Archipoff; Sergent), as {@code docs/tree-rules.md}
 * tells them.
 */
public final class Rules {
    private final List<String> broken = new ArrayList<>();
    private final Set<SchedulingComponent> all = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<SchedulingComponent> inOrder = new ArrayList<>();
    private final Map<SchedulingComponent, WorkerSet> below = new IdentityHashMap<>();
    private final Map<SchedulingComponent, Boolean> direct = new IdentityHashMap<>();

    private Rules() {}

    /**
     * Looks which rules a tree breaks.
     *
     * @param root where tasks enter
     * @param workers those of the context
     * @return a sentence for each rule that is broken, with the name of the component; empty if the tree can work
     */
    public static List<String> broken(SchedulingComponent root, WorkerSet workers) {
        Rules rules = new Rules();
        if (rules.walk(root, new LinkedHashSet<>())) {
            rules.checkChildren();
            rules.checkReach(root, workers);
            rules.checkBranches();
            rules.checkEntry(root);
            rules.checkPumps(rules.area(root));
        }
        return List.copyOf(rules.broken);
    }

    /** Finds all components, parents first, and the workers below each; false if the tree goes round in a circle. */
    private boolean walk(SchedulingComponent component, LinkedHashSet<SchedulingComponent> above) {
        if (!above.add(component)) {
            List<SchedulingComponent> circle = new ArrayList<>(above);
            circle = circle.subList(circle.indexOf(component), circle.size());
            broken.add(named(component) + " is below itself, by the way "
                    + circle.stream().map(SchedulingComponent::toString).collect(Collectors.joining(" / ")) + " / "
                    + component + ": a hint would go round for ever; end the way in workers instead");
            return false;
        }
        if (all.add(component)) {
            inOrder.add(component);
            List<WorkerSet> sets = new ArrayList<>();
            if (isEnd(component)) {
                sets.add(component.context().workersInContext());
            }
            boolean leads = !component.isReservoir();
            for (SchedulingComponent child : component.context().children()) {
                if (!walk(child, above)) {
                    return false;
                }
                sets.add(below.get(child));
                leads &= direct.get(child);
            }
            below.put(component, Below.united(sets));
            direct.put(component, leads);
        }
        above.remove(component);
        return true;
    }

    private static boolean isEnd(SchedulingComponent component) {
        return component.context().children().isEmpty();
    }

    /** A component in words; with its kind, if the name does not tell it. */
    private static String named(SchedulingComponent component) {
        return component.context() instanceof Node node ? node.toString() : "component '" + component + "'";
    }

    private static String names(List<SchedulingComponent> components) {
        return components.stream()
                        .limit(4)
                        .map(component -> "'" + component + "'")
                        .collect(Collectors.joining(", "))
                + (components.size() > 4 ? " and " + (components.size() - 4) + " more" : "");
    }

    // Who may have how many children, and who must choose.

    private void checkChildren() {
        for (SchedulingComponent component : inOrder) {
            List<SchedulingComponent> children = component.context().children();
            if (children.size() > component.mostChildren()) {
                broken.add(named(component) + " has " + children.size() + " components below it, " + names(children)
                        + ", but can have "
                        + (component.mostChildren() == 1 ? "one child" : component.mostChildren() + " children")
                        + ": it would never use the others; put one that chooses between, such as eager");
            }
        }
    }

    /** Whether a component chooses between any children, rather than between branches that mean something to it. */
    private static boolean chooses(SchedulingComponent component) {
        return component.mostChildren() > 1 && component.branches().isEmpty();
    }

    private void checkReach(SchedulingComponent root, WorkerSet workers) {
        for (Worker worker : workers.list()) {
            if (!below.get(root).contains(worker)) {
                broken.add("worker '" + worker.name()
                        + "' is below no component: it would never be given a task; let a way from " + named(root)
                        + " end in it, such as 'each worker:'");
            }
        }
        for (SchedulingComponent component : inOrder) {
            if (below.get(component).isEmpty()) {
                broken.add(named(component)
                        + " has no worker of the context below it: tasks that go there would stay; end the way in "
                        + "workers, or leave"
                        + " it out");
            }
        }
        if (below.get(root).size() > 1
                && inOrder.stream()
                        .noneMatch(component -> chooses(component)
                                && component.context().children().size() > 1)) {
            broken.add("no component below " + named(root) + " chooses between the "
                    + below.get(root).size()
                    + " workers: a tree needs at least one that maps tasks to resources; put one above 'each "
                    + "worker:', such as"
                    + " eager");
        }
    }

    private void checkBranches() {
        for (SchedulingComponent component : inOrder) {
            if (component.branches().isEmpty()) {
                continue;
            }
            for (String label : component.branches()) {
                SchedulingComponent branch = component.context().branch(label);
                if (branch == null) {
                    continue; // What that means the component knows.
                }
                List<Worker> missing = below.get(component).list().stream()
                        .filter(worker -> !below.get(branch).contains(worker))
                        .toList();
                if (!missing.isEmpty()) {
                    broken.add("the branch '" + label + "' of " + named(component) + " does not lead to "
                            + new WorkerSet(missing)
                            + ", which other branches lead to: a task that only these can execute and that takes this "
                            + "branch would"
                            + " never run; let all branches lead to the same workers");
                }
            }
        }
    }

    // Where tasks enter.

    private void checkEntry(SchedulingComponent root) {
        List<SchedulingComponent> bounded = new ArrayList<>();
        List<SchedulingComponent> ends = new ArrayList<>();
        for (SchedulingComponent component : lowerEnds(root)) {
            if (!component.isReservoir()) {
                ends.add(component);
            } else if (component.isBounded()) {
                bounded.add(component);
            }
        }
        if (!bounded.isEmpty()) {
            broken.add(named(bounded.getFirst())
                    + (bounded.size() == 1 ? "" : ", like " + (bounded.size() - 1) + " more,")
                    + " refuses tasks beyond its bound, but nothing above it keeps any number of them: the "
                    + "program, which pushes at the"
                    + " root, cannot take a refused task back; put a component without bounds above it, such "
                    + "as fifo or prio");
        }
        if (!ends.isEmpty()) {
            SchedulingComponent top = highestWithoutStore(root);
            broken.add("nothing keeps tasks between where they enter and "
                    + (isEnd(top) ? named(top) : names(ends) + " below " + named(top))
                    + ": a worker comes for tasks when it is free, and until then the program cannot take them back; "
                    + "put a component"
                    + " without bounds above, such as fifo or prio");
        }
    }

    /** The component above which a store is missing: as high as none has one on its way to all its workers already. */
    private SchedulingComponent highestWithoutStore(SchedulingComponent top) {
        List<SchedulingComponent> without = top.context().children().stream()
                .filter(child -> lowerEnds(child).stream().anyMatch(end -> !end.isReservoir()))
                .toList();
        boolean othersHaveOne = without.size() < top.context().children().size();
        return without.size() == 1 && othersHaveOne ? highestWithoutStore(without.getFirst()) : top;
    }

    /**
     * The components that a task passes in the area that begins at a component; that itself first, reservoirs and ends
     * not.
     */
    private List<SchedulingComponent> area(SchedulingComponent top) {
        List<SchedulingComponent> passed = new ArrayList<>();
        if (top.isReservoir()) {
            return passed;
        }
        Set<SchedulingComponent> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(top, seen, passed, new ArrayList<>());
        return passed;
    }

    /** The next reservoirs and ends below, or the component itself if it is one. */
    private List<SchedulingComponent> lowerEnds(SchedulingComponent top) {
        List<SchedulingComponent> ends = new ArrayList<>();
        collect(top, Collections.newSetFromMap(new IdentityHashMap<>()), new ArrayList<>(), ends);
        return ends;
    }

    private static void collect(
            SchedulingComponent component,
            Set<SchedulingComponent> seen,
            List<SchedulingComponent> passed,
            List<SchedulingComponent> ends) {
        if (!seen.add(component)) {
            return;
        }
        if (component.isReservoir() || isEnd(component)) {
            ends.add(component);
            return;
        }
        passed.add(component);
        for (SchedulingComponent child : component.context().children()) {
            collect(child, seen, passed, ends);
        }
    }

    // Who moves tasks.

    private void checkPumps(List<SchedulingComponent> entered) {
        Map<SchedulingComponent, Boolean> pullable = new HashMap<>();
        for (SchedulingComponent component : inOrder) {
            if (isEnd(component)) {
                continue;
            }
            if (component.isReservoir()) {
                checkPump(component);
            }
            boolean waits = !component.isReservoir()
                    && !entered.contains(component)
                    && chooses(component)
                    && component.letsPull();
            if (waits && direct.get(component) && !isPullable(component, pullable)) {
                broken.add(named(component)
                        + " has workers come and pull, since nothing below it keeps tasks, but "
                        + names(component.context().parents().stream()
                                .filter(parent -> !isPullable(parent, pullable))
                                .toList())
                        + " above lets nobody pull: no task would come through; put a component that keeps tasks "
                        + "below it, such as"
                        + " prio(ntasks=30), or eager in its place");
            }
        }
    }

    /** Whether a worker that pulls from a component comes by tasks of a reservoir above. */
    private static boolean isPullable(SchedulingComponent component, Map<SchedulingComponent, Boolean> known) {
        Boolean answer = known.get(component);
        if (answer == null) {
            answer = component.letsPull()
                    && (component.isReservoir()
                            || component.context().parents().stream().anyMatch(parent -> isPullable(parent, known)));
            known.put(component, answer);
        }
        return answer;
    }

    private void checkPump(SchedulingComponent reservoir) {
        if (reservoir.isPump()) {
            return;
        }
        if (!reservoir.letsPull()) {
            broken.add(named(reservoir)
                    + " keeps tasks, but neither pushes them when there is room below nor lets anybody pull them: "
                    + "they would stay for"
                    + " ever; put another component in its place, such as fifo or prio");
            return;
        }
        Set<SchedulingComponent> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SchedulingComponent child : reservoir.context().children()) {
            SchedulingComponent hindrance = firstThatDoesNotLetPull(child, seen);
            if (hindrance != null) {
                broken.add(named(reservoir) + " pushes nothing when there is room below, but "
                        + (hindrance.isReservoir()
                                ? named(hindrance) + " keeps tasks itself, and must be pushed to"
                                : named(hindrance) + " lets nobody pull")
                        + ": no task would come from the one to the other; put a component between or in its place "
                        + "that pushes by"
                        + " itself, such as fifo or prio");
                return;
            }
        }
    }

    private static SchedulingComponent firstThatDoesNotLetPull(
            SchedulingComponent component, Set<SchedulingComponent> seen) {
        if (isEnd(component) && !component.isReservoir() || !seen.add(component)) {
            return null;
        }
        if (component.isReservoir() || !component.letsPull()) {
            return component;
        }
        for (SchedulingComponent child : component.context().children()) {
            SchedulingComponent found = firstThatDoesNotLetPull(child, seen);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
