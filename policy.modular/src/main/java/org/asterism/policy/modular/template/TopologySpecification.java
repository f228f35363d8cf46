package org.asterism.policy.modular.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Template of a tree that follows the machine: one recipe per level of its topology, and one per architecture of
 * workers. Each object of a level with a recipe becomes a component, with the components of its inner objects below. A
 * level without a recipe is skipped. Immutable.
 *
 * <pre>{@code
 * TreeDescription tree = TopologySpecification.machine(Recipe.of("fifo").add("eager"))
 *         .withLevel(Level.NUMA_NODE, Recipe.of(Step.component("fifo").with("ntasks", "8")).add("eager"))
 *         .withWorkers(Recipe.of("best-implementation"))
 *         .mixingHeterogeneousWorkers(false)
 *         .description();
 * }</pre>
 *
 * is
 *
 * <pre>{@code
 * [fifo / eager] / each numa-node: each architecture: [fifo(ntasks=8) / eager] / each worker: best-implementation
 * }</pre>
 *
 * <p>Workers without an object on a level, such as devices, are below the next higher component.
 *
 * <p>Source: {@code starpu_sched_component_make_scheduler} of StarPU's modular schedulers.
 *
 * @param machine recipe of the root
 * @param levels further recipes by level, the outermost first: {@link Level#NUMA_NODE}, {@link Level#SOCKET},
 *     {@link Level#CACHE} or {@link Level#MEMORY_NODE}
 * @param workers recipes above the workers of some architectures
 * @param otherWorkers recipe above all other workers; empty if these are directly below the innermost level
 * @param mixesHeterogeneousWorkers whether workers of several architectures may share a component of the innermost
 *     level; if not, each architecture has its own
 */
public record TopologySpecification(
        Recipe machine,
        SequencedMap<Level, Recipe> levels,
        SequencedMap<Architecture, Recipe> workers,
        Recipe otherWorkers,
        boolean mixesHeterogeneousWorkers) {
    private static final Set<Level> LEVELS = EnumSet.of(Level.NUMA_NODE, Level.SOCKET, Level.CACHE, Level.MEMORY_NODE);
    private static final String OTHERS = "others";

    /**
     * Copies the maps in their order. Refuses levels that are not part of the topology, and empty recipes above
     * workers.
     */
    public TopologySpecification {
        requireComponents("the machine", machine);
        levels = ordered(levels);
        workers = ordered(workers);
        Objects.requireNonNull(otherWorkers, "otherWorkers");
        levels.forEach((level, recipe) -> {
            if (!LEVELS.contains(level)) {
                throw new IllegalArgumentException(
                        "level '" + level + "' has no recipe of its own; allowed are " + LEVELS);
            }
            requireComponents("level '" + level + "'", recipe);
        });
    }

    /**
     * Creates a specification with a root. Workers of all architectures are mixed directly below it.
     *
     * @param recipe recipe of the root
     * @return a specification
     */
    public static TopologySpecification machine(Recipe recipe) {
        return new TopologySpecification(recipe, new LinkedHashMap<>(), new LinkedHashMap<>(), Recipe.empty(), true);
    }

    /**
     * Adds a level below the present ones.
     *
     * @param level level of the topology
     * @param recipe recipe of the component of each object
     * @return a new specification
     */
    public TopologySpecification withLevel(Level level, Recipe recipe) {
        SequencedMap<Level, Recipe> changed = new LinkedHashMap<>(levels);
        changed.put(level, recipe);
        return new TopologySpecification(machine, changed, workers, otherWorkers, mixesHeterogeneousWorkers);
    }

    /**
     * Sets the recipe above each worker of an architecture.
     *
     * @param architecture architecture of the workers
     * @param recipe recipe; empty for no component
     * @return a new specification
     */
    public TopologySpecification withWorkers(Architecture architecture, Recipe recipe) {
        SequencedMap<Architecture, Recipe> changed = new LinkedHashMap<>(workers);
        changed.put(architecture, recipe);
        return new TopologySpecification(machine, levels, changed, otherWorkers, mixesHeterogeneousWorkers);
    }

    /**
     * Sets the recipe above each worker whose architecture has no own recipe.
     *
     * @param recipe recipe; empty for no component
     * @return a new specification
     */
    public TopologySpecification withWorkers(Recipe recipe) {
        return new TopologySpecification(machine, levels, workers, recipe, mixesHeterogeneousWorkers);
    }

    /**
     * Sets whether workers of several architectures may share a component of the innermost level.
     *
     * @param mixes false to create one component per architecture
     * @return a new specification
     */
    public TopologySpecification mixingHeterogeneousWorkers(boolean mixes) {
        return new TopologySpecification(machine, levels, workers, otherWorkers, mixes);
    }

    /**
     * Returns the description of the tree. If workers of several architectures have their own recipes, the innermost
     * recipe is not composed, because its last component has a branch for each.
     *
     * @return description for any machine
     */
    public TreeDescription description() {
        List<Step> steps = new ArrayList<>();
        steps.add(machine.step());
        levels.forEach((level, recipe) -> {
            steps.add(new Step.Each(level, ""));
            if (!mixesHeterogeneousWorkers && level == levels.lastEntry().getKey()) {
                steps.add(new Step.Each(Level.ARCHITECTURE, ""));
            }
            steps.add(recipe.step());
        });
        if (workers.isEmpty()) {
            steps.addAll(each("", otherWorkers));
        } else {
            steps.removeLast();
            steps.addAll(apart(levels.isEmpty() ? machine : levels.lastEntry().getValue()));
        }
        return new TreeDescription(new Chain(steps), new LinkedHashMap<>());
    }

    private List<Step> apart(Recipe innermost) {
        List<Step> steps = new ArrayList<>(innermost.components());
        Step.Component last = innermost.components().getLast();
        if (!innermost.name().isEmpty()) {
            last = last.withName(innermost.name());
        }
        StringBuilder others = new StringBuilder();
        for (Map.Entry<Architecture, Recipe> entry : workers.entrySet()) {
            String filter = "(arch=" + entry.getKey().name() + ")";
            others.append(filter);
            last = last.withBranch(entry.getKey().name(), new Chain(each(filter, entry.getValue())));
        }
        String filter = workers.size() == 1 ? "(!" + others + ")" : "(!(|" + others + "))";
        steps.set(steps.size() - 1, last.withBranch(OTHERS, new Chain(each(filter, otherWorkers))));
        return steps;
    }

    private static List<Step> each(String filter, Recipe recipe) {
        Step.Each each = new Step.Each(Level.WORKER, filter);
        return recipe.components().isEmpty() ? List.of(each) : List.of(each, recipe.step());
    }

    private static <K> SequencedMap<K, Recipe> ordered(Map<K, Recipe> recipes) {
        recipes.forEach((key, recipe) -> Objects.requireNonNull(recipe, () -> "recipe of '" + key + "'"));
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(recipes));
    }

    private static void requireComponents(String what, Recipe recipe) {
        if (recipe.components().isEmpty()) {
            throw new IllegalArgumentException("the recipe of " + what + " is empty; add a component, such as eager");
        }
    }
}
