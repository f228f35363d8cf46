package org.asterism.run;

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
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.ContextDescription;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.WorkerSelection;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.report.fixture.FakeContext;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Section;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.remote.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
    private final List<RuntimeConfiguration> configurations = new ArrayList<>();
    private final List<FakeRuntime> runtimes = new ArrayList<>();
    private final List<Dictionary<String, ?>> services = new ArrayList<>();
    private final List<RunRecord> records = new ArrayList<>();
    private final Applications applications = new Applications();
    private final List<String> treeEvents = new ArrayList<>();
    private final List<String> memberEvents = new ArrayList<>();
    private Consumer<FakeRuntime> machine = runtime -> {};
    private final FakeRuntime shared = new FakeRuntime("eager");
    private final RunRegistry registry = new RunRegistry();
    private final List<String> traceEvents = new ArrayList<>();
    private final Runner runner = new Runner(
            configuration -> {
                configurations.add(configuration);
                FakeRuntime runtime = new FakeRuntime(configuration.policy());
                machine.accept(runtime);
                runtime.simulation = configuration.simulation();
                runtime.setMembers(configuration.members());
                runtimes.add(runtime);
                return runtime;
            },
            new Host(),
            registry,
            Fakes.bundle(services));

    /**
     * Finds contexts of the shared runtime, and notes what is declared; at the end, whether the last runtime is closed.
     */
    private final class Host implements RunHost {
        @Override
        public NamedTree declareTree(Path file) {
            treeEvents.add("+" + file);
            return new NamedTree(
                    "declared",
                    Fakes.partly(
                            SchedulingTrees.Declaration.class,
                            Map.of("close", none -> treeEvents.add("-" + runtimes.getLast().closed) ? null : null)));
        }

        @Override
        public Cluster.LocalMembers startMembers(int number) {
            memberEvents.add("+" + number);
            return new Cluster.LocalMembers() {
                @Override
                public List<String> names() {
                    return List.of("member1", "member2");
                }

                @Override
                public void close() {
                    memberEvents.add("-" + runtimes.getLast().closed);
                }
            };
        }

        @Override
        public Recording record(TaskRuntime runtime, Path file) {
            traceEvents.add("+" + file);
            return () -> {
                traceEvents.add("-" + file);
                return Map.of("trace", file.toString(), "trace_lost", 0L);
            };
        }

        @Override
        public ScopedRuntime scope(String context) {
            return shared.scope(shared.contexts().stream()
                    .filter(each -> each.name().equals(context))
                    .findFirst()
                    .orElseThrow());
        }
    }

    RunnerTest() {
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, "demo")), new DemoApplication());
    }

    private void run(String... words) throws Exception {
        Invocation invocation = Invocation.parse(applications, List.of(words), Duration.ZERO);
        runner.start(invocation, Optional.empty(), Path.of("/folder"), System.out, Optional.empty(), record -> {
                    assertEquals(0, services.size());
                    records.add(record);
                })
                .await();
    }

    @Test
    void shouldMakeARuntimeAsAskedForAndCloseIt() throws Exception {
        run("demo", "--policy", "prio,levels=3", "--cpu", "1");

        assertEquals("prio", configurations.getFirst().policy());
        assertEquals(Map.of("levels", "3"), configurations.getFirst().policyProperties());
        assertEquals(Map.of("cpu", 1), configurations.getFirst().workers());
        assertTrue(configurations.getFirst().prefetch());
        assertTrue(runtimes.getFirst().closed);
    }

    @Test
    void shouldStartMembersOnceAndEndThemAfterTheLastRuntime() throws Exception {
        run("demo", "--members", "2", "--repeat", "2");

        assertEquals(2, runtimes.size());
        assertEquals(List.of("+2", "-true"), memberEvents);
        assertEquals(
                Map.of("members", "member1,member2"),
                configurations.getLast().driverProperties().get("remote"));
    }

    @Test
    void shouldAskForARuntimeWithoutPrefetching() throws Exception {
        run("demo", "--no-prefetch");

        assertFalse(configurations.getFirst().prefetch());
    }

    @Test
    void shouldTellDriversAndCountWhatTheyOpen() throws Exception {
        machine = runtime -> {
            runtime.workers = List.of(
                    Fakes.worker(0),
                    Fakes.onDevice(1, "opencl-0", Architecture.OPENCL, 1, Map.of("device.name", "opencl-0")));
            runtime.devices =
                    List.of(new DeviceReport("cpu", "", List.of()), new DeviceReport("opencl", "", List.of()));
        };
        run("demo", "--opencl", "1", "--cuda=0", "--nodes=2", "--driver", "opencl,memory.limit=64m");

        assertEquals(Map.of("opencl", 1, "cuda", 0), configurations.getFirst().workers());
        assertEquals(
                Map.of("opencl", Map.of("memory.limit", "64m"), "cpu", Map.of("memory.nodes", "2")),
                configurations.getFirst().driverProperties());
        assertEquals(1L, records.getFirst().fields().values().get("cpu_workers"));
        assertEquals(1L, records.getFirst().fields().values().get("opencl_workers"));
    }

    @Test
    void shouldSayWhyADeviceThatIsThereIsNotUsed() {
        machine = runtime -> runtime.devices = List.of(new DeviceReport(
                "opencl",
                "",
                List.of(new DeviceDescription(
                        "opencl-0", Architecture.OPENCL, "a model", 1, false, "it is a processor", Map.of()))));
        assertEquals(
                "option '--opencl' is '1', but there is no opencl worker: opencl-0: it is a processor",
                assertThrows(IllegalStateException.class, () -> run("demo", "--opencl", "1"))
                        .getMessage());
        assertEquals(
                "option '--opencl' is '1', but there is no opencl worker: opencl-0 found, but none that this run may "
                        + "use:"
                        + " it says devices=7",
                assertThrows(
                                IllegalStateException.class,
                                () -> run("demo", "--opencl", "1", "--driver", "opencl,devices=7"))
                        .getMessage());
    }

    @Test
    void shouldSayWhyThereIsNoDeviceThatWasAskedFor() {
        machine = runtime -> runtime.devices = List.of(
                new DeviceReport("cpu", "", List.of()),
                new DeviceReport("cuda", "no libcuda.so.1 was found", List.of()));
        assertEquals(
                "option '--cuda' is '2', but there is no cuda worker: no libcuda.so.1 was found",
                assertThrows(IllegalStateException.class, () -> run("demo", "--cuda", "2"))
                        .getMessage());
        assertEquals(
                "option '--opencl' is '1', but there is no opencl worker: is org.asterism.driver.opencl active?",
                assertThrows(IllegalStateException.class, () -> run("demo", "--opencl", "1"))
                        .getMessage());
        assertEquals(
                "option '--driver' names 'vulkan', but there is no such driver; there are: cpu, cuda",
                assertThrows(UsageException.class, () -> run("demo", "--driver", "vulkan,a=b"))
                        .getMessage());
        assertTrue(runtimes.stream().allMatch(runtime -> runtime.closed));
    }

    @Test
    void shouldRunTasksOnTheWorkersThatAreSelectedOnly() throws Exception {
        run("demo", "--workers", "cpu-1");

        assertEquals(
                WorkerSelection.named("cpu-1"),
                configurations.getFirst().members(),
                "so that workers that come later are asked for, too");
        assertEquals(1L, records.getFirst().fields().values().get("cpu_workers"));
        assertTrue(assertThrows(UsageException.class, () -> run("demo", "--workers", "cpu-7"))
                .getMessage()
                .startsWith("option '--workers': there is no such worker as cpu-7"));
        assertEquals(
                "option '--workers' is 'none', which means none of 2 workers: cpu-0..1",
                assertThrows(UsageException.class, () -> run("demo", "--workers", "none"))
                        .getMessage());
    }

    @Test
    void shouldRunInAContextOfARuntimeThatIsThere() throws Exception {
        FakeContext urgent = (FakeContext) shared.createContext(ContextDescription.named("urgent"));

        run("demo", "--context", "urgent", "--n", "2", "--swap", "prio");

        assertEquals(List.of(), configurations);
        assertFalse(shared.closed);
        assertEquals(List.of("task", "use prio{}", "task", "waitAll"), urgent.calls);
        assertEquals("urgent", records.getFirst().fields().values().get("context"));
        assertEquals("prio", records.getFirst().fields().values().get("policy_at_end"));
    }

    @Test
    void shouldSayThatAContextHasItsPolicyAndWorkersAlready() {
        UsageException thrown = assertThrows(UsageException.class, () -> run("demo", "--context", "x", "--cpu", "2"));
        assertTrue(
                thrown.getMessage().startsWith("option '--cpu' does not go together with --context"),
                thrown.toString());
    }

    @Test
    void shouldEndTheScopeOfAnApplicationThatHasRunInASharedRuntime() throws Exception {
        shared.createContext(ContextDescription.named("urgent"));
        applications.addApplication(Fakes.reference(2, Map.of(Application.NAME, "leaves")), new Application() {
            @Override
            public List<ApplicationOption> options() {
                return List.of();
            }

            @Override
            public ApplicationResult run(ApplicationRun run) {
                assertEquals("urgent", run.runtime().defaultContext().name());
                assertEquals(List.of(), shared.endedScopes);
                return new ApplicationResult(true, Map.of());
            }
        });

        run("leaves", "--context", "urgent");

        assertEquals(List.of("urgent"), shared.endedScopes);
    }

    @Test
    void shouldDeclareTheTreeOfAFileForTheRun() throws Exception {
        run("demo", "--tree", "my.txt,fifo.ntasks=3", "--repeat", "2");
        assertEquals(2, configurations.size());
        assertEquals("declared", configurations.getLast().policy());
        assertEquals(Map.of("fifo.ntasks", "3"), configurations.getLast().policyProperties());
        assertEquals(List.of("+/folder/my.txt", "-true"), treeEvents);
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
                new NoHost(),
                registry,
                Fakes.bundle(services));
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> idle.start(
                                Invocation.parse(applications, List.of("demo"), Duration.ZERO),
                                Optional.empty(),
                                Path.of("."),
                                System.out,
                                Optional.empty(),
                                records::add)
                        .await());

        assertTrue(thrown.getMessage().startsWith("there are no workers"), thrown.getMessage());
    }

    @Test
    void shouldRunWithoutCoresOnWorkersThatAreThereWithoutBeingAskedFor() throws Exception {
        machine = runtime -> runtime.workers = List.of(Fakes.worker(0));
        run("demo", "--cpu", "0");
        assertEquals(Map.of("cpu", 0), configurations.getFirst().workers());

        machine = runtime -> runtime.workers = List.of();
        String refusal = assertThrows(UsageException.class, () -> run("demo", "--cpu", "0"))
                .getMessage();
        assertTrue(refusal.startsWith("option '--cpu' is '0', and there are no other workers: ask"), refusal);
        assertTrue(runtimes.getLast().closed);
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
        runner.start(
                        Invocation.parse(applications, List.of("demo", "--sim", "laptop", "--execute"), Duration.ZERO),
                        Optional.empty(),
                        folder,
                        System.out,
                        Optional.empty(),
                        records::add)
                .await();
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

    @Test
    void shouldReportTheScheduleOfASimulatedRun() throws Exception {
        run("demo", "--n", "8", "--sim", "laptop", "--swap", "prio");

        Map<String, Object> fields = records.getFirst().fields().values();
        assertEquals(8.0, fields.get("makespan_ms"));
        assertEquals(1.0, fields.get("gflops"));
        assertEquals(4.0, fields.get("area_bound_ms"));
        assertEquals(1.0, fields.get("critical_path_ms"));
        assertEquals(0.5, fields.get("efficiency"));
        assertEquals(8L, fields.get("executed_tasks"));
        assertTrue((double) fields.get("simulated_tasks_per_second") > 0);
        assertEquals("prio", fields.get("swap"));
        Map<?, ?> json = (Map<?, ?>) records.getFirst().json();
        assertEquals(
                List.of("architectures", "workers", "links"),
                json.keySet().stream().skip(fields.size()).toList());
        String text = records.getFirst().toString();
        assertTrue(text.contains("cpu-0   cpu") && !text.contains("nothing was copied"), text);
        assertEquals(0, runtimes.getFirst().observers.size(), "nobody watches any more");
    }

    @Test
    void shouldReportTheSameOfEachRunOfASimulation() throws Exception {
        run("demo", "--sim", "laptop", "--repeat", "3");

        assertEquals(
                List.of(10.0, 10.0, 10.0),
                records.stream()
                        .map(record -> record.fields().values().get("makespan_ms"))
                        .toList());
    }

    @Test
    void shouldNotCallCorrectWhatNobodyHasChecked() throws Exception {
        run("demo", "--unchecked");
        assertTrue(records.getLast().correct());
        assertEquals(null, records.getLast().fields().values().get("correct"));
    }

    @Test
    void shouldNotJudgeWhatNobodyHasComputed() throws Exception {
        run("demo", "--wrong", "--sim", "laptop");
        assertTrue(records.getLast().correct());
        assertTrue(records.getLast().fields().values().containsKey("correct"));
        assertEquals(null, records.getLast().fields().values().get("correct"));

        run("demo", "--wrong", "--sim", "laptop", "--execute");
        assertFalse(records.getLast().correct());
        assertEquals(false, records.getLast().fields().values().get("correct"));
    }

    @Test
    void shouldDrawTheScheduleOfEachRunIntoAFileOfItsOwn(@TempDir Path folder) throws Exception {
        String name = folder.resolve("plan.svg").toString();
        run("demo", "--gantt", name, "--repeat", "2");

        assertEquals(name, records.get(0).fields().values().get("gantt"));
        Path second = folder.resolve("plan-2.svg");
        assertEquals(second.toString(), records.get(1).fields().values().get("gantt"));
        String picture = Files.readString(second);
        assertTrue(picture.contains("demo, policy eager") && picture.contains("nothing: "), picture);
        assertEquals(10L, records.get(1).fields().values().get("executed_tasks"));
    }

    @Test
    void shouldProfileARunThatAsksForStatistics() throws Exception {
        run("demo", "--stats");
        run("demo");

        assertEquals("unknown", records.get(0).fields().values().get("profile_energy_source"));
        List<String> sections =
                records.get(0).sections().stream().map(Section::field).toList();
        assertEquals(
                List.of(
                        "profile_workers",
                        "profile_idle",
                        "profile_idle_by_worker",
                        "profile_codelets",
                        "profile_links",
                        "profile_counters",
                        "profile_iterations",
                        "profile_last_iterations"),
                sections);
        Map<?, ?> json = (Map<?, ?>) records.get(0).json();
        Map<?, ?> worker = (Map<?, ?>) ((List<?>) json.get("profile_workers")).getFirst();
        assertEquals(10L, worker.get("tasks"));
        assertTrue(worker.get("exclusive_ns") instanceof Map<?, ?>, worker::toString);
        assertTrue(records.get(0).text(100).contains("mostly idle"));
        assertEquals(List.of(), records.get(1).sections());
    }

    @Test
    void shouldLayOutHelpForTheTerminal() throws Exception {
        var help = Invocation.parse(applications, List.of("demo", "--help"), Duration.ZERO)
                .help()
                .orElseThrow();

        assertTrue(help.apply(60).lines().allMatch(line -> line.length() <= 60), help.apply(60));
        assertTrue(help.apply(80).lines().anyMatch(line -> line.length() > 60), help.apply(80));
    }

    @Test
    void shouldNotRunForAPictureThatCannotBeWritten(@TempDir Path pictures) throws Exception {
        String message = assertThrows(UsageException.class, () -> run("demo", "--gantt", "/none/plan.svg"))
                .getMessage();

        assertTrue(message.startsWith("option '--gantt' is '/none/plan.svg', which cannot be made"), message);
        String taken = Files.createDirectory(pictures.resolve("taken.svg")).toString();
        String refusal = assertThrows(UsageException.class, () -> run("demo", "--gantt", taken))
                .getMessage();
        assertTrue(refusal.startsWith("option '--gantt' is '" + taken + "', which is a folder; name a file"), refusal);
        assertEquals(0, runtimes.size());
    }

    @Test
    void shouldRecordEachRunFromStartToEndInAFileOfItsOwn(@TempDir Path folder) throws Exception {
        Path first = folder.resolve("run.trace");
        Path second = folder.resolve("run-2.trace");
        run("demo", "--trace", first.toString(), "--repeat", "2");
        assertEquals(List.of("+" + first, "-" + first, "+" + second, "-" + second), traceEvents);
        assertEquals(second.toString(), records.get(1).fields().values().get("trace"));
        assertEquals(0L, records.get(1).fields().values().get("trace_lost"));
    }

    @Test
    void shouldEndTheRecordingOfARunThatFails(@TempDir Path folder) {
        Path file = folder.resolve("run.trace");
        assertThrows(Exception.class, () -> run("demo", "--fail", "--trace", file.toString()));
        assertEquals(List.of("+" + file, "-" + file), traceEvents);
    }

    @Test
    void shouldCheckTheFilesOfAllRepetitionsBeforeTheFirst(@TempDir Path folder) throws Exception {
        String first = folder.resolve("run.trace").toString();
        Path second = Files.createDirectory(folder.resolve("run-2.trace"));
        String message = assertThrows(UsageException.class, () -> run("demo", "--trace", first, "--repeat", "2"))
                .getMessage();
        assertEquals("option '--trace' is '" + second + "', which is a folder; name a file", message);
        Files.createDirectory(folder.resolve("plan-3.svg"));
        String plan = folder.resolve("plan.svg").toString();
        assertThrows(UsageException.class, () -> run("demo", "--gantt", plan, "--repeat", "3"));
        assertEquals(0, runtimes.size());
    }

    @Test
    void shouldReplaceARecordingOnlyIfToldTo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("run.trace"), "older");
        String message = assertThrows(UsageException.class, () -> run("demo", "--trace", file.toString()))
                .getMessage();
        assertEquals(
                "option '--trace' is '" + file + "', which is there already; add --replace to replace it, or name"
                        + " another file",
                message);
        assertEquals(0, runtimes.size());
        run("demo", "--trace", file.toString(), "--replace");
        assertEquals(List.of("+" + file, "-" + file), traceEvents);
    }

    @Test
    void shouldNotRunForARecordingThatCannotBeWritten() {
        String message = assertThrows(UsageException.class, () -> run("demo", "--trace", "/none/run.trace"))
                .getMessage();
        assertTrue(message.startsWith("option '--trace' is '/none/run.trace', which cannot be made"), message);
        assertEquals(0, runtimes.size());
    }
}
