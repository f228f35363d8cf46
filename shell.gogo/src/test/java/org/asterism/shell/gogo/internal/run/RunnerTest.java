package org.asterism.shell.gogo.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.UnknownPolicyException;
import org.asterism.shell.gogo.internal.Fakes;
import org.asterism.shell.gogo.internal.Fakes.FakeRuntime;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
    private final List<RuntimeConfiguration> configurations = new ArrayList<>();
    private final List<FakeRuntime> runtimes = new ArrayList<>();
    private final List<Dictionary<String, ?>> services = new ArrayList<>();
    private final List<RunRecord> records = new ArrayList<>();
    private final Applications applications = new Applications();
    private final Runner runner = new Runner(
            configuration -> {
                configurations.add(configuration);
                FakeRuntime runtime = new FakeRuntime(configuration.policy());
                runtimes.add(runtime);
                return runtime;
            },
            Fakes.bundle(services));

    RunnerTest() {
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, "demo")), new DemoApplication());
    }

    private void run(String... words) throws Exception {
        Invocation invocation = Invocation.parse(applications, List.of(words), Duration.ZERO);
        runner.run(invocation, Optional.empty(), Path.of("/folder"), System.out, Optional.empty(), record -> {
            assertEquals(0, services.size());
            records.add(record);
        });
    }

    @Test
    void shouldMakeARuntimeAsAskedForAndCloseIt() throws Exception {
        run("demo", "--policy", "prio,levels=3", "--cpu", "1");

        assertEquals("prio", configurations.getFirst().policy());
        assertEquals(Map.of("levels", "3"), configurations.getFirst().policyProperties());
        assertEquals(Map.of("cpu", 1), configurations.getFirst().workers());
        assertTrue(runtimes.getFirst().closed);
    }

    @Test
    void shouldTellTheDriverOfMemoryNodes() throws Exception {
        run("demo");
        assertEquals(Map.of(), configurations.getLast().driverProperties());
        run("demo", "--nodes", "3");
        assertEquals(
                Map.of("cpu", Map.of("memory.nodes", "3")),
                configurations.getLast().driverProperties());
        run("demo", "--nodes=2", "--node-memory", "16m");
        assertEquals(
                Map.of("cpu", Map.of("memory.nodes", "2", "memory.limit", "16m")),
                configurations.getLast().driverProperties());
    }

    @Test
    void shouldReportItsOwnFieldsBeforeTheApplications() throws Exception {
        run("demo", "--seed", "9", "--input", "a.txt");

        Map<String, Object> fields = records.getFirst().fields().values();
        assertEquals(
                List.of(
                        "app",
                        "run",
                        "policy",
                        "cpu_workers",
                        "memory_nodes",
                        "seed",
                        "policy_at_end",
                        "correct",
                        "run_ms",
                        "time_ms",
                        "tasks_per_worker",
                        "input"),
                List.copyOf(fields.keySet()));
        assertEquals(9L, fields.get("seed"));
        assertEquals("eager", fields.get("policy"));
        assertEquals(2L, fields.get("cpu_workers"));
        assertEquals(1L, fields.get("memory_nodes"));
        assertEquals("/folder/a.txt", fields.get("input"));
    }

    @Test
    void shouldSwapThePolicyOnceWhenHalfOfTheTasksHaveEnded() throws Exception {
        for (int number = 1; number <= 9; number++) {
            run("demo", "--n=" + number, "--swap", "prio,levels=2");

            assertEquals(List.of("prio{levels=2}@" + (number + 1) / 2), runtimes.getLast().uses);
            assertEquals(
                    (long) (number + 1) / 2, records.getLast().fields().values().get("swap_after_tasks"));
            assertEquals("prio", records.getLast().fields().values().get("swap"));
        }
    }

    @Test
    void shouldSwapEvenIfTheTasksAreAnnouncedAfterTheyEnded() throws Exception {
        run("demo", "--swap", "prio", "--late");

        assertEquals(List.of("prio{}@10"), runtimes.getFirst().uses);
    }

    @Test
    void shouldFailWhenTheSwapWasNeverDue() {
        String message = assertThrows(IllegalStateException.class, () -> run("demo", "--swap", "prio", "--silent"))
                .getMessage();

        assertTrue(message.startsWith("the policy was not changed to 'prio'"), message);
        assertTrue(runtimes.getFirst().closed);
    }

    @Test
    void shouldRefuseToSwapToAnUnknownPolicyBeforeTheRun() {
        assertThrows(UnknownPolicyException.class, () -> run("demo", "--swap", "none"));

        assertEquals(0, runtimes.getFirst().submitted);
        assertTrue(runtimes.getFirst().closed);
    }

    @Test
    void shouldFailWhenTheNewPolicyRefuses() {
        assertThrows(PolicyRefusedException.class, () -> run("demo", "--swap", "picky,a=b"));
        assertEquals(10, runtimes.getFirst().submitted, "the run itself goes on");
    }

    @Test
    void shouldRunAsOftenAsAskedForWithARuntimeEach() throws Exception {
        run("demo", "--repeat", "3");

        assertEquals(3, runtimes.size());
        assertEquals(
                List.of(1, 2, 3),
                records.stream()
                        .map(record -> record.fields().values().get("run"))
                        .toList());
    }

    @Test
    void shouldShowTheRuntimeAsAServiceWhileItRuns() throws Exception {
        List<Object> seen = new ArrayList<>();
        applications.addApplication(Fakes.reference(2, Map.of(Application.NAME, "watch")), new Application() {
            @Override
            public List<ApplicationOption> options() {
                return List.of();
            }

            @Override
            public ApplicationResult run(ApplicationRun run) {
                seen.add(services.getFirst().get("runtime.name"));
                return new ApplicationResult(true, Map.of());
            }
        });

        run("watch");

        assertEquals(List.of("watch"), seen);
    }

    @Test
    void shouldNotRunWithoutWorkers() {
        Runner idle = new Runner(
                configuration -> {
                    FakeRuntime runtime = new FakeRuntime("eager");
                    runtime.workers = List.of();
                    return runtime;
                },
                Fakes.bundle(services));
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> idle.run(
                        Invocation.parse(applications, List.of("demo"), Duration.ZERO),
                        Optional.empty(),
                        Path.of("."),
                        System.out,
                        Optional.empty(),
                        records::add));

        assertTrue(thrown.getMessage().startsWith("there are no workers"), thrown.getMessage());
    }

    @Test
    void shouldTellAWrongResult() throws Exception {
        run("demo", "--wrong");

        assertFalse(records.getFirst().correct());
        assertEquals(false, records.getFirst().fields().values().get("correct"));
    }

    @Test
    void shouldAskForTheDescribedMachine(@TempDir Path folder) throws Exception {
        run("demo", "--sim", "laptop", "--cpu", "2", "--sim-option", "costs=off", "--seed", "7");

        RuntimeConfiguration configuration = configurations.getLast();
        assertEquals(
                Simulation.of("laptop").with("workers.cpu", "2").with("costs", "off"),
                configuration.simulation().get());
        assertEquals(7, configuration.seed());
        assertEquals(Map.of(), configuration.workers());
        assertEquals("laptop", records.getLast().fields().values().get("machine"));

        Path file = Files.createFile(folder.resolve("laptop"));
        runner.run(
                Invocation.parse(applications, List.of("demo", "--sim", "laptop", "--execute"), Duration.ZERO),
                Optional.empty(),
                folder,
                System.out,
                Optional.empty(),
                records::add);
        assertEquals(
                Simulation.of(file.toString()).executing(true),
                configurations.getLast().simulation().get());
    }

    @Test
    void shouldRefuseADescriptionThatIsNotThere() {
        for (String name : List.of("none.json", "some/where", "/some")) {
            String message = assertThrows(UsageException.class, () -> run("demo", "--sim", name))
                    .getMessage();
            assertTrue(message.startsWith("option '--sim' is '" + name + "', but there is no file /"), message);
        }
    }
}
