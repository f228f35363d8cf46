package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.itest.fixture.HostilePolicyFactory;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.FrameworkWiring;

/** A policy's bundle comes, changes and goes while tasks are queued and run. */
public class PolicyBundleIT extends Journey {
    @Test
    public void shouldRunEachTaskOnceWhileAPolicyIsInstalledUsedUpdatedStoppedAndUninstalled() throws Exception {
        int number = 100_000;
        int part = number / 10;
        CountedTasks tasks = countedTasks(number);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        awaitPolicy(runtime, "eager");
        FutureTask<List<Task>> submission = Await.inBackground("submitter", () -> tasks.submitAll(runtime));

        tasks.allow(part);
        Bundle journey = install("journey", PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
        Await.until("the policy is known", () -> provider(runtime).isPresent());
        assertEquals(Optional.of("example.policy.journey 1.0.0"), provider(runtime));
        assertEquals(Optional.of("eager"), context.policy());

        tasks.allow(part);
        context.usePolicy("journey");
        assertEquals(Optional.of("journey"), context.policy());
        assertEquals(ContextState.ACTIVE, context.state());
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.update(PluginBundle.policy("journey", "2.0.0", JourneyPolicyFactory.class));
        awaitPolicy(runtime, "journey");
        assertEquals(Optional.of("example.policy.journey 2.0.0"), provider(runtime));
        assertEquals(Optional.empty(), context.trouble());
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.stop();
        assertEquals(Optional.of("eager"), context.policy());
        assertEquals("journey", context.wantedPolicy());
        assertTrue(context.trouble().orElseThrow(), context.trouble().get().contains("'journey'"));
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.start();
        awaitPolicy(runtime, "journey");
        assertEquals(Optional.empty(), context.trouble());
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.uninstall();
        assertEquals(Optional.of("eager"), context.policy());
        assertEquals(Optional.empty(), provider(runtime));

        Await.end("submission", submission);
        assertTrue("tasks were queued to the end", runtime.tasks(0).ready() > 0);
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(number, runtime.tasks(0).done());
    }

    private static Optional<String> provider(TaskRuntime runtime) {
        return runtime.policies().stream()
                .filter(policy -> policy.name().equals("journey"))
                .map(PolicyDescription::provider)
                .findFirst();
    }

    @Test
    public void shouldParkTheContextWhileThePolicyThatIsItsOwnFallbackIsStopped() throws Exception {
        CountedTasks tasks = countedTasks(2000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        awaitPolicy(runtime, "eager");
        tasks.submit(runtime, 0, 1000);
        // Else a worker might have taken a task and not begun it, and run it later.
        Await.until("the workers are at work", () -> runtime.tasks(0).running() == WORKERS);

        bundle(EAGER).stop();
        assertEquals(ContextState.PARKED, context.state());
        assertEquals(Optional.empty(), context.policy());
        assertEquals("eager", context.wantedPolicy());
        assertTrue(context.trouble().orElseThrow(), context.trouble().get().contains("'eager'"));

        tasks.allowAll();
        Await.until(
                "the workers have ended what they had", () -> runtime.tasks(0).running() == 0);
        int before = tasks.ended();
        tasks.submit(runtime, 1000, 2000);
        assertFalse("tasks are parked", runtime.waitAll(Duration.ofMillis(100)));
        assertEquals("tasks that ran while the context was parked", 0, tasks.ended() - before);
        assertEquals("one task per worker had been taken", WORKERS, before);

        bundle(EAGER).start();
        awaitPolicy(runtime, "eager");
        assertEquals(Optional.empty(), context.trouble());
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldUpgradeThePolicyInUseUnderLoad() throws Exception {
        CountedTasks tasks = countedTasks(20_000);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        FutureTask<List<Task>> submission = Await.inBackground("submitter", () -> tasks.submitAll(runtime));
        for (int upgrade = 1; upgrade <= 5; upgrade++) {
            long changes = runtime.defaultContext().policyChanges();
            tasks.allow(2000);
            bundle(EAGER).update();
            awaitPolicy(runtime, "eager");
            assertTrue("it was replaced", runtime.defaultContext().policyChanges() > changes);
            tasks.awaitAllowed();
        }
        Await.end("submission", submission);
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(Optional.empty(), runtime.defaultContext().trouble());
    }

    @Test
    public void shouldKeepTasksWhileThePolicyInUseIsRefreshed() throws Exception {
        CountedTasks tasks = countedTasks(10_000);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        tasks.submitAll(runtime);
        tasks.allow(1000);
        bundle(EAGER).update();
        CountDownLatch refreshed = new CountDownLatch(1);
        container
                .getBundle(0)
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(bundle(EAGER)), event -> refreshed.countDown());
        tasks.allow(1000);
        assertTrue("refreshed", refreshed.await(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        awaitPolicy(runtime, "eager");
        tasks.awaitAllowed();
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldGoToTheFallbackWhenAThirdPartysPolicyThrows() throws Exception {
        CountedTasks tasks = countedTasks(10_000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        install("hostile", PluginBundle.policy("hostile", "1.0.0", HostilePolicyFactory.class));
        Await.until(
                "the policy is known",
                () -> runtime.policies().stream()
                        .anyMatch(policy -> policy.name().equals("hostile")));
        context.usePolicy("hostile");
        tasks.submitAll(runtime);
        assertEquals(Optional.of("eager"), context.policy());
        assertEquals(ContextState.ACTIVE, context.state());
        assertEquals("hostile", context.wantedPolicy());
        String trouble = context.trouble().orElseThrow();
        assertTrue(trouble, trouble.contains("'hostile'") && trouble.contains("I have had enough"));
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldUseTheOtherProviderOfAPolicyWhenTheOneInUseLeaves() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        Bundle first = install("first", PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
        Bundle second = install("second", PluginBundle.policy("journey", "2.0.0", JourneyPolicyFactory.class));
        Await.until("the policy is known", () -> provider(runtime).isPresent());
        context.usePolicy("journey");
        tasks.submitAll(runtime);
        first.stop();
        assertEquals(Optional.of("journey"), context.policy());
        assertEquals(Optional.of("example.policy.journey 2.0.0"), provider(runtime));
        assertEquals("all is well", Optional.empty(), context.trouble());
        second.stop();
        assertEquals(Optional.of("eager"), context.policy());
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }
}
