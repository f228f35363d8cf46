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
 * Check whether a tree can work, before it becomes active. It queries the properties of the components; no task is
 * pushed.
 *
 * <p><b>Areas.</b> Components that keep tasks are reservoirs. They divide a tree into areas: an area begins at a
 * reservoir or at the entrance, and ends at the next reservoirs below or at workers. A task never rests within an area.
 * So a single call of {@code push} or {@code pull} must move it from the upper to the lower end, and some event must
 * cause that call.
 *
 * <ul>
 *   <li><i>From the entrance.</i> The program pushes tasks and cannot take one back. So every way must reach an
 *       unbounded reservoir before a bounded one, which may refuse, and before workers, which are only notified of
 *       tasks and pull them later.
 *   <li><i>From a reservoir to a reservoir.</i> A reservoir answers pulls from its own tasks, so a pull ends at the
 *       lower reservoir. That reservoir reports room by {@code canPush}, which passes up through the components
 *       between. A task moves only if the upper reservoir is a pump, which then pushes by itself.
 *   <li><i>From a reservoir to workers.</i> A worker is itself a pump, because it pulls whenever it is free. That
 *       suffices if all components between and the reservoir allow pulling. A component that in general does not allow
 *       pulling turns a worker's pull into {@code canPush}, and then the reservoir above must be a pump. It pushes
 *       tasks through the components between itself and the workers. None of them may leave the choice between workers
 *       to the workers' pulls. Mct always does this, and eager does it if pulling is allowed above it. Eager allows
 *       pulling if a component above does, and otherwise pushes to workers that have asked. A component that claims to
 *       allow pulling although none above does would wait for pulls that return nothing.
 * </ul>
 *
 * <p>Hints need no check: the base class forwards them, and the contract of components demands the same of overriding
 * methods.
 *
 * <p>Used by one thread while no method of the components runs. The cost is a few steps per component and way.
 *
 * <p>Source: the rules for modular schedulers in StarPU's handbook (Archipoff; Sergent), as {@code docs/tree-rules.md}
 * describes them.
 */
public final class Rules {
    private final List<String> broken = new ArrayList<>();
    private final Set<SchedulingComponent> all = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<SchedulingComponent> inOrder = new ArrayList<>();
    private final Map<SchedulingComponent, WorkerSet> below = new IdentityHashMap<>();
    private final Map<SchedulingComponent, Boolean> direct = new IdentityHashMap<>();

    private Rules() {}

    /**
     * Returns the rules that a tree breaks.
     *
     * @param root root of the tree
     * @param workers workers of the context
     * @return one sentence per broken rule, with the name of the component; empty if the tree can work
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

    /** Finds all components, parents first, and the workers below each. Returns false if the tree has a cycle. */
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

    /** Returns the name of a component, with its kind if the name does not show it. */
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

    // Rules for the number of children, and for components that must choose.

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

    /** Whether a component chooses between arbitrary children, rather than between branches with a meaning. */
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
                    continue; // The component itself knows what the branch means.
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

    // Rules for the entrance.

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

    /**
     * Returns the component above which a store is missing: the highest one without a store on the way to any of its
     * workers.
     */
    private SchedulingComponent highestWithoutStore(SchedulingComponent top) {
        List<SchedulingComponent> without = top.context().children().stream()
                .filter(child -> lowerEnds(child).stream().anyMatch(end -> !end.isReservoir()))
                .toList();
        boolean othersHaveOne = without.size() < top.context().children().size();
        return without.size() == 1 && othersHaveOne ? highestWithoutStore(without.getFirst()) : top;
    }

    /**
     * Returns the components of the area that begins at a component: that component and those below, without reservoirs
     * and ends.
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

    /** Returns the next reservoirs and ends below, or the component itself if it is one. */
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

    // Rules for moving tasks.

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
                        + " above allows no pulling: no task would come through; put a component that keeps tasks "
                        + "below it, such as"
                        + " prio(ntasks=30), or eager in its place");
            }
        }
    }

    /** Whether a pull from a component reaches the tasks of a reservoir above. */
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
                                : named(hindrance) + " allows no pulling")
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
