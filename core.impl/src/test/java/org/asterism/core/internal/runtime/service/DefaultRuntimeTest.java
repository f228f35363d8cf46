package org.asterism.core.internal.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.TransferKind;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.PluginTracker;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntime;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.testsupport.ThrowingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime that programs share: how it begins and ends. */
@Timeout(60)
class DefaultRuntimeTest {
    private final PluginTracker tracker = new PluginTracker();
    private final Plugins plugins = tracker.plugins();
    private final RuntimeFactoryComponent factory = new RuntimeFactoryComponent(tracker);
    private final DefaultRuntime runtime = new DefaultRuntime(factory, configuration());
    private final AtomicInteger opened = new AtomicInteger();

    DefaultRuntimeTest() {
        plugins.add(new DriverPlugin("cpu", request -> {
            opened.incrementAndGet();
            return new InlineDriver(2).open(request);
        }));
    }

    @AfterEach
    void end() {
        runtime.deactivate();
        factory.deactivate();
    }

    /** The configuration that nobody has changed. */
    private static DefaultRuntimeConfiguration configuration() {
        return (DefaultRuntimeConfiguration) Proxy.newProxyInstance(
                DefaultRuntimeConfiguration.class.getClassLoader(),
                new Class<?>[] {DefaultRuntimeConfiguration.class},
                (proxy, method, arguments) -> method.getDefaultValue());
    }

    /** The configuration in which one property was changed. */
    private static DefaultRuntimeConfiguration configuration(String property, Object value) {
        return (DefaultRuntimeConfiguration) Proxy.newProxyInstance(
                DefaultRuntimeConfiguration.class.getClassLoader(),
                new Class<?>[] {DefaultRuntimeConfiguration.class},
                (proxy, method, arguments) -> method.getName().equals(property) ? value : method.getDefaultValue());
    }

