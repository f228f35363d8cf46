package org.asterism.console.web.internal.service;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.console.web.internal.http.RawRequest;
import org.asterism.console.web.internal.live.RuntimeWatches;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.profile.metrics.Metric;
import org.asterism.profile.metrics.Metrics;
import org.asterism.profile.metrics.Sample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every address, for a real runtime. */
@Timeout(120)
class WebConsoleTest {
    private static final long TEN_SECONDS = 10_000_000_000L;

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final AtomicInteger observers = new AtomicInteger();
    private final WebConsoleService console = new WebConsoleService(configuration("127.0.0.1", 0));
    private RawRequest client;

    static ConsoleConfiguration configuration(String address, int port) {
        return new ConsoleConfiguration() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public int port() {
                return port;
            }

            @Override
            public String[] hosts() {
                return new String[0];
            }

            @Override
            public boolean metrics_open() {
                return false;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return ConsoleConfiguration.class;
            }
        };
    }

    /** The runtime, with a count of its observers. */
    private TaskRuntime counting() {
        return (TaskRuntime) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskRuntime.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("equals")) {
                        return proxy == arguments[0];
                    }
                    try {
                        Object result = method.invoke(
                                method.getDeclaringClass() == Object.class ? observers : runtime, arguments);
                        if (result instanceof Observation observation) {
                            observers.incrementAndGet();
                            return (Observation) () -> {
                                observers.decrementAndGet();
                                observation.close();
                            };
                        }
                        return result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @BeforeEach
    void start() throws IOException {
        console.addRuntime(counting(), Map.of("runtime.name", "lab"));
        client = RawRequest.to(
                console.start(OptionalInt.empty(), Optional.empty()).link());
    }

    @AfterEach
    void stop() {
        console.deactivate();
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldReadTheMetricsThatAServiceGives() throws IOException {
        assertEquals(404, client.get("/metrics").status());
        Metrics metrics = () -> List.of(new Sample(Metric.READY_TASKS, "lab", List.of("default"), 3));
        console.setMetrics(metrics);
        String text = client.get("/metrics").body();
        assertTrue(text.contains("asterism_ready_tasks{runtime=\"lab\",context=\"default\"} 3"), text);
        console.unsetMetrics(metrics);
        assertEquals(404, client.get("/metrics").status());
    }

    private void work() throws InterruptedException {
        Codelet codelet = Codelet.named("work").cpu(kernel -> {}).build();
        for (int task = 0; task < 1000; task++) {
            runtime.task(codelet).submit();
        }
        runtime.waitAll();
    }

    private Object json(String address) throws IOException {
        RawRequest.Answer answer = client.get(address);
        assertEquals(200, answer.status(), answer::text);
        return JSON.std.anyFrom(answer.body());
    }

    private Map<?, ?> object(String address) throws IOException {
        return (Map<?, ?>) json(address);
    }

    private Map<?, ?> first(String address) throws IOException {
        return (Map<?, ?>) ((List<?>) json(address)).getFirst();
    }

    private void assertRefused(int status, String part, RawRequest.Answer answer) {
        assertEquals(status, answer.status(), answer::text);
        assertTrue(answer.body().contains(part), answer::text);
        assertEquals(1, answer.body().lines().count());
    }

    @Test
    void shouldObserveNothingUntilAPageAsks() throws Exception {
        assertEquals("lab", first("/api/runtimes").get("name"));
        first("/api/workers");
        first("/api/contexts");
        assertEquals(0, observers.get());
    }

    @Test
    void shouldShowWorkersContextsAndMemory() throws Exception {
        work();
        assertEquals("cpu-0", first("/api/workers").get("name"));
        assertEquals(List.of("default"), first("/api/workers").get("contexts"));
        Map<?, ?> context = first("/api/contexts");
        assertEquals("eager", context.get("policy"));
        assertEquals(1000, context.get("done"));
        assertEquals(0, context.get("ready"));
        assertEquals("main", first("/api/memory").get("name"));
        assertEquals(List.of(), json("/api/transfers"));
        assertEquals(runtime.models().symbols(), json("/api/models"));
        assertEquals("eager", first("/api/policies").get("name"));
        assertEquals(Map.of("breakpoints", List.of(), "stops", List.of()), json("/api/breakpoints"));
    }

    @Test
    void shouldShowLanesAndThroughputSinceALook() throws Exception {
        Number next = (Number) object("/api/lanes").get("next");
        Number sample = (Number) first("/api/throughput").get("number");
        work();
        Map<?, ?> lanes = object("/api/lanes?after=" + next);
        assertEquals(List.of("work"), lanes.get("codelets"));
        List<?> views = (List<?>) lanes.get("lanes");
        long tasks = views.stream()
                .mapToLong(each -> ((Number) ((Map<?, ?>) each).get("tasks")).longValue())
                .sum();
        assertEquals(1000, tasks);
        long later = ((Number) lanes.get("next")).longValue() + 1;
        object("/api/lanes");
        List<?> unchanged = (List<?>) object("/api/lanes?after=" + later).get("lanes");
        assertTrue(unchanged.stream().allMatch(each -> ((List<?>) ((Map<?, ?>) each).get("cells")).isEmpty()));
        await(() -> samples(sample) > 0);
    }

    private int samples(Number after) {
        try {
            return ((List<?>) json("/api/throughput?after=" + after)).size();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void shouldExplainIdleTimeAndWorkers() throws Exception {
        object("/api/idle");
        work();
        Map<?, ?> idle = object("/api/idle");
        assertEquals(2, ((List<?>) idle.get("workers")).size());
        assertFalse(((List<?>) idle.get("causes")).isEmpty());
        assertTrue(object("/api/explanation?worker=0").get("subject").toString().contains("cpu-0"));
    }

    @Test
    void shouldGiveAPageEverythingAtOnce() throws Exception {
        work();
        Map<?, ?> all = object("/api/snapshot?runtime=lab&after=0&sample=0");
        assertTrue(all.keySet()
                .containsAll(List.of(
                        "runtimes",
                        "breakpoints",
                        "workers",
                        "contexts",
                        "memory",
                        "transfers",
                        "throughput",
                        "lanes")));
    }

    @Test
    void shouldSwitchThePolicyOfAContext() throws Exception {
        object("/api/lanes");
        RawRequest.Answer answer = client.post("/api/contexts/default/policy", "{\"policy\":\"prio\"}");
        assertEquals(200, answer.status(), answer::text);
        assertEquals(Optional.of("prio"), runtime.defaultContext().policy());
        assertTrue(json("/api/lanes").toString().contains("context default: eager -> prio"));
    }

    @Test
    void shouldSayInOneLineWhyAPolicyCannotBeUsed() throws IOException {
        String address = "/api/contexts/default/policy";
        assertRefused(400, "nonsense", client.post(address, "{\"policy\":\"nonsense\"}"));
        assertRefused(400, "say which policy", client.post(address, "{}"));
        assertRefused(400, "bogus", client.post(address, "{\"policy\":\"prio\",\"properties\":{\"bogus\":1}}"));
        assertRefused(404, "nowhere", client.post("/api/contexts/nowhere/policy", "{\"policy\":\"prio\"}"));
        assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
    }

    @Test
    void shouldChangeNothingByGet() throws IOException {
        assertRefused(405, "needs POST", client.get("/api/contexts/default/policy"));
        assertRefused(405, "needs POST", client.get("/api/breakpoints/continue"));
        assertRefused(405, "needs GET", client.post("/api/workers", "{}"));
    }

    @Test
    void shouldSayWhatItDoesNotKnow() throws IOException {
        assertRefused(404, "there are: runtimes", client.get("/api/nothing"));
        assertRefused(404, "no runtime 'x'", client.get("/api/workers?runtime=x"));
        assertRefused(404, "no model 'x'", client.get("/api/models/x"));
        assertRefused(404, "no worker 99", client.get("/api/explanation?worker=99"));
        assertRefused(400, "'after' is 'x'", client.get("/api/lanes?after=x"));
        assertRefused(404, "stop 5 is not there", client.post("/api/breakpoints/continue", "{\"stop\":5}"));
        assertRefused(400, "'stop' is 'x'", client.post("/api/breakpoints/continue", "{\"stop\":\"x\"}"));
    }

    @Test
    void shouldReleaseItsObserversAfterThePageWasClosed() throws Exception {
        AtomicInteger seconds = new AtomicInteger();
        RuntimeWatches watches = new RuntimeWatches(() -> seconds.get() * TEN_SECONDS / 10);
        TaskRuntime counted = counting();
        watches.add("lab", counted);
        watches.watch(counted).orElseThrow().profile();
        assertEquals(2, observers.get());
        seconds.set(4);
        assertTrue(watches.closeUnused());
        assertEquals(2, observers.get());
        watches.watch(counted); // the page is open, without an explanation of idle time
        seconds.set(7);
        assertTrue(watches.closeUnused());
        assertEquals(1, observers.get());
        seconds.set(10);
        assertFalse(watches.closeUnused());
        assertEquals(0, observers.get());
    }

    @Test
    void shouldReleaseItsObserversWhenItStops() throws Exception {
        object("/api/idle");
        assertEquals(List.of("lab"), console.status().orElseThrow().observed());
        console.stop();
        assertEquals(0, observers.get());
        assertTrue(console.status().isEmpty());
        assertFalse(console.stop());
    }

    @Test
    void shouldForgetARuntimeThatIsClosed() throws Exception {
        List<TaskRuntime> added = new ArrayList<>();
        added.add(counting());
        console.addRuntime(added.getFirst(), Map.of("runtime.name", "lab"));
        object("/api/lanes?runtime=lab-2");
        assertEquals(1, observers.get());
        console.removeRuntime(added.getFirst());
        assertEquals(0, observers.get());
        assertRefused(404, "no runtime 'lab-2'", client.get("/api/lanes?runtime=lab-2"));
    }

    @Test
    void shouldStayWhereItIsWhenItIsStartedAgain() throws Exception {
        String link = console.status().orElseThrow().link();
        assertEquals(link, console.start(OptionalInt.of(0), Optional.empty()).link());
        assertThrows(IllegalStateException.class, () -> console.start(OptionalInt.of(1), Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> console.start(OptionalInt.of(70_000), Optional.empty()));
        assertSame(true, console.status().orElseThrow().loopback());
    }

    @Test
    void shouldNotHoldUpTheRuntimeWhileAPageIsOpen() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Thread page = Thread.ofVirtual().start(() -> {
            try {
                while (ended.getCount() > 0) {
                    object("/api/snapshot");
                }
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        });
        for (int round = 0; round < 20; round++) {
            work();
        }
        ended.countDown();
        page.join();
        assertEquals(20_000, runtime.defaultContext().load().done());
    }
}
