package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.url;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.itest.fixture.JourneyComponentFactory;
import org.asterism.itest.fixture.StoringComponentFactory;
import org.junit.Test;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.ConfigurationAdmin;

/** Components and trees come, change and go while a context is at work. */
public class TreeBundleIT extends Journey {
    private static final String TREES = "org.asterism.policy.modular";
    private static final String FIFO = "org.asterism.components.modular.fifo";

    /** Called by Pax Exam, outside of the framework. */
    @Override
    @Configuration
    public Option[] container() {
        ClassPathBundles bundles = new ClassPathBundles();
        Option trees = composite(Stream.of(
                        "org.asterism.kit.component",
                        TREES,
                        FIFO,
                        "org.asterism.components.modular.eager",
                        "org.asterism.components.modular.best-implementation")
                .map(name -> url(bundles.location(name)))
                .toArray(Option[]::new));
        return Stream.concat(Stream.of(super.container()), Stream.of(trees)).toArray(Option[]::new);
    }

    private org.osgi.service.cm.Configuration declare(String name, String description) throws Exception {
        org.osgi.service.cm.Configuration configuration =
                service(ConfigurationAdmin.class).getFactoryConfiguration("org.asterism.tree", name, "?");
        configuration.update(tree(description));
        return configuration;
    }

