package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Contexts of the shared runtime come, change and go with configurations while they are at work. */
public class ContextConfigurationIT extends Journey {
    private Configuration context(String name, String... properties) throws Exception {
        Configuration configuration =
                service(ConfigurationAdmin.class).getFactoryConfiguration("org.asterism.context", name, "?");
        configuration.update(properties(properties));
        return configuration;
    }

    private static Dictionary<String, Object> properties(String... words) {
        Dictionary<String, Object> properties = new Hashtable<>();
        for (int index = 0; index < words.length; index += 2) {
            properties.put(words[index], words[index + 1]);
        }
        return properties;
    }

    private static Optional<SchedulingContext> find(TaskRuntime runtime, String name) {
        return runtime.contexts().stream()
                .filter(context -> context.name().equals(name))
                .findFirst();
    }

    private static SchedulingContext await(TaskRuntime runtime, String name) {
        Await.until("context " + name + " is there", () -> find(runtime, name).isPresent());
        return runtime.context(name);
    }

    private static void awaitPolicy(SchedulingContext context, String policy) {
        Await.until(
                context.name() + " is on " + policy,
                () -> context.policy().equals(Optional.of(policy)) && context.state() == ContextState.ACTIVE);
    }

    private static List<String> workers(SchedulingContext context) {
        return context.workers().stream().map(Worker::name).toList();
    }

    @Test
    public void shouldRunEachTaskOnceInTwoContextsWhileTheirConfigurationsAndPoliciesChange() throws Exception {
        int number = 20_000;
        CountedTasks tasks = countedTasks(number);
        TaskRuntime runtime = runtime();
        Configuration left = context("left", "policy", "journey", "fallback.policy", "", "workers", "cpu-0");
        context("right", "policy", "prio", "workers", "all", "share", "true");
        SchedulingContext one = await(runtime, "left");
        SchedulingContext two = await(runtime, "right");
        assertEquals("there is no such policy yet", ContextState.PARKED, one.state());
        tasks.submit(one, 0, number / 2);
        tasks.submit(two, number / 2, number);

        Bundle journey = install("journey", PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
        awaitPolicy(one, "journey");
        tasks.allow(1000);
        tasks.awaitAllowed();

        journey.update(PluginBundle.policy("journey", "2.0.0", JourneyPolicyFactory.class));
        awaitPolicy(one, "journey");
        tasks.allow(1000);
        tasks.awaitAllowed();

        left.update(properties("policy", "journey", "fallback.policy", "prio", "workers", "cpu-0,cpu-1", "rank", "1"));
        Await.until("it has both workers", () -> workers(one).equals(List.of("cpu-0", "cpu-1")));
        journey.stop();
        awaitPolicy(one, "prio");
        assertTrue(one.trouble().orElseThrow(), one.trouble().get().contains("'journey'"));
        tasks.allow(1000);
        tasks.awaitAllowed();

        left.update(properties("policy", "eager", "workers", "cpu-1", "limit", "5..10", "priorities", "0..3"));
        awaitPolicy(one, "eager");
        Await.until("it has one worker", () -> workers(one).equals(List.of("cpu-1")));
        assertEquals(Optional.empty(), one.trouble());
        assertEquals(10, one.description().mostSubmitted());
        assertSame("it is the same all the time", one, runtime.context("left"));
        tasks.allow(1000);
        tasks.awaitAllowed();

        left.update(properties("policy", "eager", "workers", "(arch="));
        Await.until("the slip is reported", () -> runtime.contextProblems().containsKey("left"));
        assertTrue(runtime.contextProblems().get("left").contains("property 'workers' is '(arch='"));
        assertEquals(List.of("cpu-1"), workers(one));

        left.update(properties("policy", "eager", "workers", "cpu-1", "heir", "right"));
        Await.until("nothing is wrong", () -> runtime.contextProblems().isEmpty());
        left.delete();
        Await.until(
                "it leaves its tasks to its heir", () -> find(runtime, "left").isEmpty());
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertTrue(workers(two).toString(), workers(two).contains("cpu-1"));
    }

    @Test
    public void shouldWaitForTheTasksOfAContextWithoutBlockingWhoDeletesItsConfiguration() throws Exception {
        CountedTasks tasks = countedTasks(100);
        TaskRuntime runtime = runtime();
        Configuration night = context("night", "workers", "cpu-0");
        SchedulingContext context = await(runtime, "night");
        tasks.submit(context, 0, 100);

        night.delete();
        context("day", "workers", "cpu-1");
        await(runtime, "day"); // whoever tells of configurations is free
        assertTrue(find(runtime, "night").isPresent());

        tasks.allowAll();
        Await.until("it is closed", () -> find(runtime, "night").isEmpty());
        tasks.assertEachRanOnce();
        Await.until(
                "its worker is back", () -> workers(runtime.defaultContext()).equals(List.of("cpu-0")));
    }

    @Test
    public void shouldHaveTheContextAgainWhenTheCoreIsStartedAgain() throws Exception {
        TaskRuntime before = runtime();
        context("night", "workers", "cpu-0", "policy", "prio");
        await(before, "night");
        bundle(CORE).stop();
        bundle(CORE).start();
        TaskRuntime runtime = runtime();
        awaitPolicy(await(runtime, "night"), "prio");
        assertEquals(List.of("cpu-0"), workers(runtime.context("night")));
    }
}
