package org.asterism.shell.gogo.internal.context;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.report.fixture.FakeContext;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.TasksCommand;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.command.WorkersCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContextCommandsTest {
    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime));
    private final ContextsCommand contexts = new ContextsCommand(runtimes, BundlesForTests.with(new SeenLoads()));
    private final ContextCommand context = new ContextCommand(runtimes, new Trees());
    private final CommandSession session =
            Fakes.partly(CommandSession.class, Map.of("currentDir", arguments -> Path.of("/")));

    @BeforeEach
    void giveWorkers() {
        runtime.workers = IntStream.range(0, 4).mapToObj(Fakes::worker).toList();
    }

    private String say(Command command, String... words) {
        return ((Answer) command.execute(session, words(words))).text(100);
    }

    private String refusal(String... words) {
        StatusException thrown = assertThrows(StatusException.class, () -> context.execute(session, words(words)));
        assertEquals(Failure.BAD_USAGE, thrown.status(), thrown.getMessage());
        assertFalse(thrown.getMessage().contains("\n"), thrown.getMessage());
        return thrown.getMessage().replaceFirst("^asterism:context: ", "");
    }

    private Object json(Command command, String... words) throws IOException {
        return JSON.std.anyFrom((String) command.execute(session, words(words)));
    }

    private FakeContext made(String name) {
        return runtime.made.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldShowEachContextInALine() {
        runtime.load = new ContextLoad(9, 2, 1, 6, 0, 0, Map.of(), 2_000_000_000);
        say(context, "create", "urgent", "--policy", "prio", "--workers", "cpu-0,cpu-1,cpu-3");
        assertEquals("""
                name     state   policy  workers             ready  running  done  tasks/s
                default  active  eager   4: cpu-0..3             2        1     6      3.0
                urgent   active  prio    3: cpu-0..1, cpu-3      0        0     0      0.0""", say(contexts));
    }

    @Test
    void shouldShowWhatIsSeldomWhereItIs() {
        say(context, "create", "urgent", "--heir", "default", "--rank", "2");
        say(context, "create", "inner", "--parent", "urgent", "--workers", "all", "--share");
        made("urgent").load = new ContextLoad(9, 0, 0, 6, 2, 1, Map.of(), 1_000_000);
        made("inner").trouble = Optional.of("policy 'prio' has left");
        runtime.policy = null;
        runtime.problems = Map.of("night", "conf/x.cfg: bad", "inner", "conf/y.cfg: workers");

        assertEquals("""
                name     state    policy  wanted  workers      parent   heir     rank  ready  running  done  failed  cancelled  tasks/s
                default  parked           gone    4: cpu-0..3                       0      0        0     0       0          0      0.0
                urgent   active   eager           none         default  default     2      0        0     6       2          1     6000
                inner    active   eager           4: cpu-0..3  urgent               0      0        0     0       0          0      0.0
                night    refused                  none                              0

                inner: policy 'prio' has left; conf/y.cfg: workers
                night: conf/x.cfg: bad""", ((Answer) contexts.execute(session, words())).text(120));
    }

    @Test
    void shouldGiveMachinesAllFields() throws IOException {
        say(
                context,
                "create",
                "urgent",
                "--policy",
                "prio,levels=2",
                "--workers",
                "all",
                "--share",
                "--heir",
                "default");
        Map<?, ?> row = (Map<?, ?>) ((List<?>) json(contexts, "--json")).getLast();

        assertEquals("urgent", row.get("name"));
        assertEquals(List.of("cpu-0", "cpu-1", "cpu-2", "cpu-3"), row.get("workers"));
        assertEquals("default", row.get("parent"));
        assertEquals("default", row.get("heir"));
        assertEquals(true, row.get("shares_workers"));
        assertEquals(0, row.get("ready"));
        assertEquals("prio", row.get("wanted_policy"));
        assertEquals(null, row.get("trouble"));
    }

    @Test
    void shouldMakeAContextAsItIsDescribed() {
        String said = say(
                context,
                "create",
                "urgent",
                "--policy",
                "prio,levels=2",
                "--fall-back",
                "none",
                "--workers",
                "cpu-0,cpu-1",
                "--share",
                "--heir",
                "default",
                "--priorities",
                "-5..5,refuse",
                "--limit",
                "10..100",
                "--rank",
                "3");

        assertEquals("context 'urgent' made: prio, 2 workers: cpu-0..1", said);
        ContextDescription described = made("urgent").description();
        assertEquals("prio", described.policy());
        assertEquals(Map.of("levels", "2"), described.policyProperties());
        assertEquals(Optional.empty(), described.fallbackPolicy());
        assertTrue(described.sharesWorkers());
        assertEquals(Optional.of("default"), described.heir());
        assertEquals(new PriorityRange(-5, 5, PriorityRange.Outside.REFUSE), described.priorities());
        assertEquals(10, described.goOnSubmitting());
        assertEquals(100, described.mostSubmitted());
        assertEquals(3, described.rank());
    }

    @Test
    void shouldSayThatNobodyIsMeant() {
        assertEquals(
                "context 'empty' made: eager, no workers; its tasks wait until it has some: asterism:context add "
                        + "empty WORKERS",
                say(context, "create", "empty"));
        assertEquals(
                "context 'empty': 'none' means no worker; it has no workers", say(context, "add", "empty", "none"));
    }

    @Test
    void shouldMoveWorkersAndSayWhichDid() throws IOException {
        say(context, "create", "urgent", "--workers", "cpu-0");

        assertEquals(
                "context 'urgent': got 2 workers: cpu-1..2; it has 3 workers: cpu-0..2",
                say(context, "add", "urgent", "cpu-0,cpu-1,cpu-2"));
        assertEquals(
                "context 'urgent': nothing to do; it has 3 workers: cpu-0..2", say(context, "add", "urgent", "cpu-1"));
        assertEquals(
                "context 'urgent': gave away 1 worker: cpu-1; it has 2 workers: cpu-0, cpu-2",
                say(context, "remove", "urgent", "cpu-1,cpu-3"));
        Map<?, ?> fields = (Map<?, ?>) json(context, "remove", "urgent", "all", "--json");
        assertEquals(List.of("cpu-0", "cpu-2"), fields.get("removed"));
        assertEquals(List.of(), fields.get("workers"));
    }

    @Test
    void shouldSayWhichRemovedWorkersAreInNoContext() {
        FakeRuntime bare = new FakeRuntime("eager") {
            @Override
            public List<SchedulingContext> contexts() {
                return List.copyOf(made);
            }
        };
        ContextCommand command = new ContextCommand(RuntimesForTests.of(Map.of(Runtimes.DEFAULT, bare)), new Trees());
        say(command, "create", "urgent", "--workers", "cpu-0,cpu-1");
        say(command, "create", "other", "--workers", "cpu-1", "--share");

        assertEquals(
                "context 'urgent': gave away 2 workers: cpu-0..1; it has no workers; in no context now: cpu-0,"
                        + " see asterism:context add",
                say(command, "remove", "urgent", "all"));
    }

    @Test
    void shouldCloseAContextAndSayWhereItsWorkersWent() {
        say(context, "create", "urgent", "--workers", "cpu-0");
        assertEquals(
                "context 'urgent' closed; 1 worker: cpu-0 went back to 'default'", say(context, "close", "urgent"));
        assertEquals(List.of(), runtime.made);

        say(context, "create", "night", "--heir", "default");
        made("night").load = new ContextLoad(5, 2, 0, 2, 0, 0, Map.of(), 0);
        assertEquals(
                "context 'night' closed; it had no workers, with 3 unfinished tasks", say(context, "close", "night"));
    }

    @Test
    void shouldNameTheContextsThatAreClosedWithTheOneThatTheyAreNestedIn() throws IOException {
        say(context, "create", "outer", "--workers", "cpu-0,cpu-1");
        say(context, "create", "inner", "--parent", "outer");
        say(context, "create", "innermost", "--parent", "inner");
        say(context, "create", "other");
        assertEquals(
                "context 'outer' closed, and with it what is nested in it: inner, innermost; 2 workers: cpu-0..1 went "
                        + "back to 'default'",
                say(context, "close", "outer"));
        assertEquals(List.of(), ((Map<?, ?>) json(context, "close", "other", "--json")).get("nested"));
    }

    @Test
    void shouldSayWhichPolicyIsMissingThatNobodyHasNamed() {
        runtime.policies = runtime.policies.subList(1, 3);
        assertEquals(
                "say by --policy POLICY or --tree FILE what shall schedule context 'x': without these it is 'eager',"
                        + " and there is no policy 'eager'; there are: picky, prio",
                refusal("create", "x"));
        assertEquals("there is no policy 'eager'; there are: picky, prio", refusal("create", "x", "--policy", "eager"));
    }

    @Test
    void shouldSayThatTheFallBackPolicyIsNotThere() {
        assertEquals(
                "context 'x' made: eager, 1 worker: cpu-0; its fall-back policy 'nope' is not there: if it does not "
                        + "come, the"
                        + " context is parked instead",
                say(context, "create", "x", "--workers", "cpu-0", "--fall-back", "nope"));
    }

    @Test
    void shouldShowAllOfAContext() throws IOException {
        say(context, "create", "urgent", "--priorities", "0..9", "--limit", "1..2", "--workers", "cpu-1");
        Map<?, ?> fields = (Map<?, ?>) json(context, "show", "urgent", "--json");
        assertEquals("0..9", fields.get("priorities"));
        assertEquals(2, fields.get("most_submitted"));
        assertEquals("cpu-1", fields.get("asked_for_workers"));
        assertEquals("all", ((Map<?, ?>) json(context, "show", "default", "--json")).get("priorities"));
        assertEquals(null, ((Map<?, ?>) json(context, "show", "default", "--json")).get("most_submitted"));
    }

    @Test
    void shouldSayWhatIsWrongAndWhatIsAllowed() {
        assertTrue(refusal().startsWith("say what to do: asterism:context create NAME [options], "), refusal());
        assertTrue(
                refusal("make").equals("'make' is nothing that it does; there are: create, show, add, remove, close"));
        assertTrue(refusal("crate").contains("; did you mean 'create'? there are: "), refusal("crate"));
        assertEquals("write asterism:context create NAME [options]", refusal("create"));
        assertEquals("write asterism:context add CONTEXT WORKERS", refusal("add", "urgent"));
        assertEquals("write asterism:context close CONTEXT", refusal("close", "a", "b"));
        assertEquals("there is no context 'x'; there is: default", refusal("close", "x"));
        assertEquals("there is no context 'x'; there is: default", refusal("add", "x", "all"));
        assertEquals("there is no runtime 'x'; there is: default", refusal("create", "x/y"));
        assertEquals("the default context cannot be closed: it ends with its runtime", refusal("close", "default"));
        assertEquals(
                "option '--heir': context 'x' cannot be its own heir: name another one, such as 'default'",
                refusal("create", "x", "--heir", "x"));
        assertTrue(refusal("create", "x", "--workers", "cpu-9").contains("there are [cpu-0"));
        assertTrue(
                refusal("create", "x", "--workers", "a b").startsWith("option '--workers': 'a b' selects no workers"));
        assertEquals(
                "option '--priorities': '5' is no range of priorities: write LEAST..GREATEST or"
                        + " LEAST..GREATEST,refuse, such as -5..5, or all",
                refusal("create", "x", "--priorities", "5"));
        assertTrue(refusal("create", "x", "--priorities", "5..1").contains("give the least one first"));
        assertTrue(refusal("create", "x", "--limit", "many").contains("'many' is no limit of submitted tasks"));
        assertTrue(refusal("create", "x", "--rank", "high").contains("'high' is no whole number"));
        assertTrue(refusal("create", "x", "--share").contains("give --workers SELECTION, too"));
        assertTrue(refusal("create", "x", "--policy", "fast").contains("there is no policy 'fast'; there are: eager"));
        assertEquals("there is a context 'default' already", refusal("create", "default"));
        assertEquals(
                "only 'create' takes options besides --json; write asterism:context show CONTEXT",
                refusal("show", "default", "--rank", "1"));
        assertEquals(List.of(), runtime.made);
    }

    @Test
    void shouldTellItsUsageWithExamples() {
        CommandSession wide = Fakes.partly(CommandSession.class, Map.of("get", variable -> 100));
        String help = (String) context.execute(wide, words("--help"));
        assertTrue(help.contains("usage: asterism:context create NAME [options]\n       asterism:context show"), help);
        assertTrue(help.contains("\n  --workers WORKERS "), help);
        assertTrue(help.contains("for example:\n  asterism:context create urgent "), help);
    }

    private static List<String> values(List<Suggestion> suggestions) {
        return suggestions.stream().map(Suggestion::value).toList();
    }

    @Test
    void shouldSuggestWhatCanBeTypedNext() {
        say(context, "create", "urgent", "--workers", "cpu-0");

        assertEquals(List.of("create", "show", "add", "remove", "close"), values(context.suggest(List.of())));
        assertEquals(List.of("urgent"), values(context.suggest(List.of("close"))));
        assertEquals(List.of("default", "urgent"), values(context.suggest(List.of("add"))));
        assertEquals(List.of(), values(context.suggest(List.of("create"))));
        assertEquals(List.of("all", "cpu-1", "cpu-2", "cpu-3"), values(context.suggest(List.of("add", "urgent"))));
        assertEquals(List.of("all", "cpu-0"), values(context.suggest(List.of("remove", "urgent"))));
        assertEquals(List.of("eager", "picky", "prio"), values(context.suggest(List.of("create", "x", "--policy"))));
        assertEquals(List.of("default", "urgent"), values(context.suggest(List.of("create", "--heir"))));
        assertEquals(List.of(), values(context.suggest(List.of("create", "x", "--rank"))));
        assertEquals(
                List.of("create", "show", "add", "remove", "close"), values(context.suggest(List.of("--rank", "3"))));
    }

    @Test
    void shouldShowTheContextsOfWorkers() throws IOException {
        say(context, "create", "urgent", "--workers", "cpu-0");
        List<?> rows = (List<?>) json(new WorkersCommand(runtimes), "--json");
        assertEquals(List.of("default", "urgent"), ((Map<?, ?>) rows.getFirst()).get("contexts"));
        assertEquals(List.of("default"), ((Map<?, ?>) rows.getLast()).get("contexts"));
    }

    @Test
    void shouldCountTheTasksOfOneContext() {
        say(context, "create", "urgent");
        made("urgent").load = new ContextLoad(9, 2, 1, 3, 1, 0, Map.of(), 0);
        assertEquals("""
                context  submitted  blocked  ready  running  done  failed  cancelled
                urgent           9        0      2        0     3       0          0""", say(new TasksCommand(runtimes), "urgent"));
    }
}