    private static DefaultRuntimeReader readerOfTimeout(long seconds) {
        return new DefaultRuntimeReader(configuration("closing_timeout_seconds", seconds));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPrefetchForPoliciesAsItsConfigurationSays(boolean prefetches) {
        plugins.add(new DriverPlugin("nodes", new NodesDriver(2, 2, Long.MAX_VALUE, 1, false)));
        AtomicReference<DataPlacement> placement = new AtomicReference<>();
        addPolicy("eager", context -> {
            placement.set(context.placement());
            return new EagerPolicyFactory().create(context);
        });
        DefaultRuntime changed = new DefaultRuntime(factory, configuration("prefetch", prefetches));
        try {
            Worker device = changed.workers().stream()
                    .filter(worker -> worker.memoryNode() == 1)
                    .findFirst()
                    .orElseThrow();
            DataHandle data = changed.data().vector(new long[8]);
            Codelet reading =
                    Codelet.named("reading").access(Access.R).cpu(kernel -> {}).build();
            placement.get().prefetch(changed.task(reading).data(data), device, TransferKind.TASK_PREFETCH);
            assertEquals(prefetches, placement.get().isValidOrRequested(data, 1));
        } finally {
            changed.deactivate();
        }
    }

    @Test
    void shouldReadTheClosingTimeoutAndReplaceOneThatMakesNoSense() {
        Duration usual = RuntimeConfiguration.defaults().closingTimeout();
        assertEquals(usual, new DefaultRuntimeReader(configuration()).closingTimeout());
        assertEquals(Duration.ofSeconds(7), readerOfTimeout(7).closingTimeout());
        assertEquals(usual, readerOfTimeout(0).closingTimeout());
    }

    private void addPolicy(String name, SchedulingPolicyFactory made) {
        plugins.add(new PolicyPlugin(name, "for tests", "test", 0, made));
    }

    @Test
    void shouldNotBeginWhenAskedWhatPoliciesAndBalancersThereAre() {
        addPolicy("eager", new EagerPolicyFactory());

        assertEquals("eager", runtime.policies().getFirst().name());
        assertTrue(runtime.balancers().isEmpty());
        assertFalse(runtime.hasBegun());
        assertEquals(0, opened.get());

        assertEquals(2, runtime.workers().size());
        assertTrue(runtime.hasBegun());
    }

    @Test
    void shouldMakeOneRuntimeThoughAPolicyUsesItWhileItIsMade() throws InterruptedException {
        AtomicReference<IllegalStateException> refusal = new AtomicReference<>();
        EagerPolicyFactory eager = new EagerPolicyFactory();
        addPolicy("eager", context -> {
            if (refusal.get() == null) {
                refusal.set(new IllegalStateException("asked twice"));
                refusal.set(assertThrows(IllegalStateException.class, runtime::workers));
            }
            return eager.create(context);
        });
        assertEquals(2, runtime.workers().size());
        assertTrue(refusal.get().getMessage().contains("is being made"), refusal.get()::getMessage);
        assertEquals(1, opened.get());
        runtime.waitAll();
    }

    @Test
    void shouldLetAPolicyOfAConfiguredContextUseTheRuntimeThatBegins() {
        EagerPolicyFactory eager = new EagerPolicyFactory();
        addPolicy("eager", eager);
        List<List<Worker>> seen = new ArrayList<>();
        addPolicy("asking", context -> {
            seen.add(runtime.workers());
            return eager.create(context);
        });
        runtime.configuredContexts()
                .put(
                        "org.asterism.context~night",
                        ContextReaderTest.reader("night", Map.of("policy", "asking", "workers", "cpu-0")));
        SchedulingContext night = runtime.context("night");
        assertEquals("asking", night.policy().orElseThrow());
        assertEquals(1, opened.get());
        assertEquals(List.of(runtime.workers()), seen);
    }

    @Test
    void shouldCloseARuntimeThatCouldNotBeBegun() throws InterruptedException {
        EagerPolicyFactory eager = new EagerPolicyFactory();
        AtomicInteger closed = new AtomicInteger();
        addPolicy("eager", context -> {
            SchedulingPolicy policy = eager.create(context);
            return (SchedulingPolicy) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {SchedulingPolicy.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            closed.incrementAndGet();
                        }
                        return method.invoke(policy, arguments);
                    });
        });
        runtime.configuredContexts()
                .put(
                        "org.asterism.context~night",
                        ContextReaderTest.reader("night", Map.of("policy", "eager", "workers", "cpu-0")));
        runtime.configuredContexts()
                .put(
                        "org.asterism.context~wrong",
                        ContextReaderTest.reader("wrong", Map.of("parent", "nowhere", "workers", "cpu-0")));
        try (ThrowingLog _ = ThrowingLog.of(ConfiguredContexts.class)) {
            assertThrows(IllegalStateException.class, runtime::workers);
        }
        assertEquals(2, closed.get(), "policies of the closed runtime's contexts");
        assertEquals(2, runtime.workers().size());
        assertEquals(2, opened.get());
        assertEquals("eager", runtime.context("night").policy().orElseThrow());
        runtime.waitAll();
    }

    @Test
    void shouldBeForgottenByThePluginsWhenItHasEnded() {
        addPolicy("eager", new EagerPolicyFactory());
        CoreRuntime begun = factory.create(RuntimeConfiguration.defaults(), true);
        WeakReference<ConfiguredContexts> ended = new WeakReference<>(endedContexts(begun));
        Await.await(() -> {
            System.gc();
            return ended.refersTo(null);
        });
    }

    private ConfiguredContexts endedContexts(CoreRuntime begun) {
        ConfiguredContexts contexts = new ConfiguredContexts();
        contexts.begin(begun.allContexts(), plugins);
        contexts.end();
        return contexts;
    }

    @Test
    void shouldKeepObserversUntilTheRuntimeBegins() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Observation early = runtime.observe(submissions("early", seen));
        runtime.observe(submissions("closed", seen)).close();
        assertFalse(runtime.hasBegun());
        runtime.task(Codelet.named("work").cpu(kernel -> {}).build()).submit();
        assertEquals(List.of("early"), seen);
        early.close();
        Observation late = runtime.observe(submissions("late", seen));
        runtime.task(Codelet.named("work").cpu(kernel -> {}).build()).submit();
        assertEquals(List.of("early", "late"), seen);
        late.close();
    }

    private static RuntimeObserver submissions(String name, List<String> seen) {
        return new RuntimeObserver() {
            @Override
            public void submitted(Task task) {
                seen.add(name);
            }
        };
    }
}
