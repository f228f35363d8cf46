package org.asterism.itest.container;

import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Everything changes at the same time, from several threads, through Declarative Services and through the API. */
public class StressIT extends Journey {
    @Test
    public void shouldNeitherLockUpNorLoseATaskWhileEverythingChangesAtOnce() throws Exception {
        int number = 100_000;
        CountedTasks tasks = countedTasks(number);
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        Configuration configuration = service(ConfigurationAdmin.class).getConfiguration("org.asterism.runtime", "?");
        AtomicBoolean enough = new AtomicBoolean();
        tasks.allow(number);
        List<FutureTask<Object>> changes = new ArrayList<>();
        changes.add(again(enough, "policy", () -> restart(bundle(EAGER))));
        changes.add(again(enough, "driver", () -> restart(bundle(CPU))));
        changes.add(again(enough, "program", () -> {
            use(runtime, "prio");
            use(runtime, "eager");
        }));
        changes.add(again(enough, "configuration", () -> {
            configuration.update(policy("prio"));
            configuration.update(policy("unknown"));
        }));
        for (int from = 0; from < number; from += 1000) {
            int first = from;
            List<Task> submitted = tasks.submit(runtime, first, first + 1000);
            Await.until(
                    "half of the tasks have ended",
                    () -> submitted.get(500).state().isFinal());
        }
        enough.set(true);
        for (FutureTask<Object> change : changes) {
            Await.end("changes", change);
        }
        runtime.defaultContext().usePolicy("eager");
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    private interface Change {
        void make() throws Exception;
    }

    private static FutureTask<Object> again(AtomicBoolean enough, String name, Change change) {
        return Await.inBackground("changes the " + name, () -> {
            while (!enough.get()) {
                change.make();
            }
            return null;
        });
    }

    private static void restart(Bundle bundle) throws Exception {
        bundle.stop();
        bundle.start();
    }

    private static void use(TaskRuntime runtime, String policy) {
        try {
            runtime.defaultContext().usePolicy(policy);
        } catch (UnknownPolicyException | PolicyRefusedException gone) {
            // Its bundle is stopped just now; the other thread starts it again.
        }
    }

    private static Dictionary<String, Object> policy(String name) {
        Dictionary<String, Object> values = new Hashtable<>();
        values.put("policy", name);
        return values;
    }
}
