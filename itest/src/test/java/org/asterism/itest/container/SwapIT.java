package org.asterism.itest.container;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** The policy of a context full of tasks is swapped by several threads, while the bundles of the policies change. */
public class SwapIT extends Journey {
    private static final int TASKS = Integer.getInteger("asterism.storm.tasks", 10_000);
    private static final int SWAPS = Integer.getInteger("asterism.storm.swaps", 100);
    private static final String PRIO = "org.asterism.policy.prio";

    @Test
    public void shouldRunEachTaskOnceWhilePoliciesAreSwappedAndTheirBundlesStoppedUpdatedAndRefreshed()
            throws Exception {
        CountedTasks tasks = countedTasks(TASKS);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        Bundle journey = install("journey", PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
        tasks.submitAll(runtime);
        AtomicInteger swaps = new AtomicInteger();
        List<FutureTask<Object>> changes = new ArrayList<>();
        for (String policy : List.of("eager", "prio", "journey")) {
            changes.add(again(swaps, "swaps to " + policy, () -> {
                if (isSwapped(runtime, policy)) {
                    swaps.incrementAndGet();
                    tasks.allow(TASKS / (2 * SWAPS)); // so that half of them are left to the last swap
                }
            }));
        }
        changes.add(again(swaps, "stops and starts " + PRIO, () -> {
            bundle(PRIO).stop();
            bundle(PRIO).start();
        }));
        changes.add(again(swaps, "updates journey", () -> {
            journey.update(PluginBundle.policy("journey", "1.0.0", JourneyPolicyFactory.class));
            refresh(journey);
        }));
        changes.add(again(swaps, "refreshes " + EAGER, () -> refresh(bundle(EAGER))));
        changes.add(again(swaps, "moves workers", () -> {
            List<Worker> some = runtime.workers().subList(0, 1);
            runtime.defaultContext().removeWorkers(some);
            runtime.defaultContext().addWorkers(some);
        }));
        changes.add(again(swaps, "opens and closes contexts", () -> openAndClose(runtime)));
        for (FutureTask<Object> change : changes) {
            Await.end("changes", change);
        }
        awaitPolicyThatIsThere(runtime);
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    private interface Change {
        void make() throws Exception;
    }

    private static FutureTask<Object> again(AtomicInteger swaps, String name, Change change) {
        return Await.inBackground(name, () -> {
            while (swaps.get() < SWAPS) {
                change.make();
            }
            return null;
        });
    }

    private static boolean isSwapped(TaskRuntime runtime, String policy) {
        try {
            runtime.defaultContext().usePolicy(policy);
            return true;
        } catch (UnknownPolicyException gone) {
            return false; // its bundle is changed just now
        }
    }

    private static void openAndClose(TaskRuntime runtime) {
        try {
            SchedulingContext beside = runtime.createContext(ContextDescription.named("beside")
                    .sharingWorkers(WorkerSelection.all())
                    .withPolicy("prio"));
            beside.close();
        } catch (UnknownPolicyException gone) {
            // As above.
        }
    }

    private static void awaitPolicyThatIsThere(TaskRuntime runtime) {
        runtime.defaultContext().usePolicy("eager");
        awaitPolicy(runtime, "eager");
    }
}
