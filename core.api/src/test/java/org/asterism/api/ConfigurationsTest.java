package org.asterism.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.LinkSettings;
import org.asterism.api.model.ModelSettings;
import org.junit.jupiter.api.Test;

/** Configurations of runtimes and contexts: each change makes a copy that differs in nothing else. */
class ConfigurationsTest {
    /** What the accessors give, by their names. */
    private static Map<String, Object> values(Object configuration) throws ReflectiveOperationException {
        Map<String, Object> values = new TreeMap<>();
        for (Method method : configuration.getClass().getDeclaredMethods()) {
            boolean isAccessor = Modifier.isPublic(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 0
                    && method.getReturnType() != configuration.getClass()
                    && !List.of("hashCode", "toString").contains(method.getName());
            if (isAccessor) {
                values.put(method.getName(), method.invoke(configuration));
            }
        }
        return values;
    }

    /** Checks that a change changes these values of a copy, and returns the copy. */
    private static <C> C changes(C before, UnaryOperator<C> change, String... expected)
            throws ReflectiveOperationException {
        Map<String, Object> old = values(before);
        C after = change.apply(before);
        assertEquals(old, values(before), "what is changed is a copy");
        Set<String> different = new TreeSet<>();
        values(after).forEach((name, value) -> {
            if (!value.equals(old.get(name))) {
                different.add(name);
            }
        });
        assertEquals(new TreeSet<>(Arrays.asList(expected)), different);
        return after;
    }

    @Test
    void shouldChangeOneSettingOfARuntimeAtATime() throws ReflectiveOperationException {
        RuntimeConfiguration it = RuntimeConfiguration.defaults();
        int settings = values(it).size();
        it = changes(it, each -> each.withPolicy("ws", Map.of("a", "b")), "policy", "policyProperties");
        it = changes(it, each -> each.withFallbackPolicy("prio"), "fallbackPolicy");
        it = changes(it, RuntimeConfiguration::withoutFallbackPolicy, "fallbackPolicy");
        it = changes(it, each -> each.withWorkers("cpu", 2).withWorkers("cuda", 1), "workers");
        assertEquals(Map.of("cpu", 2, "cuda", 1), it.workers());
        it = changes(it, each -> each.withLaunchedWorkers(false), "launchedWorkers");
        it = changes(it, each -> each.withoutThreadsFor("cpu").withoutThreadsFor("own"), "workersWithoutThreads");
        assertEquals(Set.of("cpu", "own"), it.workersWithoutThreads());
        it = changes(it, each -> each.withClock(() -> 7), "clock");
        it = changes(
                it,
                each -> each.withDriverProperty("cpu", "a", "1").withDriverProperty("cpu", "b", "2"),
                "driverProperties");
        assertEquals(Map.of("cpu", Map.of("a", "1", "b", "2")), it.driverProperties());
        it = changes(it, each -> each.withPatience(Duration.ofSeconds(1)), "patience");
        it = changes(it, each -> each.withClosingTimeout(Duration.ofSeconds(2)), "closingTimeout");
        it = changes(it, each -> each.withSeed(3), "seed");
        it = changes(it, each -> each.withModels(ModelSettings.defaults().withMinimumSamples(4)), "models");
        it = changes(it, each -> each.withLinks(LinkSettings.withContention(1)), "links");
        it = changes(it, each -> each.withTeams(TeamSettings.defaults().withSingle()), "teams");
        it = changes(it, each -> each.withBalancer("idle", Map.of()), "balancer");
        it = changes(it, each -> each.withPriorities(PriorityRange.parse("0..5")), "priorities");
        it = changes(it, each -> each.withMembers(WorkerSelection.named("cpu-0")), "members");
        it = changes(it, each -> each.withPrefetch(false), "prefetch");
        Map<String, Object> first = values(RuntimeConfiguration.defaults());
        Set<String> left = new TreeSet<>(first.keySet());
        Map<String, Object> last = values(it);
        left.removeIf(name -> !first.get(name).equals(last.get(name)));
        assertEquals(Set.of("simulation"), left, "of " + settings + " settings");
    }

    @Test
    void shouldRefuseSettingsOfARuntimeThatMakeNoSense() {
        RuntimeConfiguration it = RuntimeConfiguration.defaults();
        refused("workers of driver 'cpu' is -1: give 0 or more", () -> it.withWorkers("cpu", -1));
        refused("workersWithoutThreads has a blank name", () -> it.withoutThreadsFor("cpu", " "));
        refused("patience is PT-1S: give 0 or more", () -> it.withPatience(Duration.ofSeconds(-1)));
        refused("closingTimeout is PT0S: give more than 0", () -> it.withClosingTimeout(Duration.ZERO));
        refused("members is a predicate", () -> it.withMembers(new WorkerSelection.Chosen(worker -> true)));
        assertThrows(NullPointerException.class, () -> it.withPolicy(null));
        assertThrows(NullPointerException.class, () -> it.withClock(null));
    }

    @Test
    void shouldChangeOneThingOfAContextAtATime() throws ReflectiveOperationException {
        ContextDescription it = ContextDescription.named("io");
        it = changes(it, each -> each.withPolicy("ws", Map.of("a", "b")), "policy", "policyProperties");
        it = changes(it, each -> each.withFallbackPolicy(Optional.empty()), "fallbackPolicy");
        it = changes(it, each -> each.sharingWorkers(WorkerSelection.all()), "workers", "sharesWorkers");
        it = changes(it, each -> each.withWorkers(WorkerSelection.named("cpu-0")), "workers", "sharesWorkers");
        it = changes(it, each -> each.within("outer"), "parent");
        it = changes(it, each -> each.withHeir("default"), "heir");
        it = changes(it, each -> each.withPriorities(PriorityRange.parse("0..5")), "priorities");
        it = changes(it, each -> each.withLimit("10..20"), "goOnSubmitting", "mostSubmitted");
        it = changes(it, each -> each.withRank(1), "rank");
        ContextDescription same = it.withRank(0).withRank(1);
        assertEquals(it, same);
        assertEquals(it.hashCode(), same.hashCode());
        assertEquals(it.toString(), same.toString());
        assertNotEquals(it, it.withRank(2));
    }

    @Test
    void shouldRefuseContextsThatMakeNoSense() {
        ContextDescription it = ContextDescription.named("io");
        refused("a context needs a name", () -> ContextDescription.named(" "));
        refused("goes on at 5, waits at 5", () -> it.withLimit(5, 5));
        refused("context 'io' cannot be its own heir", () -> it.withHeir("io"));
        refused("context 'io' cannot be nested in itself", () -> it.within("io"));
        assertThrows(NullPointerException.class, () -> it.withWorkers(null));
    }

    @Test
    void shouldChangeOneSettingOfTeamsAndModelsAtATime() throws ReflectiveOperationException {
        TeamSettings teams = TeamSettings.defaults();
        teams = changes(teams, each -> each.withSizes(3, 4), "least", "most");
        teams = changes(teams, each -> each.withLevel(TopologyType.L3), "level");
        teams = changes(teams, each -> each.withArity(3), "arity");
        teams = changes(teams, TeamSettings::withSingle, "single");
        assertEquals(teams, TeamSettings.parse("least=3,most=4,level=l3,arity=3,single"));
        assertNotEquals(teams, TeamSettings.defaults());
        refused(
                "most is 2: give 3 (least) or more",
                () -> TeamSettings.defaults().withSizes(3, 2));

        ModelSettings models = ModelSettings.defaults();
        models = changes(models, each -> each.withCalibration(Calibration.ON), "calibration");
        models = changes(models, each -> each.withMinimumSamples(3), "minimumSamples");
        models = changes(models, each -> each.withFolder(Path.of("models")), "folder");
        models = changes(models, each -> each.withReferences(List.of(Path.of("others"))), "references");
        models = changes(models, each -> each.withMachine("here"), "machine");
        changes(models, each -> each.withAlike(Set.of("opencl")), "alike");
    }

    private static void refused(String part, Runnable change) {
        String message =
                assertThrows(IllegalArgumentException.class, change::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
