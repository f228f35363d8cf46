package org.asterism.shell.gogo.internal.command;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.Simulation;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.OverdueTask;
import org.asterism.api.TaskOverview.RunningTask;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.model.Link;
import org.asterism.api.model.Links;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Listing;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.context.ContextsCommand;
import org.asterism.shell.gogo.internal.context.SeenLoads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.service.component.ComponentServiceObjects;

class CommandsTest {
    @TempDir
    Path folder;

    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final Runtimes one = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime));

    private static Runtimes two(FakeRuntime first, FakeRuntime second) {
        Map<String, FakeRuntime> both = new LinkedHashMap<>();
        both.put(Runtimes.DEFAULT, first);
        both.put("cholesky", second);
        return RuntimesForTests.of(both);
    }

    private static ContextsCommand contexts(Runtimes runtimes) {
        return new ContextsCommand(runtimes, BundlesForTests.with(new SeenLoads()));
    }

    private static String text(Command command, String... words) {
        return ((Answer) command.execute(null, words(words))).text(100);
    }

    private static Object json(Command command, String... words) throws IOException {
        Object answer = command.execute(null, words(words));
        return JSON.std.anyFrom((String) answer);
    }

    private static StatusException refusal(Command command, String... words) {
        StatusException thrown = assertThrows(StatusException.class, () -> command.execute(null, words(words)));
        assertEquals(thrown.getMessage(), thrown.toString(), "Gogo shows toString");
        assertFalse(thrown.getMessage().contains("\n"), thrown.getMessage());
        return thrown;
    }

    @Test
    void shouldListWorkersForPeopleMachinesAndScripts() throws IOException {
        WorkersCommand workers = new WorkersCommand(one);

        assertEquals("""
                id  name   arch  node  state     contexts  tasks  properties
                 0  cpu-0  cpu      0  sleeping  default       0  cpu.pu=0
                 1  cpu-1  cpu      0  sleeping  default      10  cpu.pu=1""", text(workers));
        Map<String, Object> second = new HashMap<>(Map.of(
                "runtime",
                "default",
                "id",
                1,
                "name",
                "cpu-1",
                "architecture",
                "cpu",
                "memory_node",
                0,
                "state",
                "sleeping",
                "driven_by",
                "runtime",
                "contexts",
                List.of("default"),
                "executed_tasks",
                10,
                "properties",
                Map.of("cpu.pu", 1)));
        second.put("thread", null);
        second.put("flags", List.of());
        assertEquals(second, ((List<?>) json(workers, "--json")).get(1));
        assertEquals(2, ((Listing<?>) workers.execute(null, words())).size());
    }

    @Test
    void shouldShowWhichWorkersAProgramDrives() {
        Thread program = new Thread("main-loop");
        runtime.workers =
                List.of(Fakes.worker(0), Fakes.driven(1, Optional.of(program)), Fakes.driven(2, Optional.empty()));

        assertEquals("""
                id  name   arch  node  state       driven by  thread     contexts  tasks  properties
                 0  cpu-0  cpu      0  sleeping    runtime               default       0  cpu.pu=0
                 1  cpu-1  cpu      0  scheduling  program    main-loop  default      10  cpu.pu=1
                 2  cpu-2  cpu      0  not_driven  program               default      20  cpu.pu=2""", text(new WorkersCommand(one)));
    }

    /** Links that note what is asked of them. */
    private static Links links(double contention, List<String> calls, Link... links) {
        return Fakes.partly(
                Links.class,
                Map.of(
                        "all",
                        arguments -> List.of(links),
                        "contention",
                        arguments -> contention,
                        "measure",
                        arguments -> calls.add("measure") ? null : null,
                        "calibrate",
                        arguments -> calls.add("calibrate") ? null : null));
    }

    @Test
    void shouldListLinksForPeopleAndMachines() throws IOException {
        List<String> calls = new ArrayList<>();
        runtime.links = links(
                4,
                calls,
                new Link(0, "main", 1, "gpu-0", 9836.008, 6030.996807e6, false, Link.Origin.DRIVER),
                new Link(0, "main", 2, "gpu-1", Double.NaN, Double.NaN, false, Link.Origin.UNKNOWN));
        BusCommand bus = new BusCommand(one, null);
        assertEquals("""
                from  to     latency µs   GB/s  predicted GB/s  origin
                main  gpu-0       9.836  6.031           1.508  driver
                main  gpu-1                                     unknown""", text(bus));
        assertEquals(List.of("measure"), calls);
        Map<String, Object> unknown = new HashMap<>();
        unknown.put("runtime", "default");
        unknown.put("from", "main");
        unknown.put("to", "gpu-1");
        unknown.put("latency_ns", null);
        unknown.put("bytes_per_second", null);
        unknown.put("predicted_bytes_per_second", null);
        unknown.put("own_link", false);
        unknown.put("origin", "unknown");
        assertEquals(unknown, ((List<?>) json(bus, "--json")).get(1));
        runtime.links = links(4, calls, new Link(1, "a", 2, "b", 0, 8e9, true, Link.Origin.KEPT));
        assertEquals("""
                from  to  latency µs  GB/s  predicted GB/s  of its own  origin
                a     b          0.0   8.0             4.0  true        kept""", text(bus));
        runtime.links = links(4, calls);
        assertEquals("There is main memory only, so there are no links.", text(bus));
    }

    @Test
    void shouldListLinksOfADescribedMachine() throws IOException {
        Files.writeString(folder.resolve("here.json"), "{}");
        FakeRuntime described = new FakeRuntime("eager");
        described.links =
                links(2, new ArrayList<>(), new Link(0, "RAM", 1, "CUDA0", 10_000, 6e9, false, Link.Origin.DRIVER));
        List<Simulation> wanted = new ArrayList<>();
        RuntimeFactory factory = configuration -> {
            wanted.add(configuration.simulation().orElseThrow());
            if (wanted.getLast().properties().get("machine").equals("nowhere")) {
                throw new IllegalArgumentException("there is no machine 'nowhere'");
            }
            return described;
        };
        CommandSession session = Fakes.partly(CommandSession.class, Map.of("currentDir", arguments -> folder));
        BusCommand bus = new BusCommand(one, factory);
        assertEquals("""
                from  to     latency µs  GB/s  predicted GB/s  origin
                RAM   CUDA0        10.0   6.0             3.0  driver""", ((Answer) bus.execute(session, words("--sim", "here.json"))).text(100));
        assertTrue(described.closed);
        bus.execute(session, words("--sim", "mirage"));
        assertEquals(List.of(Simulation.of(folder.resolve("here.json").toString()), Simulation.of("mirage")), wanted);
        StatusException refused =
                assertThrows(StatusException.class, () -> bus.execute(session, words("--sim", "nowhere")));
        assertEquals("asterism:bus: there is no machine 'nowhere'", refused.getMessage());
        assertEquals(Failure.BAD_USAGE, refused.status());
    }

    @Test
    void shouldMeasureLinksAgain() {
        List<String> calls = new ArrayList<>();
        runtime.links = links(1, calls, new Link(0, "main", 1, "ram-1", 5000, 1e10, false, Link.Origin.MEASURED));
        CalibrateBusCommand calibrate = new CalibrateBusCommand(one);
        assertEquals("calibrate-bus", calibrate.name());
        assertEquals("""
                from  to     latency µs  GB/s  predicted GB/s  origin
                main  ram-1         5.0  10.0            10.0  measured""", text(calibrate));
        assertEquals(List.of("calibrate"), calls);
        runtime.simulation = Optional.of(Simulation.of("mirage"));
        assertEquals(
                "asterism:calibrate-bus: all runtimes are simulated: their links are as their machines are described",
                refusal(calibrate).getMessage());
        assertEquals(List.of("calibrate"), calls);
    }

    @Test
    void shouldListMemoryNodesForPeopleAndMachines() throws IOException {
        NodesCommand nodes = new NodesCommand(one);
        assertEquals("""
                id  name  used  cached  valid handles  workers
                 0  main     0       0              0  cpu-0, cpu-1""", text(nodes));

        runtime.nodes = List.of(Fakes.node(0, "main", Long.MAX_VALUE), Fakes.node(1, "ram-1", 65536));
        runtime.workers = List.of(Fakes.worker(0), Fakes.worker(1, 1), Fakes.worker(2));
        runtime.handles = List.of(Fakes.validOn(0), Fakes.validOn(0, 1), Fakes.validOn(1), Fakes.validOn(0));
        assertEquals("""
                id  name   capacity  used  cached  valid handles  workers
                 0  main                0       0              3  cpu-0, cpu-2
                 1  ram-1     65536  1000      10              2  cpu-1""", text(nodes));
        List<?> rows = (List<?>) json(nodes, "--json");
        assertEquals(null, ((Map<?, ?>) rows.get(0)).get("capacity"));
        assertEquals(
                Map.of(
                        "runtime",
                        "default",
                        "id",
                        1,
                        "name",
                        "ram-1",
                        "devices",
                        List.of(),
                        "capacity",
                        65536,
                        "used",
                        1000,
                        "cached",
                        10,
                        "valid_handles",
                        2,
                        "workers",
                        List.of("cpu-1")),
                rows.get(1));
        assertTrue(text(new WorkersCommand(one)).contains("cpu-1  cpu      1"), text(new WorkersCommand(one)));
    }

    @Test
    void shouldNameTheRuntimeOnlyWhenThereAreSeveral() {
        assertFalse(text(contexts(one)).contains("runtime"));
        String both = text(contexts(two(runtime, new FakeRuntime("prio"))));
        assertTrue(both.contains("runtime") && both.contains("cholesky"), both);
    }

    @Test
    void shouldShowWhichContextsUseAPolicy() throws IOException {
        Object policies = json(new PoliciesCommand(two(runtime, new FakeRuntime("prio"))), "--json");

        assertEquals(List.of("default/default"), ((Map<?, ?>) ((List<?>) policies).getFirst()).get("used_by"));
        assertEquals(List.of("cholesky/default"), ((Map<?, ?>) ((List<?>) policies).getLast()).get("used_by"));
    }

    @Test
    void shouldShowWhatPoliciesCanBeTold() throws IOException {
        List<?> policies = (List<?>) json(new PoliciesCommand(one), "--json");

        String taste = "taste (fine): what it likes";
        assertEquals(List.of(taste), ((Map<?, ?>) policies.get(1)).get("parameters"));
        assertEquals(List.of(), ((Map<?, ?>) policies.getFirst()).get("parameters"));
        String listing = text(new PoliciesCommand(one));
        assertTrue(listing.endsWith("picky   " + taste), listing);
    }

    @Test
    void shouldShowAParkedContextAndItsTrouble() throws IOException {
        runtime.policy = null;
        runtime.trouble = Optional.of("the bundle of 'gone' left");

        String contexts = text(contexts(one));
        assertTrue(contexts.contains("parked") && contexts.contains("the bundle of 'gone' left"), contexts);
        Map<?, ?> row = (Map<?, ?>) ((List<?>) json(contexts(one), "--json")).getFirst();
        assertEquals(null, row.get("policy"));
        assertEquals("gone", row.get("wanted_policy"));
    }

    @Test
    void shouldSwapThePolicyAndSayHow() throws IOException {
        String said = text(new UseCommand(one, new Trees()), "default", "prio", "levels=4", "fast=true");

        assertTrue(said.matches("default: eager -> prio \\(2 workers\\) in \\d+\\.\\d ms"), said);
        assertTrue(runtime.uses.getFirst().startsWith("prio{"), runtime.uses.toString());
        assertTrue(runtime.uses.getFirst().contains("levels=4"), runtime.uses.toString());
        Map<?, ?> fields = (Map<?, ?>) json(new UseCommand(one, new Trees()), "default", "eager", "--json");
        assertEquals("prio", fields.get("policy_before"));
        assertEquals("eager", fields.get("policy"));
    }

    @Test
    void shouldFindAContextOfANamedRuntime() {
        FakeRuntime second = new FakeRuntime("eager");

        text(new UseCommand(two(runtime, second), new Trees()), "cholesky/default", "prio");

        assertEquals("prio", second.policy);
        assertEquals("eager", runtime.policy);
    }

    @Test
    void shouldSayInOneLineWhatIsWrongAndWhatExists() {
        UseCommand use = new UseCommand(one, new Trees());

        assertEquals(
                "asterism:use: there is no context 'x'; there is: default",
                refusal(use, "x", "prio").getMessage());
        assertEquals(
                "asterism:use: there is no policy 'x'; there are: eager, picky, prio",
                refusal(use, "default", "x").getMessage());
        assertEquals(Failure.BAD_USAGE, refusal(use, "default", "x").status());
        assertTrue(refusal(use, "default", "picky", "a=b").getMessage().contains("unknown property [a]"));
        assertTrue(refusal(use, "default", "prio", "levels").getMessage().contains("key=value"));
        assertTrue(refusal(use, "default").getMessage().contains("asterism:use CONTEXT POLICY [key=value...]"));
        assertEquals("eager", runtime.policy);
    }

    @Test
    void shouldWriteListingsAsCsv() {
        assertEquals("""
                runtime,id,name,architecture,memory_node,state,flags,driven_by,thread,contexts,executed_tasks,properties
                default,0,cpu-0,cpu,0,sleeping,,runtime,,default,0,cpu.pu=0
                default,1,cpu-1,cpu,0,sleeping,,runtime,,default,10,cpu.pu=1""", new WorkersCommand(one).execute(null, words("--csv")));
        assertEquals(
                "asterism:workers: give either --json or --csv",
                refusal(new WorkersCommand(one), "--csv", "--json").getMessage());
        assertTrue(refusal(new UseCommand(one, new Trees()), "default", "eager", "--csv")
                .getMessage()
                .contains("unknown option '--csv'"));
    }

    @Test
    void shouldWatchAnyListingUntilInterrupted() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        Map<String, java.util.function.Function<Object[], Object>> answers = new HashMap<>();
        answers.put("get", arguments -> null);
        answers.put("getConsole", arguments -> new PrintStream(shown, true, StandardCharsets.UTF_8));
        CommandSession session = Fakes.partly(CommandSession.class, answers);

        Thread.currentThread().interrupt();
        Object value = new WorkersCommand(one).execute(session, words("--watch", "--csv"));
        Thread.interrupted();

        assertEquals(null, value);
        assertEquals(3, shown.toString(StandardCharsets.UTF_8).lines().count(), shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldNameTheOptionsOfACommandWhenOneIsUnknown() {
        assertEquals(
                "asterism:tasks: unknown option '--jsn'; did you mean '--json'? it knows: --json; --csv; --watch;"
                        + " -n, --number N",
                refusal(new TasksCommand(one), "--jsn").getMessage());
        assertEquals(
                "asterism:tasks: option '-n' is given twice",
                refusal(new TasksCommand(one), "-n", "1", "-n=2").getMessage());
        assertEquals(
                "asterism:tasks: option '-n' needs a value: -n N",
                refusal(new TasksCommand(one), "-n", "").getMessage());
        assertEquals(
                "asterism:tasks: option '-n' needs a value: -n N",
                refusal(new TasksCommand(one), "-n").getMessage());
        assertTrue(refusal(new TasksCommand(one), "-n", "many").getMessage().contains("from 0 to"));
        assertTrue(refusal(new WorkersCommand(one), "cpu").getMessage().contains("one word too many"));
    }

    @Test
    void shouldSayWhatIsToBeTypedBehindAnOptionAndBehindACommand() {
        assertEquals(
                "asterism:bus: option '--sim' needs a value: --sim FILE|MACHINE",
                refusal(new BusCommand(one, configuration -> runtime), "--sim").getMessage());
        assertEquals(
                "asterism:workers: option '--json' takes no value, but '--json=x' gives one",
                refusal(new WorkersCommand(one), "--json=x").getMessage());
        assertEquals(
                "asterism:use: give CONTEXT [POLICY...]; usage: asterism:use CONTEXT POLICY [key=value...] or"
                        + " asterism:use CONTEXT --tree FILE [key=value...]",
                refusal(new UseCommand(one, new Trees())).getMessage());
    }

    @Test
    void shouldTellItsUsage() {
        CommandSession narrow = Fakes.partly(CommandSession.class, Map.of("get", variable -> 50));
        String help = (String) new TasksCommand(one).execute(narrow, words("--help"));

        assertTrue(help.contains("usage: asterism:tasks [--json] [-n N]"), help);
        assertTrue(help.contains("-n, --number N"), help);
        assertTrue(help.lines().allMatch(line -> line.length() <= 50), help);
    }

    @Test
    void shouldCountTasksAndListTheOldestThatWait() throws IOException {
        runtime.overview = new TaskOverview(
                        9,
                        2,
                        1,
                        2,
                        3,
                        1,
                        0,
                        List.of(
                                new WaitingTask(
                                        3, "trsm", "default", TaskState.SUBMITTED, 5, List.of("potrf#1 (running)")),
                                new WaitingTask(4, "gemm", "default", TaskState.READY, 0, List.of())))
                .withRunning(List.of(new RunningTask(1, "potrf", "default", TaskState.RUNNING, 7, "cpu-0")));
        TasksCommand tasks = new TasksCommand(one);

        assertEquals("""
                submitted  blocked  ready  running  done  failed  cancelled
                        9        2      1        2     3       1          0

                id  codelet  context  state    priority  taken by
                 1  potrf    default  running         7  cpu-0

                id  codelet  context  state      priority  waits for
                 3  trsm     default  submitted         5  potrf#1 (running)
                 4  gemm     default  ready             0""", text(tasks));
        Map<?, ?> fields = (Map<?, ?>) ((List<?>) json(tasks, "-n", "1", "--json")).getFirst();
        assertEquals(9, fields.get("submitted"));
        assertEquals(1, ((List<?>) fields.get("oldest_waiting")).size());
        assertEquals("cpu-0", ((Map<?, ?>) ((List<?>) fields.get("oldest_running")).getFirst()).get("worker"));
        assertEquals(1, ((Map<?, ?>) ((List<?>) json(tasks, "--number=2", "--json")).getFirst()).get("ready"));
    }

    @Test
    void shouldListTasksThatRunLongerThanTheyShould() throws IOException {
        runtime.overview = new TaskOverview(1, 0, 0, 1, 0, 0, 0, List.of())
                .withOverdue(List.of(new OverdueTask(
                        7, "potrf", "default", "cpu-1", Duration.ofMillis(10), Duration.ofMillis(2500))));
        TasksCommand tasks = new TasksCommand(one);

        assertEquals("""
                submitted  blocked  ready  running  done  failed  cancelled
                        1        0      0        1     0       0          0

                id  codelet  context  overdue on  elapsed ms  limit ms
                 7  potrf    default  cpu-1             2500        10""", text(tasks));
        Map<?, ?> fields = (Map<?, ?>) ((List<?>) json(tasks, "--json")).getFirst();
        Map<?, ?> overdue = (Map<?, ?>) ((List<?>) fields.get("overdue")).getFirst();
        assertEquals("cpu-1", overdue.get("worker"));
        assertEquals(2500, overdue.get("elapsed_ms"));
    }

    @Test
    void shouldNotStartARuntimeBeforeItIsAskedForAndKeepItThen() {
        AtomicInteger got = new AtomicInteger();
        AtomicInteger given = new AtomicInteger();
        @SuppressWarnings("unchecked")
        ComponentServiceObjects<TaskRuntime> objects = Fakes.partly(
                ComponentServiceObjects.class,
                Map.of(
                        "getService",
                        arguments -> {
                            got.incrementAndGet();
                            return runtime;
                        },
                        "ungetService",
                        arguments -> {
                            given.incrementAndGet();
                            return null;
                        }));
        Runtimes runtimes = new Runtimes();
        var reference = Fakes.<TaskRuntime>reference(1, Map.of());

        runtimes.addRuntime(reference, objects);
        assertEquals(0, got.get());
        text(new WorkersCommand(runtimes));
        text(contexts(runtimes));
        assertEquals(1, got.get());
        assertEquals(0, given.get());
        runtimes.removeRuntime(reference);
        assertEquals(1, given.get());
        assertTrue(refusal(new WorkersCommand(runtimes)).getMessage().contains("there is no runtime"));
    }

    @Test
    void shouldSuggestContextsThenPolicies() {
        UseCommand use = new UseCommand(one, new Trees());

        assertEquals(List.of("default"), values(use.suggest(List.of())));
        assertEquals(List.of("eager", "picky", "prio"), values(use.suggest(List.of("default"))));
        assertEquals(List.of(), values(use.suggest(List.of("default", "prio"))));
    }

    private static List<String> values(List<Suggestion> suggestions) {
        return suggestions.stream().map(Suggestion::value).toList();
    }
}
