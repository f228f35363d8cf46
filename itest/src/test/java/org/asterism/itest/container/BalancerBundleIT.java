package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** A balancer's bundle comes and goes while two contexts are at work. */
public class BalancerBundleIT extends Journey {
    private static final String IDLE = "org.asterism.balancer.idle";
    private static final Map<String, String> SOON = Map.of("period", "1ms", "idle-time", "2ms", "stay", "2ms");

    @Test
    public void shouldRestWhileItsBundleIsStoppedAndGoOnWithBusyContexts() throws Exception {
        CountedTasks tasks = countedTasks(3000);
        TaskRuntime runtime = runtime();
        assertEquals(
                List.of("completion", "idle"),
                runtime.balancers().stream().map(BalancerDescription::name).toList());
        SchedulingContext other = runtime.createContext("other", "prio", worker -> worker.id() > 0);
        AtomicInteger others = new AtomicInteger();
        Codelet brief = Codelet.named("brief")
                .access()
                .cpu(kernel -> others.incrementAndGet())
                .build();
        tasks.submitAll(runtime);
        runtime.balance("idle", SOON);
        Await.until(
                "the idle worker has come",
                () -> runtime.defaultContext().workers().size() == WORKERS);

        Bundle bundle = bundle(IDLE);
        for (int round = 1; round <= 20; round++) {
            stop(bundle);
            assertFalse("in charge without its bundle", runtime.balancing().isInCharge());
            assertTrue(runtime.balancing().trouble().orElseThrow().contains("bundle has left"));
            long looks = runtime.balancing().looks();
            tasks.allow(100);
            for (int index = 0; index < 10; index++) {
                other.task(brief).submit();
            }
            assertEquals("looks without the bundle", looks, runtime.balancing().looks());
            bundle.start();
            Await.until("it is in charge again", () -> runtime.balancing().isInCharge());
            Await.until("it looks again", () -> runtime.balancing().looks() > looks);
        }
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
        assertEquals(200, others.get());

        runtime.stopBalancing();
        stop(bundle);
        bundle.start();
        assertFalse(
                "in charge although nobody wants it any more",
                runtime.balancing().isInCharge());
        other.close();
        assertEquals(WORKERS, runtime.defaultContext().workers().size());
    }

    @Test
    public void shouldBalanceAsTheSharedRuntimeIsConfigured() throws Exception {
        TaskRuntime runtime = runtime();
        Configuration configuration = service(ConfigurationAdmin.class).getConfiguration("org.asterism.runtime", "?");
        Dictionary<String, Object> values = new Hashtable<>();
        values.put("balancer", "completion");
        values.put("balancer.properties", new String[] {"gain=0.2", "period=1ms"});
        configuration.update(values);
        Await.until("it is in charge", () -> runtime.balancing().isInCharge());
        assertEquals(
                Map.of("gain", "0.2", "period", "1ms"),
                runtime.balancing().wanted().orElseThrow().properties());
        Await.until("it looks", () -> runtime.balancing().looks() > 0);

        values.put("balancer.properties", new String[] {"gain=much"});
        values.put("limit", "5..10");
        configuration.update(values);
        // Declarative Services miss a change that comes while they read the one before.
        Await.until(
                "the rest is used", () -> runtime.defaultContext().description().mostSubmitted() == 10);
        values.put("balancer", "idle");
        values.put("balancer.properties", new String[0]);
        configuration.update(values);
        Await.until(
                "the other one is in charge",
                () -> runtime.balancing().wanted().orElseThrow().name().equals("idle"));
        configuration.delete();
        Await.until("none is in charge", () -> !runtime.balancing().isInCharge());
        assertTrue(runtime.balancing().wanted().isEmpty());
    }
}
