package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.asterism.api.TaskRuntime;
import org.junit.Test;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;

/** The kit of policies is updated while tasks of a policy that uses it are under way. */
public class KitBundleIT extends Journey {
    private static final int TASKS = 1000;
    private static final String PRIO = "org.asterism.policy.prio";

    @Test
    public void shouldRestartThePoliciesButNotTheCoreWhenTheirKitIsUpdatedUnderLoad() throws Exception {
        CountedTasks tasks = countedTasks(TASKS);
        TaskRuntime runtime = runtime();
        runtime.defaultContext().usePolicy("prio");
        awaitPolicy(runtime, "prio");
        tasks.submitAll(runtime);
        tasks.allow(TASKS / 10);
        tasks.awaitAllowed();
        ClassLoader api = loader(API);
        ClassLoader core = loader(CORE);
        ClassLoader kit = loader(POLICY_KIT);
        ClassLoader prio = loader(PRIO);
        Set<String> stopped = new ConcurrentSkipListSet<>();
        container.addBundleListener((SynchronousBundleListener) event -> {
            if (event.getType() == BundleEvent.STOPPED) {
                stopped.add(event.getBundle().getSymbolicName());
            }
        });

        bundle(POLICY_KIT).update();
        refresh(bundle(POLICY_KIT));

        assertEquals(Set.of(POLICY_KIT, EAGER, PRIO), stopped);
        assertSame("the API's classes are the same", api, loader(API));
        assertSame("the core's classes are the same", core, loader(CORE));
        assertNotSame("the kit's classes are new", kit, loader(POLICY_KIT));
        assertNotSame("the policy's classes are new", prio, loader(PRIO));
        assertSame("the runtime is the same", runtime, service(TaskRuntime.class));
        awaitPolicy(runtime, "prio");
        assertEquals("tasks that have ended meanwhile", TASKS / 10, tasks.ended());
        tasks.allowAll();
        awaitTasks(runtime);
        tasks.assertEachRanOnce();
    }

    private ClassLoader loader(String symbolicName) {
        return bundle(symbolicName).adapt(BundleWiring.class).getClassLoader();
    }
}