    private static Dictionary<String, Object> tree(String description) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put("description", description);
        return properties;
    }

    private static boolean offers(TaskRuntime runtime, String policy) {
        return runtime.policies().stream().map(PolicyDescription::name).anyMatch(policy::equals);
    }

    private Optional<String> provider(String component) {
        return service(SchedulingTrees.class).components().stream()
                .filter(each -> each.name().equals(component))
                .map(each -> each.provider())
                .findFirst();
    }

    private static ComponentView component(SchedulingContext context, String name) {
        return context.tree().orElseThrow().components().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    public void shouldRunEachTaskOnceWhileAThirdPartysComponentIsInstalledUsedUpdatedAndRemoved() throws Exception {
        int number = 60_000;
        int part = number / 12;
        CountedTasks tasks = countedTasks(number);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        awaitPolicy(runtime, "eager");
        FutureTask<List<Task>> submission = Await.inBackground("submitter", () -> tasks.submitAll(runtime));

        tasks.allow(part);
        org.osgi.service.cm.Configuration mine = declare("mine", "fifo / journey / eager");
        SchedulingTrees trees = service(SchedulingTrees.class);
        Await.until(
                "the tree is declared",
                () -> trees.declared().stream()
                        .anyMatch(tree ->
                                tree.name().equals("mine") && tree.missing().equals(List.of("journey"))));
        assertFalse("a tree without its component is no policy", offers(runtime, "mine"));

        Bundle journey = install("journey", PluginBundle.component("journey", "1.0.0", JourneyComponentFactory.class));
        Await.until("the tree is a policy", () -> offers(runtime, "mine"));
        assertEquals(Optional.of("example.component.journey 1.0.0"), provider("journey"));
        context.usePolicy("mine");
        assertEquals(Optional.of("mine"), context.policy());
        assertFalse(component(context, "journey").reservoir());
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.update(PluginBundle.component("journey", "2.0.0", StoringComponentFactory.class));
        awaitPolicy(runtime, "mine");
        assertEquals(Optional.of("example.component.journey 2.0.0"), provider("journey"));
        assertEquals(Optional.empty(), context.trouble());
        assertTrue(
                "the second version keeps tasks", component(context, "journey").reservoir());
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.stop();
        assertEquals("no tree is left when the bundle has stopped", Optional.of("eager"), context.policy());
        assertEquals("mine", context.wantedPolicy());
        assertTrue(context.trouble().orElseThrow(), context.trouble().get().contains("'mine'"));
        tasks.awaitAllowed();

        tasks.allow(part);
        journey.start();
        awaitPolicy(runtime, "mine");
        assertEquals(Optional.empty(), context.trouble());
        tasks.awaitAllowed();

        tasks.allow(part);
        long changes = context.policyChanges();
        mine.update(tree("fifo / journey / eager / each worker: best-implementation"));
        Await.until("the tree was rebuilt", () -> context.policyChanges() > changes);
        awaitPolicy(runtime, "mine");
        assertEquals(Optional.empty(), context.trouble());
        assertEquals(
                3 + WORKERS + WORKERS, context.tree().orElseThrow().components().size());
        tasks.awaitAllowed();

        tasks.allow(part);
        mine.update(tree("fifo / journey / / eager"));
        mine.update(tree("fifo / journey(colour=red) / eager"));
        tasks.awaitAllowed();
        assertEquals("what is wrong changes nothing", Optional.of("mine"), context.policy());
        assertEquals(Optional.empty(), context.trouble());
        assertEquals(
                3 + WORKERS + WORKERS, context.tree().orElseThrow().components().size());

        tasks.allow(part);
        mine.delete();
        awaitPolicy(runtime, "eager");
        journey.uninstall();
        assertEquals(Optional.empty(), provider("journey"));
        tasks.awaitAllowed();

        Await.end("submission", submission);
        assertTrue("tasks were queued to the end", runtime.tasks(0).ready() > 0);
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(number, runtime.tasks(0).done());
    }

    @Test
    public void shouldKeepTasksWhileAComponentOfAShippedTreeIsStoppedAndStarted() throws Exception {
        CountedTasks tasks = countedTasks(20_000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        Await.until("the tree is a policy", () -> offers(runtime, "modular-eager"));
        context.usePolicy("modular-eager");
        FutureTask<List<Task>> submission = Await.inBackground("submitter", () -> tasks.submitAll(runtime));
        for (int round = 0; round < 5; round++) {
            tasks.allow(1000);
            bundle(FIFO).stop();
            assertEquals(Optional.of("eager"), context.policy());
            assertFalse(offers(runtime, "modular-eager"));
            tasks.awaitAllowed();

            tasks.allow(1000);
            bundle(FIFO).start();
            awaitPolicy(runtime, "modular-eager");
            assertEquals(Optional.empty(), context.trouble());
            tasks.awaitAllowed();
        }
        Await.end("submission", submission);
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldGoOverToABetterComponentAndBackWithoutAGap() throws Exception {
        CountedTasks tasks = countedTasks(5_000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        Await.until("the tree is a policy", () -> offers(runtime, "modular-eager"));
        context.usePolicy("modular-eager");
        tasks.submitAll(runtime);
        tasks.allow(1000);
        long changes = context.policyChanges();
        Bundle better = install("better", PluginBundle.component("fifo", "1.0.0", StoringComponentFactory.class, 10));
        Await.until("the tree was rebuilt", () -> context.policyChanges() == changes + 1);
        assertEquals(Optional.of("modular-eager"), context.policy());
        assertFalse("the better one does not pump", component(context, "fifo").pump());
        better.stop();
        assertEquals(Optional.of("modular-eager"), context.policy());
        assertEquals("neither parked nor on the fall-back", changes + 2, context.policyChanges());
        assertTrue(component(context, "fifo").pump());
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldParkAContextWithoutFallbackWhileTheTreesAreAway() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        SchedulingTrees trees = service(SchedulingTrees.class);
        try (SchedulingTrees.Declaration mine =
                trees.declare("mine", "of a program", trees.read("fifo / eager").description())) {
            context.usePolicy("mine");
            tasks.submitAll(runtime);
            mine.change(trees.read("fifo / eager / each worker: fifo(ntasks=1)").description());
            assertEquals(Optional.of("mine"), context.policy());
            bundle(EAGER).stop();
        }
        assertEquals(ContextState.PARKED, context.state());
        bundle(TREES).stop();
        bundle(TREES).start();
        Await.until("the tree is a policy", () -> offers(runtime, "modular-eager"));
        context.usePolicy("modular-eager");
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        bundle(EAGER).start();
    }
}
