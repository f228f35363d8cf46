package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.url;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.Parameter;
import org.asterism.api.PolicyDescription;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.Test;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.Bundle;
import org.osgi.framework.InvalidSyntaxException;

/**
 * The bundle of each policy and of each component is stopped and started again while its contexts have tasks. Contexts
 * of other policies notice nothing.
 */
public class EveryPolicyIT extends Journey {
    private static final String TREES = "org.asterism.policy.modular";
    private static final String TEST = "graph_test";
    private static final String FALLBACK = "eager";

    /** Tasks of each of two contexts per stop. */
    private static final int PART = 300;

    /** Called by Pax Exam, outside of the framework. */
    @Override
    @Configuration
    public Option[] container() {
        ClassPathBundles bundles = new ClassPathBundles();
        Option plugins = composite(bundles.all().keySet().stream()
                .filter(name -> name.matches("org\\.asterism\\.(kit\\.component|policy\\..*|components\\..*)"))
                .filter(name -> !name.matches("org\\.asterism\\.policy\\.(eager|prio)")) // which every journey has
                .map(name -> url(bundles.location(name)))
                .toArray(Option[]::new));
        return Stream.concat(Stream.of(super.container()), Stream.of(plugins)).toArray(Option[]::new);
    }

    /** The bundles that offer a service, by the names that its property gives. */
    private Map<String, Bundle> providers(Class<?> service, String property) throws InvalidSyntaxException {
        Map<String, Bundle> found = new TreeMap<>();
        for (var reference : container.getAllServiceReferences(service.getName(), null)) {
            found.put((String) reference.getProperty(property), reference.getBundle());
        }
        return found;
    }

    private Map<String, Bundle> policies() throws InvalidSyntaxException {
        return providers(SchedulingPolicyFactory.class, SchedulingPolicyFactory.NAME);
    }

    @Test
    public void shouldLeaveTheRelativesOfEachPolicyInChargeWhileItsBundleIsStopped() throws Exception {
        TaskRuntime runtime = runtime();
        Await.until("the policies are there", () -> runtime.policies().size() > 30);
        Map<String, Bundle> all = policies();
        all.values().removeIf(bundle -> bundle.getSymbolicName().equals(TREES));
        all.remove(TEST); // another name of graph, in the same bundle
        Set<String> alone = new TreeSet<>(all.keySet());
        assertTrue("policies: " + alone, alone.containsAll(List.of("dm", "dmdas", "ws", "peager", "eager")));
        assertEquals(
                "each policy has a bundle of its own",
                all.size(),
                Set.copyOf(all.values()).size());
        stopEach(
                runtime,
                all.entrySet().stream().map(policy -> stop(policy, all)).toList());
    }

