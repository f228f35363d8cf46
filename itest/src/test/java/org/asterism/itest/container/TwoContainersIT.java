package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.url;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.FormerWorker;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.itest.fixture.MemberFramework;
import org.asterism.kernels.blas.GemmCodelets;
import org.asterism.kernels.blas.MatrixProduct;
import org.asterism.spi.remote.Cluster;
import org.asterism.spi.remote.ClusterMember.State;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * A group of two OSGi containers. That of Pax Exam, in this process, leads it; Pax Exam's native container is the only
 * one of its virtual machine, so the member's is Felix in a process of its own.
 */
public class TwoContainersIT extends Journey {
    private static final String CLUSTER = "org.asterism.cluster";
    private static final String DEVICES = "org.asterism.kit.device";
    private static final String BLAS = "org.asterism.kernels.blas";
    private static final String MEMBER = "node1";
    private static final int TASKS = 40;
    private static final int ORDER = 256;

    /** Enough to keep the member busy while the test does not get a processor. */
    private static final int MOST_LEFT = 400;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final double[][] products = new double[TASKS][ORDER * ORDER];

    /** Called by Pax Exam, outside of the framework. */
    @Override
    @Configuration
    public Option[] container() {
        ClassPathBundles bundles = new ClassPathBundles();
        Option cluster = composite(Stream.concat(
                        Stream.of(bundles.location(DEVICES), bundles.location(BLAS)), MemberContainer.addOn().stream())
                .map(location -> url(location))
                .toArray(Option[]::new));
        return new Option[] {composite(super.container()), cluster};
    }

    @Test
    public void shouldUseTheWorkersOfAnotherContainerUntilItStops() throws Exception {
        TaskRuntime runtime = runtime();
        awaitPolicy(runtime, "eager");
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        int port = freePort();
        lead(port);
        try (MemberContainer member = new MemberContainer(folder.getRoot().toPath(), MEMBER, port)) {
            Worker remote = awaitWorker(runtime, member);
            assertAllDone(multiply(runtime, Optional.of(remote)));
            assertEquals("tasks that the member ran", TASKS, remote.executedTasks());

            runOnWhileTheMemberStops(runtime, remote, member);
            member.assertEndsAndLeavesNothing();
            assertEquals(State.LOST, service(Cluster.class).members().getFirst().state());
            assertAllDone(multiply(runtime, Optional.empty()));
        }
        assertNothingIsLeft(before, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void lead(int port) throws IOException {
        service(ConfigurationAdmin.class)
                .getConfiguration(CLUSTER, "?")
                .update(new Hashtable<>(Map.of("address", "127.0.0.1:" + port, "silence.milliseconds", 5_000)));
    }

    private static Worker awaitWorker(TaskRuntime runtime, MemberContainer member) throws IOException {
        try {
            Await.until("the member's worker is there", () -> runtime.workers().size() == WORKERS + 1);
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + "; the member has printed:\n" + member.read(), late);
        }
        return runtime.workers().stream()
                .filter(worker -> worker.name().equals(MEMBER + "-cpu-0"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(runtime.workers().toString()));
    }

    /** Multiplies matrices of ones, and checks the products. */
    private List<Task> multiply(TaskRuntime runtime, Optional<Worker> on) throws InterruptedException {
        List<Task> tasks = new ArrayList<>();
        try (DataHandle one = ones(runtime)) {
            List<DataHandle> results = results(runtime);
            submit(runtime, one, results, on, tasks);
            awaitTasks(runtime);
            check(results);
        }
        return tasks;
    }

    private List<DataHandle> results(TaskRuntime runtime) {
        List<DataHandle> results = new ArrayList<>();
        for (double[] product : products) {
            Arrays.fill(product, Double.NaN);
            results.add(runtime.data().matrix(product, ORDER, ORDER, ORDER));
        }
        return results;
    }

    private static void submit(
            TaskRuntime runtime, DataHandle one, List<DataHandle> results, Optional<Worker> on, List<Task> tasks) {
        for (DataHandle result : results) {
            Task task = runtime.task(GemmCodelets.of(ElementType.DOUBLE).written())
                    .data(one, one, result)
                    .argument(MatrixProduct.PRODUCT);
            on.ifPresent(task::on);
            tasks.add(task.submit());
        }
    }

    private static DataHandle ones(TaskRuntime runtime) {
        double[] ones = new double[ORDER * ORDER];
        Arrays.fill(ones, 1);
        return runtime.data().matrix(ones, ORDER, ORDER, ORDER);
    }

    private void check(List<DataHandle> results) {
        results.forEach(DataHandle::close);
        for (double[] product : products) {
            for (double element : product) {
                assertEquals(ORDER, element, 0);
            }
        }
    }

    /**
     * Only the member has time for the tasks, which come faster than it can run them; when its container has stopped,
     * the local workers do what is left. Each result is computed locally in the end, since some were at the member
     * only.
     */
    private void runOnWhileTheMemberStops(TaskRuntime runtime, Worker remote, MemberContainer member) throws Exception {
        CountedTasks local = countedTasks(WORKERS);
        local.submitAll(runtime);
        Await.until("the local workers are busy", () -> isBusyLocally(runtime));
        List<Task> tasks = new ArrayList<>();
        try (DataHandle one = ones(runtime)) {
            List<DataHandle> results = results(runtime);
            submit(runtime, one, results, Optional.empty(), tasks);
            Await.until("the member runs some", () -> remote.executedTasks() > TASKS + 1);
            member.stop();
            Await.until("the member's worker is retired", () -> {
                if (left(runtime) < MOST_LEFT) {
                    submit(runtime, one, results, Optional.empty(), tasks);
                }
                return runtime.workers().size() == WORKERS;
            });
            assertTrue("the member did all before it stopped", left(runtime) > 0);
            submit(runtime, one, results, Optional.empty(), tasks);
            local.allowAll();
            awaitTasks(runtime);
            check(results);
        }
        assertAllDone(tasks);
        local.assertEachRanOnce();
        assertEquals(
                List.of(MEMBER + "-cpu-0"),
                runtime.formerWorkers().stream().map(FormerWorker::name).toList());
    }

    private static long left(TaskRuntime runtime) {
        TaskOverview tasks = runtime.tasks(0);
        return tasks.blocked() + tasks.ready();
    }

    private static void assertAllDone(List<Task> tasks) {
        for (Task task : tasks) {
            assertEquals(task.failure().toString(), TaskState.DONE, task.state());
        }
    }

    private static boolean isBusyLocally(TaskRuntime runtime) {
        return runtime.workers().stream()
                        .filter(worker -> worker.state() == WorkerState.EXECUTING)
                        .count()
                == WORKERS;
    }

    private void assertNothingIsLeft(Set<Thread> before, int port) throws Exception {
        List<String> addOn = MemberContainer.addOn();
        for (Bundle bundle : container.getBundles()) {
            if (addOn.contains(bundle.getLocation())) {
                stop(bundle);
            }
        }
        Set<Thread> left = new HashSet<>();
        Await.until("no thread of the add-on is left", () -> {
            left.clear();
            left.addAll(Thread.getAllStackTraces().keySet());
            left.removeAll(before);
            left.removeIf(each -> !MemberFramework.isOfBundles(each));
            return left.isEmpty();
        });
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertTrue(free.isBound());
        }
    }
}
