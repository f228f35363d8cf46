package org.asterism.itest.container;

import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.url;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.junit.After;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.FrameworkWiring;

/** What all journeys begin with: a framework of their own with our bundles, and the shared runtime as a service. */
@RunWith(PaxExam.class)
public abstract class Journey {
    static final String EAGER = "org.asterism.policy.eager";
    static final String API = "org.asterism.core.api";
    static final String CORE = "org.asterism.core.impl";
    static final String POLICY_KIT = "org.asterism.kit.policy";
    static final String CPU = "org.asterism.driver.cpu";
    static final int WORKERS = 2;

    private static final List<String> INSTALLED = List.of(
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "org.osgi.service.component",
            "org.apache.felix.configadmin",
            "org.apache.felix.scr",
            API,
            POLICY_KIT,
            CORE,
            EAGER,
            "org.asterism.policy.prio",
            "org.asterism.balancer.idle",
            "org.asterism.report",
            "org.asterism.balancer.completion",
            CPU);

    private final List<CountedTasks> counted = new ArrayList<>();

    @Inject
    BundleContext container;

    /** Called by Pax Exam, outside of the framework. */
    @Configuration
    public Option[] container() {
        ClassPathBundles bundles = new ClassPathBundles();
        return options(
                junitBundles(),
                frameworkProperty("felix.log.level").value("0"),
                // The journeys provoke errors by the dozen, and check what is said of them through the API.
                systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("NONE"),
                systemProperty("asterism.cpu.workers").value(Integer.toString(WORKERS)),
                composite(INSTALLED.stream()
                        .map(name -> url(bundles.location(name)))
                        .toArray(Option[]::new)));
    }

    CountedTasks countedTasks(int number) {
        CountedTasks tasks = new CountedTasks(number);
        counted.add(tasks);
        return tasks;
    }

    /** After a failure, kernels may still wait for leave; the framework could not stop. */
    @After
    public void allowAllTasks() {
        counted.forEach(CountedTasks::allowAll);
    }

    Bundle bundle(String symbolicName) {
        return Arrays.stream(container.getBundles())
                .filter(each -> symbolicName.equals(each.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no bundle " + symbolicName));
    }

    Bundle install(String name, InputStream bytes) throws BundleException {
        Bundle installed = container.installBundle("test:" + name, bytes);
        installed.start();
        return installed;
    }

    /** The shared runtime, once it is there and has its workers. */
    TaskRuntime runtime() {
        TaskRuntime runtime = service(TaskRuntime.class);
        Await.until("the runtime has workers", () -> runtime.workers().size() == WORKERS);
        return runtime;
    }

    <T> T service(Class<T> type) {
        Await.until(type.getSimpleName() + " is a service", () -> container.getServiceReference(type) != null);
        ServiceReference<T> reference = container.getServiceReference(type);
        return container.getService(reference);
    }

    /** Stops a bundle, which may take a while but not for ever. */
    void stop(Bundle bundle) throws Exception {
        Await.end("stop of " + bundle, Await.inBackground("stops " + bundle, () -> {
            bundle.stop();
            return null;
        }));
    }

    /** Refreshes a bundle, and with it all that use its packages; waits until they run again. */
    void refresh(Bundle bundle) throws InterruptedException {
        CountDownLatch refreshed = new CountDownLatch(1);
        container
                .getBundle(0)
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(bundle), event -> refreshed.countDown());
        assertTrue("refreshed", refreshed.await(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    /** Waits until a policy is in charge. */
    static void awaitPolicy(TaskRuntime runtime, String policy) {
        Await.until("policy " + policy + " is in charge", () -> isOn(runtime, policy));
    }

    private static boolean isOn(TaskRuntime runtime, String policy) {
        SchedulingContext context = runtime.defaultContext();
        return context.policy().equals(Optional.of(policy)) && context.state() == ContextState.ACTIVE;
    }

    /** Waits for the end of all tasks. */
    static void awaitTasks(TaskRuntime runtime) throws InterruptedException {
        assertTrue("tasks are left: " + runtime.tasks(5), runtime.waitAll(Await.PATIENCE));
    }
}
