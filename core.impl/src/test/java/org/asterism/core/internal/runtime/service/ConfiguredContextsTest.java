package org.asterism.core.internal.runtime.service;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.runtime.CoreRuntime;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts that come, change and go with configurations. */
@Timeout(60)
class ConfiguredContextsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(4);
    private final CoreRuntime runtime = (CoreRuntime) laboratory.runtime();
    private final ConfiguredContexts contexts = new ConfiguredContexts();

    @AfterEach
    void end() {
        contexts.end();
        runtime.close();
        laboratory.close();
    }

    private void begin() {
        contexts.begin(runtime.allContexts(), laboratory.plugins);
    }

    private void put(String name, Map<String, Object> properties) {
        contexts.put("org.asterism.context~" + name, ContextReaderTest.reader(name, properties));
    }

    private void remove(String name) {
        contexts.remove("org.asterism.context~" + name);
    }

    private SchedulingContext named(String name) {
        return runtime.context(name);
    }

    private boolean isThere(String name) {
        return runtime.contexts().stream().anyMatch(context -> context.name().equals(name));
    }

    private static List<String> workers(SchedulingContext context) {
        return context.workers().stream().map(Worker::name).toList();
    }

    @Test
    void shouldMakeContextsWhenTheRuntimeBeginsInWhateverOrderTheyCame() {
        put("inner", Map.of("parent", "outer", "workers", "cpu-0", "share", "true"));
        put("outer", Map.of("workers", "cpu-0,cpu-1", "policy", "prio"));
        assertFalse(isThere("outer"));

        begin();

        assertEquals(Map.of(), contexts.problems());
        assertEquals(List.of("cpu-0", "cpu-1"), workers(named("outer")));
        assertEquals(Optional.of("prio"), named("outer").policy());
        assertEquals(List.of("cpu-0"), workers(named("inner")));
        assertSame(named("outer"), named("inner").parent().orElseThrow());
        assertEquals(List.of("cpu-2", "cpu-3"), workers(runtime.defaultContext()));
    }

    @Test
    void shouldWaitForThePolicyWithoutLosingTasks() throws InterruptedException {
        begin();
        put("later", Map.of("workers", "all", "share", "true", "policy", "later", "fallback.policy", ""));
        assertEquals(ContextState.PARKED, named("later").state());
        assertEquals(Optional.of("there is no policy 'later'"), named("later").trouble());
        Task task = named("later").task(NOTHING).submit();

        laboratory.addPolicy("later", new PrioPolicyFactory()::create);

        task.await();
        assertEquals(Optional.of("later"), named("later").policy());
        assertEquals(Optional.empty(), named("later").trouble());
    }

    @Test
    void shouldMakeContextsWhosePoliciesBringPluginsWhileTheyAreMade() throws InterruptedException {
        begin();
        boolean[] brought = {false};
        laboratory.addPolicy("bringing", view -> {
            if (!brought[0]) {
                brought[0] = true;
                laboratory.addPolicy("brought", new PrioPolicyFactory()::create);
                laboratory.addDriver("more", new InlineDriver(1));
            }
            return new PrioPolicyFactory().create(view);
        });
        put("waiting", Map.of("policy", "brought", "workers", "cpu-0"));
        assertEquals(Optional.of("eager"), named("waiting").policy());
        put("night", Map.of("policy", "bringing", "workers", "cpu-1"));
        assertEquals(Optional.of("bringing"), named("night").policy());
        assertEquals(Optional.of("brought"), named("waiting").policy());
        assertEquals(5, runtime.workers().size());
        assertEquals(Map.of(), contexts.problems());
        runtime.task(NOTHING).submit().await();
    }

    @Test
    void shouldFallBackAtOnceWhenAParkedContextIsGivenAFallback() throws InterruptedException {
        begin();
        put("later", Map.of("workers", "all", "share", "true", "policy", "later", "fallback.policy", ""));
        Task task = named("later").task(NOTHING).submit();

        put("later", Map.of("workers", "all", "share", "true", "policy", "later", "fallback.policy", "prio"));

        task.await();
        assertEquals(Optional.of("prio"), named("later").policy());
        assertEquals(Optional.of("there is no policy 'later'"), named("later").trouble());
    }

    @Test
    void shouldTellTheFallbackOfThePrioritiesThatAreDescribedWithIt() {
        begin();
        List<PriorityRange> ranges = new ArrayList<>();
        laboratory.addPolicy("asking", view -> {
            ranges.add(view.priorities());
            return new PrioPolicyFactory().create(view);
        });
        put("later", Map.of("workers", "cpu-0", "policy", "later", "fallback.policy", ""));

        put("later", Map.of("workers", "cpu-0", "policy", "later", "fallback.policy", "asking", "priorities", "0..3"));

        assertEquals(Optional.of("asking"), named("later").policy());
        assertEquals(List.of(named("later").description().priorities()), ranges);
        assertEquals(3, ranges.getFirst().greatest());
    }

    @Test
    void shouldGoOverToAnotherFallbackAtOnceButNotToOneThatIsNotThere() {
        begin();
        Map<String, Object> properties = Map.of("workers", "cpu-0", "policy", "later");
        put("later", with(properties, "prio"));
        assertEquals(Optional.of("prio"), named("later").policy());

        put("later", with(properties, "absent"));
        assertEquals(Optional.of("prio"), named("later").policy());

        put("later", with(properties, "eager"));
        assertEquals(Optional.of("eager"), named("later").policy());

        put("later", with(properties, ""));
        assertEquals(ContextState.PARKED, named("later").state());
    }

    private static Map<String, Object> with(Map<String, Object> properties, String fallback) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("fallback.policy", fallback);
        return all;
    }

    @Test
    void shouldChangeAContextWithItsTasks() throws InterruptedException {
        begin();
        put("night", Map.of());
        SchedulingContext night = named("night");
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int priority = 0; priority < 3; priority++) {
            int mine = priority;
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> order.add(mine))
                    .build();
            night.task(note).priority(priority).submit();
        }

        runtime.pause();
        put("night", Map.of("policy", "prio", "workers", "cpu-3", "limit", "1..9", "fallback.policy", ""));
        runtime.resume();

        night.waitAll();
        assertSame(night, named("night"));
        assertEquals(List.of(2, 1, 0), order);
        assertEquals(Optional.of("prio"), night.policy());
        assertEquals(9, night.description().mostSubmitted());
        assertEquals(Optional.empty(), night.fallbackPolicy());
        assertEquals(List.of("cpu-3"), workers(night));
        assertEquals(List.of("cpu-0", "cpu-1", "cpu-2"), workers(runtime.defaultContext()));

        put("night", Map.of("policy", "prio", "workers", "cpu-0,cpu-1"));
        assertEquals(List.of("cpu-0", "cpu-1"), workers(night));
        assertEquals(List.of("cpu-2", "cpu-3"), workers(runtime.defaultContext()));
        remove("night");
        await(() -> workers(runtime.defaultContext()).size() == 4);
    }

    @Test
    void shouldChangeTheOrderInWhichWorkersLookIntoContexts() throws InterruptedException {
        begin();
        put("one", Map.of("workers", "cpu-0", "share", "true", "rank", "1"));
        put("two", Map.of("workers", "cpu-0", "share", "true", "rank", "2"));
        put("one", Map.of("workers", "cpu-0", "share", "true", "rank", "3"));
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        runtime.pause();
        for (String name : List.of("two", "one", "two", "one")) {
            named(name)
                    .task(Codelet.named("note")
                            .access()
                            .cpu(kernel -> order.add(name))
                            .build())
                    .submit();
        }
        runtime.resume();
        runtime.waitAll();
        assertEquals(List.of("one", "one", "two", "two"), order);
    }

    @Test
    void shouldKeepAContextAsItWasWhenItsConfigurationHasASlip() {
        begin();
        put("night", Map.of("workers", "cpu-3"));
        SchedulingContext night = named("night");

        put("night", Map.of("workers", "cpu-9"));
        assertEquals(
                "org.asterism.context~night: there is no worker 'cpu-9'; there are [cpu-0, cpu-1, cpu-2, cpu-3]; "
                        + "context"
                        + " 'night' stays as it was",
                contexts.problems().get("night"));
        put("night", Map.of("rank", "high"));
        assertTrue(contexts.problems().get("night").contains("property 'rank' is 'high'"));
        assertSame(night, named("night"));
        assertEquals(List.of("cpu-3"), workers(night));

        put("night", Map.of("workers", "cpu-2"));
        assertEquals(Map.of(), contexts.problems());
        assertEquals(List.of("cpu-2"), workers(night));
    }

    @Test
    void shouldSayWhatIsWrongWithOneThatCannotBeMade() {
        begin();
        put("night", Map.of("limit", "x"));
        assertEquals(
                "org.asterism.context~night: property 'limit' is 'x': 'x' is no limit of submitted tasks: write "
                        + "GO_ON..MOST,"
                        + " two numbers from 0, such as 100..1000; there is no context of it",
                contexts.problems().get("night"));
        put("default", Map.of());
        assertTrue(contexts.problems().get("default").contains("there is a context 'default' already"));
        remove("default");
        remove("night");
        assertEquals(Map.of(), contexts.problems());
    }

    @Test
    void shouldMakeWhatWaitedForAWorkerWhenThatComes() {
        begin();
        put("gpus", Map.of("workers", "other-0"));
        assertFalse(isThere("gpus"));

        laboratory.addDriver("other", new InlineDriver(1, Architecture.of("other")));

        assertEquals(Map.of(), contexts.problems());
        assertEquals(List.of("other-0"), workers(named("gpus")));
    }

    @Test
    void shouldNotWaitForTheTasksOfAContextWhoseConfigurationHasGone() throws InterruptedException {
        begin();
        put("night", Map.of("workers", "cpu-0"));
        SchedulingContext night = named("night");
        CountDownLatch go = new CountDownLatch(1);
        Codelet hold = Codelet.named("hold").access().cpu(kernel -> go.await()).build();
        Task held = night.task(hold).submit();
        Task behind = night.task(NOTHING).after(held).submit();

        remove("night");
        assertTrue(isThere("night"), "its tasks have not ended");
        put("night", Map.of("workers", "cpu-1")); // comes again while it closes
        assertSame(night, named("night"));

        go.countDown();
        await(() ->
                runtime.contexts().stream().anyMatch(context -> context.name().equals("night") && context != night));
        assertEquals(TaskState.DONE, behind.state());
        assertEquals(List.of("cpu-1"), workers(named("night")));
    }

    @Test
    void shouldMakeAContextAnewIfItCannotBeChanged() {
        begin();
        put("outer", Map.of("workers", "cpu-0,cpu-1"));
        put("inner", Map.of("workers", "cpu-0", "parent", "outer"));
        SchedulingContext outer = named("outer");
        SchedulingContext inner = named("inner");

        put("outer", Map.of("workers", "cpu-0,cpu-1", "share", "true"));

        await(() -> outer.state() == ContextState.CLOSED && inner.state() == ContextState.CLOSED);
        await(() -> isThere("outer") && isThere("inner"));
        assertEquals(List.of("cpu-0"), workers(named("inner")));
        assertEquals(4, runtime.defaultContext().workers().size());
        assertEquals(Map.of(), contexts.problems());
    }

    @Test
    void shouldLeaveAContextClosedThatWasClosedByHandUntilItsConfigurationChanges() {
        begin();
        put("night", Map.of("workers", "cpu-0"));
        SchedulingContext night = named("night");
        night.close();
        contexts.settle();
        assertFalse(isThere("night"));

        put("night", Map.of("workers", "cpu-1"));
        assertNotSame(night, named("night"));
    }

    @Test
    void shouldLeaveTasksToTheHeirThatTheConfigurationNamedLast() throws InterruptedException {
        begin();
        put("heir", Map.of("workers", "cpu-0"));
        put("night", Map.of());
        Task waiting = named("night").task(NOTHING).submit();

        put("heir", Map.of("workers", "cpu-0", "heir", "night"));
        put("night", Map.of("heir", "heir"));
        assertTrue(contexts.problems().get("night").contains("which would leave them to 'night'"));
        put("heir", Map.of("workers", "cpu-0"));
        contexts.settle();
        assertEquals(Map.of(), contexts.problems());
        remove("night");

        waiting.await();
        assertSame(named("heir"), waiting.context());
        await(() -> !isThere("night"));
    }
}
