package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.WorkerKind;

/** Planner that turns a description into a plan. It refuses descriptions that no set of workers could satisfy. */
public final class Planner {
    private final TreeDescription description;
    private final ComponentKinds kinds;
    private final Names names;
    private final Overrides overrides;
    private final Map<String, Plan.Way> parts = new HashMap<>();

    private Planner(TreeDescription description, ComponentKinds kinds, Map<String, String> properties) {
        this.description = description;
        this.kinds = kinds;
        names = new Names(description);
        overrides = new Overrides(properties);
    }

    /**
     * Creates a plan.
     *
     * @param description consistent description: references have a target and no cycle
     * @param kinds available kinds of components
     * @param properties properties of the policy: {@code NAME.parameter} or {@code KIND.parameter} overrides a
     *     parameter
     * @return the plan
     * @throws IllegalArgumentException if a kind or parameter is missing or wrong; the message names it and the
     *     available ones
     */
    public static Plan plan(TreeDescription description, ComponentKinds kinds, Map<String, String> properties) {
        TreeDescription apart = Apart.of(description);
        Planner planner = new Planner(apart, kinds, properties);
        Plan plan =
                new Plan(planner.way(apart.root()), planner.endParameters(Map.of()), planner.combinedParameters(apart));
        apart.parts().forEach((name, chain) -> planner.part(name));
        planner.overrides.refuseUnknown();
        return plan;
    }

    private Plan.Way way(Chain chain) {
        List<Plan.Stretch> stretches = new ArrayList<>();
        List<Step> steps = chain.steps();
        for (int index = 0; index < steps.size(); index++) {
            boolean isLast = index == steps.size() - 1;
            switch (steps.get(index)) {
                case Step.Component component when isEnd(component) -> stretches.add(ends(component, isLast));
                case Step.Component component -> stretches.add(part(component, ""));
                case Step.Composed composed -> addParts(composed, stretches);
                case Step.Each each -> stretches.add(new Plan.Fan(each));
                case Step.Reference reference -> stretches.add(new Plan.Join(reference.name(), part(reference.name())));
            }
        }
        return new Plan.Way(stretches);
    }

    private void addParts(Step.Composed composed, List<Plan.Stretch> stretches) {
        String name = names.of(composed);
        for (Step.Component part : composed.parts()) {
            if (isEnd(part)) {
                throw new IllegalArgumentException("component '" + name
                        + "' is composed of a worker's component too; workers end a tree, and are part of nothing");
            }
            stretches.add(part(part, name));
        }
    }

    private Plan.Part part(Step.Component step, String composite) {
        String name = names.of(step);
        ComponentKind kind = kinds.kind(step.kind());
        if (kind == null) {
            throw new IllegalArgumentException("there is no component of the kind '" + step.kind() + "'"
                    + (step.name().isEmpty() ? "" : ", which '" + name + "' is to be") + "; there are: "
                    + String.join(", ", kinds.names()));
        }
        SequencedMap<String, String> parameters =
                overrides.apply(name, kind.name(), kind.parameters(), step.parameters());
        SequencedMap<String, Plan.Way> branches = new LinkedHashMap<>();
        step.branches().forEach((label, chain) -> branches.put(label, way(chain)));
        return new Plan.Part(name, composite, kind, parameters, branches);
    }

    private static boolean isEnd(Step.Component component) {
        return component.kind().equals(WorkerKind.NAME) || component.kind().equals(CombinedWorkerKind.NAME);
    }

    private Plan.Ends ends(Step.Component step, boolean isLast) {
        String kind = step.kind();
        if (!isLast || !step.branches().isEmpty()) {
            throw new IllegalArgumentException("the component '" + kind + "' ends a tree; nothing can be below it");
        }
        if (!step.name().isEmpty()) {
            throw new IllegalArgumentException("the component '" + kind + "' cannot be called '" + step.name()
                    + "'; each has the name of its worker");
        }
        return kind.equals(WorkerKind.NAME)
                ? new Plan.Ends(false, endParameters(step.parameters()))
                : new Plan.Ends(true, combinedParameters(step.parameters()));
    }

    private Map<String, String> endParameters(Map<String, String> given) {
        return overrides.apply(WorkerKind.NAME, WorkerKind.NAME, WorkerKind.NAMES, given);
    }

    private Map<String, String> combinedParameters(Map<String, String> given) {
        return overrides.apply(CombinedWorkerKind.NAME, CombinedWorkerKind.NAME, CombinedWorkerKind.NAMES, given);
    }

    /** Returns the parameters of combined workers' components; empty for trees without combined workers. */
    private Map<String, String> combinedParameters(TreeDescription described) {
        boolean hasCombined = Stream.concat(Stream.of(described.root()), described.parts().values().stream())
                .anyMatch(Planner::hasCombined);
        return hasCombined ? combinedParameters(Map.of()) : Map.of();
    }

    private static boolean hasCombined(Chain chain) {
        return chain.steps().stream().anyMatch(step -> switch (step) {
            case Step.Each each -> each.level() == Level.COMBINED_WORKER;
            case Step.Component component ->
                component.branches().values().stream().anyMatch(Planner::hasCombined);
            case Step.Composed composed -> false;
            case Step.Reference reference -> false;
        });
    }

    private Plan.Way part(String name) {
        Plan.Way known = parts.get(name);
        if (known != null) {
            return known;
        }
        Plan.Way way = way(description.parts().get(name));
        parts.put(name, way);
        return way;
    }
}
