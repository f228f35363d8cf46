package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.policy.modular.internal.worker.CombinedWorkerComponent;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.Reentry;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.policy.modular.internal.worker.WorkerKind;
import org.asterism.spi.component.ComponentFamily;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/** Ends of the ways of a tree under assembly: each worker once, and each combined worker that a way leads to. */
final class Ends {
    private final Plan plan;
    private final PolicyContext policy;
    private final Reentry reentry;
    private final Consumer<Draft> register;
    private final Map<Integer, Draft> single = new HashMap<>();
    private final Map<CombinedWorker, Draft> combined = new LinkedHashMap<>();
    private final Map<CombinedWorker, String> names = new HashMap<>();

    /** By worker or combined worker: the parameters in the description. */
    private final Map<Object, Map<String, String>> parameters = new HashMap<>();

    /**
     * Creates an empty set of ends.
     *
     * @param register receives each new end
     */
    Ends(Plan plan, PolicyContext policy, Reentry reentry, Consumer<Draft> register) {
        this.plan = plan;
        this.policy = policy;
        this.reentry = reentry;
        this.register = register;
    }

    Draft of(Worker worker) {
        return single.computeIfAbsent(worker.id(), id -> {
            Draft draft = new Draft(worker.name(), "", null);
            draft.workers = new WorkerSet(List.of(worker));
            register.accept(draft);
            return draft;
        });
    }

    Draft of(Worker worker, Map<String, String> said) {
        say(worker, worker.name(), said);
        return of(worker);
    }

    Draft of(CombinedWorker together) {
        return combined.computeIfAbsent(together, key -> {
            Draft draft = new Draft(name(key), "", null);
            draft.combined = key;
            draft.workers = new WorkerSet(List.of(), List.of(key));
            register.accept(draft);
            return draft;
        });
    }

    Draft of(Place place, Map<String, String> said) {
        if (place.combined() == null) {
            throw new IllegalArgumentException("'" + CombinedWorkerKind.NAME
                    + "' stands for workers that are combined, but is not below 'each " + Level.COMBINED_WORKER
                    + "'; put that above it");
        }
        say(place.combined(), place.combined().name(), said);
        return of(place.combined());
    }

    private void say(Object who, String name, Map<String, String> said) {
        Map<String, String> before = parameters.putIfAbsent(who, said);
        if (before != null && !before.equals(said)) {
            throw new IllegalArgumentException("two ways end in '" + name + "', with different parameters: " + before
                    + " and " + said + "; a worker has one component for the whole tree");
        }
    }

    /** Returns the name of combined workers, which no worker and no other combination has. */
    String name(CombinedWorker together) {
        String known = names.get(together);
        if (known == null) {
            known = "team-" + together.name();
            for (int number = 2; names.containsValue(known); number++) {
                known = "team-" + together.name() + "+" + number;
            }
            names.put(together, known);
        }
        return known;
    }

    /** Creates the node of an end. */
    Node node(Draft draft) {
        return draft.combined == null ? node(draft, draft.workers.first()) : node(draft, draft.combined);
    }

    private Node node(Draft draft, Worker worker) {
        ComponentKind kind = new ComponentKind(
                WorkerKind.NAME,
                ComponentFamily.WORKER.toString(),
                WorkerKind.NAMES,
                context -> new WorkerComponent(context, worker, reentry));
        return node(draft, kind, parameters.getOrDefault(worker, plan.endParameters()));
    }

    private Node node(Draft draft, CombinedWorker together) {
        ComponentKind kind = new ComponentKind(
                CombinedWorkerKind.NAME,
                ComponentFamily.WORKER.toString(),
                CombinedWorkerKind.NAMES,
                context -> new CombinedWorkerComponent(context, together, reentry));
        return node(draft, kind, parameters.getOrDefault(together, plan.combinedParameters()));
    }

    private Node node(Draft draft, ComponentKind kind, Map<String, String> said) {
        Plan.Part part = new Plan.Part(draft.name, "", kind, new LinkedHashMap<>(said), new LinkedHashMap<>());
        return new Node(part, draft.name, "", policy);
    }

    /** Whether a node still has the right component. A new worker may have the name of a removed one. */
    static boolean stillStandsFor(Node known, Draft draft) {
        SchedulingComponent component = known.component();
        if (draft.part != null) {
            return !known.isEnd();
        }
        return draft.combined == null
                ? component instanceof WorkerComponent own && own.worker() == draft.workers.first()
                : component instanceof CombinedWorkerComponent together
                        && together.combined().equals(draft.combined);
    }

    /** Returns the component of a worker, once it has a node. */
    WorkerComponent component(Worker worker) {
        return (WorkerComponent) single.get(worker.id()).node.component();
    }

    /**
     * Connects each worker's component with those of the combinations that it leads, and each combination with its
     * members.
     */
    void introduce() {
        Map<WorkerComponent, List<CombinedWorkerComponent>> led = new HashMap<>();
        for (Draft end : single.values()) {
            led.put((WorkerComponent) end.node.component(), new ArrayList<>());
        }
        for (Draft end : combined.values()) {
            CombinedWorkerComponent component = (CombinedWorkerComponent) end.node.component();
            List<Draft> members = end.combined.members().stream()
                    .map(member -> memberOf(end, member))
                    .toList();
            component.consistOf(
                    members.stream()
                            .map(member -> (WorkerComponent) member.node.component())
                            .toList(),
                    members.stream().map(Ends::highestOnlyAbove).toList());
            led.get(component(end.combined.leader())).add(component);
        }
        led.forEach(WorkerComponent::lead);
    }

    private Draft memberOf(Draft end, Worker member) {
        Draft own = single.get(member.id());
        if (own == null) {
            throw new IllegalArgumentException("'" + member.name() + "' is combined with others in '" + end.name
                    + "', but no way ends in itself; let one, such as 'each worker'");
        }
        return own;
    }

    /**
     * Returns the highest components that are above this worker only, or the worker's own component if there are none.
     */
    private static List<SchedulingComponent> highestOnlyAbove(Draft own) {
        Set<SchedulingComponent> highest = new LinkedHashSet<>();
        collectHighest(own, own, highest);
        return List.copyOf(highest);
    }

    private static void collectHighest(Draft draft, Draft own, Set<SchedulingComponent> into) {
        boolean isHighest = true;
        for (Draft parent : draft.parents) {
            if (parent.workers.equals(own.workers)) {
                isHighest = false;
                collectHighest(parent, own, into);
            }
        }
        if (isHighest) {
            into.add(draft.node.component());
        }
    }
}