    private static Stop stop(Map.Entry<String, Bundle> policy, Map<String, Bundle> all) {
        String family = policy.getValue().getSymbolicName().replaceFirst("\\.[^.]*$", "");
        return all.entrySet().stream()
                .filter(other -> !other.getKey().equals(policy.getKey()))
                .filter(other -> other.getValue().getSymbolicName().startsWith(family + "."))
                .map(other -> new Stop(policy.getValue(), policy.getKey(), other.getKey()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    public void shouldLeaveOtherTreesInChargeWhileTheBundleOfEachComponentIsStopped() throws Exception {
        TaskRuntime runtime = runtime();
        SchedulingTrees trees = service(SchedulingTrees.class);
        Map<String, Bundle> components = providers(SchedulingComponentFactory.class, SchedulingComponentFactory.NAME);
        Await.until(
                "all trees are there",
                () -> trees.declared().stream().allMatch(tree -> tree.missing().isEmpty()));
        components.values().removeIf(bundle -> bundle.getSymbolicName().equals(TREES));
        assertTrue("components: " + components.keySet(), components.size() > 10);
        assertEquals(
                "each component has a bundle of its own",
                components.size(),
                Set.copyOf(components.values()).size());
        List<Stop> stops = new ArrayList<>();
        components.forEach((component, bundle) -> stops.add(new Stop(
                bundle,
                treeOf(trees, component, true).orElseThrow(() -> new AssertionError("no tree uses " + component)),
                treeOf(trees, component, false).orElse("random"))));
        stopEach(runtime, stops);
    }

    @Test
    public void shouldEnforceWhatEachPolicyDeclaresOfItsParameters() throws Exception {
        TaskRuntime runtime = runtime();
        SchedulingTrees trees = service(SchedulingTrees.class);
        Await.until(
                "all trees are there",
                () -> trees.declared().stream().allMatch(tree -> tree.missing().isEmpty()));
        SchedulingContext context = runtime.defaultContext();
        int ranges = 0;
        for (PolicyDescription policy : runtime.policies()) {
            refuses(context, policy.name(), "nonsense", "1", "unknown property 'nonsense'");
            if (trees.declared().stream().noneMatch(tree -> tree.name().equals(policy.name()))) {
                refusesParametersOfOthers(context, policy, runtime.policies());
            }
            for (String line : policy.parameters()) {
                Parameter parameter = Parameter.of(line);
                if (parameter.name().contains("ARCH")) {
                    continue; // one for each architecture
                }
                String value = "is '-1'";
                if (!parameter.words().isEmpty() && parameter.words().size() > 1) {
                    refuses(
                            context,
                            policy.name(),
                            parameter.name(),
                            "-1",
                            parameter.words().get(0));
                } else if (!parameter.allowed().isEmpty()) {
                    ranges++;
                    refuses(context, policy.name(), parameter.name(), "-1", value);
                    context.usePolicy(policy.name(), Map.of(parameter.name(), parameter.standard()));
                } else if (parameter.standard().matches("true|false|[0-9.]+ ?[num]?s")) {
                    refuses(context, policy.name(), parameter.name(), "-1", value);
                    context.usePolicy(policy.name(), Map.of(parameter.name(), parameter.standard()));
                }
            }
        }
        assertTrue("ranges: " + ranges, ranges > 100);
        context.usePolicy(FALLBACK);
    }

    private static void refusesParametersOfOthers(
            SchedulingContext context, PolicyDescription policy, Collection<PolicyDescription> all) {
        Set<String> own = names(policy);
        Set<String> tried = new TreeSet<>(own);
        for (PolicyDescription other : all) {
            for (String name : names(other)) {
                if (tried.add(name)) {
                    List<String> said = new ArrayList<>(own);
                    said.add("unknown property '" + name + "'");
                    refuses(context, policy.name(), name, "1", said.toArray(String[]::new));
                }
            }
        }
    }

    private static Set<String> names(PolicyDescription policy) {
        return policy.parameters().stream()
                .map(line -> Parameter.of(line).name())
                .collect(Collectors.toSet());
    }

    private static void refuses(SchedulingContext context, String policy, String name, String value, String... said) {
        try {
            context.usePolicy(policy, Map.of(name, value));
        } catch (IllegalArgumentException | PolicyRefusedException refusal) {
            for (String part : said) {
                assertTrue(
                        policy + ": " + refusal.getMessage(),
                        refusal.getMessage().contains(part));
            }
            return;
        }
        throw new AssertionError(policy + " accepts " + name + "=" + value);
    }

    /** A tree with, or without, a component. */
    private static Optional<String> treeOf(SchedulingTrees trees, String component, boolean with) {
        Pattern kind = Pattern.compile("(?<![\\w-])" + Pattern.quote(component) + "(?![\\w-])");
        return trees.declared().stream()
                .filter(tree -> kind.matcher(trees.write(tree.description())).find() == with)
                .map(tree -> tree.name())
                .findFirst();
    }

    /**
     * A bundle to stop.
     *
     * @param policy its own, or that of a tree with its component
     * @param relative a policy that does not need it
     */
    private record Stop(Bundle bundle, String policy, String relative) {}

    private void stopEach(TaskRuntime runtime, Collection<Stop> stops) throws Exception {
        int number = stops.size() * PART;
        CountedTasks tasks = countedTasks(number);
        CountedTasks others = countedTasks(number);
        SchedulingContext context = runtime.createContext(described("stopped", 0));
        SchedulingContext neighbour = runtime.createContext(described("neighbour", 1));
        FutureTask<List<Task>> first = Await.inBackground("first", () -> tasks.submit(context, 0, number));
        FutureTask<List<Task>> second = Await.inBackground("second", () -> others.submit(neighbour, 0, number));
        for (Stop stop : stops) {
            context.usePolicy(stop.policy());
            neighbour.usePolicy(stop.relative());
            awaitInCharge(context, stop.policy());
            awaitInCharge(neighbour, stop.relative());
            long changes = neighbour.policyChanges();
            tasks.allow(PART / 2);
            others.allow(PART / 2);

            stop(stop.bundle());
            assertEquals(stop + " is stopped", Bundle.RESOLVED, stop.bundle().getState());
            assertFalse(stop + " is out of charge", context.policy().equals(Optional.of(stop.policy())));
            boolean isFallback = stop.policy().equals(FALLBACK);
            assertEquals(stop.toString(), isFallback ? ContextState.PARKED : ContextState.ACTIVE, context.state());
            assertEquals(stop + " left it alone", changes, neighbour.policyChanges());
            assertEquals(stop.toString(), Optional.of(stop.relative()), neighbour.policy());
            tasks.allow(PART / 4);
            others.allow(PART / 4);

            stop.bundle().start();
            awaitInCharge(context, stop.policy());
            assertEquals(stop + " left it alone", changes, neighbour.policyChanges());
            tasks.allow(PART - PART / 2 - PART / 4);
            others.allow(PART - PART / 2 - PART / 4);
        }
        Await.end("submission", first);
        Await.end("submission", second);
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        others.assertEachRanOnce();
        context.close();
        neighbour.close();
    }

    /** A context of one worker. */
    private static ContextDescription described(String name, int worker) {
        return ContextDescription.named(name)
                .withPolicy("prio")
                .withFallbackPolicy(Optional.of(FALLBACK))
                .withWorkers(WorkerSelection.parse("cpu-" + worker));
    }

    private static void awaitInCharge(SchedulingContext context, String policy) {
        Await.until(
                policy + " is in charge of " + context.name(),
                () -> context.policy().equals(Optional.of(policy)) && context.state() == ContextState.ACTIVE);
    }
}
