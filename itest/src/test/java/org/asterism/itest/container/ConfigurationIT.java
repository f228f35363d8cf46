package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Optional;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * The shared runtime's configuration changes while it is at work. Declarative Services miss a change that comes while
 * they read the one before: they read the values first and then the number of the change, and compare only that. So
 * each change has an effect that a test waits for before it makes the next one.
 */
public class ConfigurationIT extends Journey {
    private static final String PID = "org.asterism.runtime";

    private Configuration configuration() throws Exception {
        return service(ConfigurationAdmin.class).getConfiguration(PID, "?");
    }

    private static Dictionary<String, Object> policy(String name, String... properties) {
        Dictionary<String, Object> values = new Hashtable<>();
        values.put("policy", name);
        values.put("policy.properties", properties);
        return values;
    }

    @Test
    public void shouldUseThePolicyThatIsConfigured() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        tasks.submitAll(runtime);
        configuration().update(policy("prio"));
        awaitPolicy(runtime, "prio");
        configuration().delete();
        awaitPolicy(runtime, "eager");
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldBeginWithThePolicyThatIsConfigured() throws Exception {
        bundle(CORE).stop();
        configuration().update(policy("prio"));
        bundle(CORE).start();
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "prio");
        assertEquals("prio", runtime.defaultContext().wantedPolicy());
    }

    @Test
    public void shouldReportAPolicyThatIsUnknownAndTakeItWhenItComes() throws Exception {
        CountedTasks tasks = countedTasks(1000);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        configuration().update(policy("prio"));
        awaitPolicy(runtime, "prio");
        tasks.submitAll(runtime);

        configuration().update(policy("journey"));
        Await.until("it is reported", () -> context.trouble().isPresent());
        assertTrue(context.trouble().orElseThrow(), context.trouble().get().contains("'journey'"));
        assertEquals("journey", context.wantedPolicy());
        assertEquals("the old one goes on", Optional.of("prio"), context.policy());

        Bundle journey = install("journey", PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
        awaitPolicy(runtime, "journey");
        assertEquals(Optional.empty(), context.trouble());
        journey.stop();
        assertEquals(Optional.of("eager"), context.policy());
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    @Test
    public void shouldKeepTheRuntimeWhenThereIsASlipInItsProperties() throws Exception {
        TaskRuntime runtime = runtime();
        Dictionary<String, Object> slip = policy("prio", "no-equals-sign");
        slip.put("limit", "5..10");
        configuration().update(slip);
        Await.until(
                "the rest is used", () -> runtime.defaultContext().description().mostSubmitted() == 10);
        configuration().update(policy("prio"));
        awaitPolicy(runtime, "prio");
        bundle(CORE).stop();
        configuration().update(policy("prio", "no-equals-sign"));
        bundle(CORE).start();
        awaitPolicy(runtime(), "prio");
    }

    @Test
    public void shouldReportPropertiesThatThePolicyRefuses() throws Exception {
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        awaitPolicy(runtime, "eager");
        configuration().update(policy("prio", "colour=green"));
        Await.until("it is reported", () -> context.trouble().isPresent());
        assertTrue(context.trouble().orElseThrow(), context.trouble().get().contains("colour"));
        assertEquals("the old one goes on", Optional.of("eager"), context.policy());
        configuration().update(policy("prio"));
        awaitPolicy(runtime, "prio");
        assertEquals(Optional.empty(), context.trouble());
    }

    @Test
    public void shouldBoundThePrioritiesOfTheDefaultContextAsConfigured() throws Exception {
        Codelet codelet = Codelet.named("nothing").cpu(kernel -> {}).build();
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.defaultContext();
        configuration().update(bounds("-5..5,refuse", "1..2"));
        Await.until("it is refused", () -> isRefused(context, codelet));
        Dictionary<String, Object> wrong = bounds("5..-5", "many");
        wrong.put("policy", "prio");
        configuration().update(wrong);
        awaitPolicy(runtime, "prio");
        assertTrue("what is wrong changes nothing", isRefused(context, codelet));
        configuration().update(bounds("", ""));
        Await.until("it is allowed", () -> !isRefused(context, codelet));
        context.waitAll();
    }

    private static boolean isRefused(SchedulingContext context, Codelet codelet) {
        try {
            context.task(codelet).priority(6).submit();
            return false;
        } catch (IllegalArgumentException refused) {
            assertTrue(refused.getMessage(), refused.getMessage().contains("-5 to 5"));
            return true;
        }
    }

    private static Dictionary<String, Object> bounds(String priorities, String limit) {
        Dictionary<String, Object> values = new Hashtable<>();
        values.put("priorities", priorities);
        values.put("limit", limit);
        return values;
    }
}
