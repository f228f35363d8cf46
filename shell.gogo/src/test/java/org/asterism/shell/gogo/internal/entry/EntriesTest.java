package org.asterism.shell.gogo.internal.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.UnknownPolicyException;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.run.ApplicationsForTests;
import org.asterism.run.RunRegistry;
import org.asterism.run.Runner;
import org.asterism.shell.gogo.internal.command.AnswerConverter;
import org.asterism.shell.gogo.internal.command.MachineNames;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.command.UseCommand;
import org.asterism.shell.gogo.internal.command.WorkersCommand;
import org.asterism.shell.gogo.internal.run.PolicyNames;
import org.asterism.shell.gogo.internal.run.RunCommand;
import org.asterism.shell.gogo.internal.run.ShellRunner;
import org.junit.jupiter.api.Test;

class EntriesTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Streams streams = new Streams();
    private final RuntimeFactory factory = configuration -> {
        if (configuration.policy().equals("none")) {
            throw new UnknownPolicyException("none", List.of("eager", "prio"));
        }
        if (configuration.workers().getOrDefault("cpu", 1) > 64) {
            throw new IllegalArgumentException("workers of driver 'cpu' is more than the 64 there are");
        }
        return new FakeRuntime(configuration.policy());
    };
    private final Runner runner = new ShellRunner(
            factory, new Trees(), RuntimesForTests.of(Map.of()), new RunRegistry(), Fakes.bundle(new ArrayList<>()));
    private final RunEntry run = new RunEntry(runner, ApplicationsForTests.demo(), streams, Duration.ZERO);

    EntriesTest() {
        streams.registeredOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        streams.registeredErr = new PrintStream(err, true, StandardCharsets.UTF_8);
    }

    private int run(String... words) {
        return run.applyAsInt(words);
    }

    private int exec(String... programs) {
        ThreadIOImpl threadStreams = new ThreadIOImpl();
        threadStreams.start();
        CommandProcessorImpl processor = new CommandProcessorImpl(threadStreams);
        try {
            Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, new FakeRuntime("eager")));
            processor.addConverter(new AnswerConverter());
            processor.addCommand("asterism", new WorkersCommand(runtimes), "workers");
            processor.addCommand("asterism", new UseCommand(runtimes, new Trees()), "use");
            processor.addCommand(
                    "asterism",
                    new RunCommand(
                            runner, ApplicationsForTests.demo(), new PolicyNames(), runtimes, new MachineNames()),
                    "run");
            return new ExecEntry(processor, streams).applyAsInt(programs);
        } finally {
            processor.stop();
            threadStreams.stop();
        }
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertOneLineOnErr(String begin) {
        assertEquals(1, err().lines().count(), err());
        assertTrue(err().startsWith(begin), err());
    }

    @Test
    void shouldTakeMemoryNodesThatMakeNoSenseForBadUsage() {
        assertEquals(2, run("demo", "--nodes", "none"));
        assertOneLineOnErr("asterism: option '--nodes' is 'none'; allowed are whole numbers from 1 to 64");
    }

    @Test
    void shouldRunWithThePolicyThatTheShellHasPutInCharge() {
        assertEquals(0, exec("asterism:use default prio; asterism:run demo; asterism:run demo --policy eager"));
        List<String> policies =
                out().lines().filter(line -> line.startsWith("policy  ")).toList();
        assertEquals(
                List.of("prio", "eager"),
                policies.stream()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .toList());
    }

    @Test
    void shouldShowFiguresAndReturnZero() {
        assertEquals(0, run("demo", "--policy", "prio"));
        assertTrue(out().contains("app               demo\n"), out());
        assertTrue(out().contains("tasks_per_worker  cpu-0=10\n"), out());
        assertEquals("", err());
    }

    @Test
    void shouldWriteOneJsonObjectPerRunAndNothingElse() throws Exception {
        assertEquals(0, run("demo", "--json", "--repeat=3", "--swap", "prio", "--quiet"));
        List<String> lines = out().lines().toList();
        assertEquals(3, lines.size());
        for (int number = 0; number < 3; number++) {
            Map<String, Object> fields = JSON.std.mapFrom(lines.get(number));
            assertEquals(number + 1, fields.get("run"));
            assertEquals("demo", fields.get("app"));
            assertEquals(5, fields.get("swap_after_tasks"));
            assertEquals(1.5, fields.get("time_ms"));
        }
        assertEquals("", err());
    }

    @Test
    void shouldLeaveStandardOutputToAnApplicationThatPrints() {
        assertEquals(0, run("demo", "--csv"));
        assertEquals(0, run("demo", "--csv", "--repeat=2", "--quiet"));
        assertEquals(List.of("demo,10", "demo,10", "demo,10"), out().lines().toList());
        assertEquals("", err());
    }

    @Test
    void shouldLeaveTheConsoleToAnApplicationThatPrints() {
        assertEquals(0, exec("asterism:run demo --csv; asterism:run demo --csv"));
        assertEquals(List.of("demo,10", "demo,10"), out().lines().toList());
        assertEquals("", err());
    }

    @Test
    void shouldRefuseAnotherFormatOnAStreamOfJson() {
        assertEquals(2, run("demo", "--csv", "--json"));
        assertOneLineOnErr("asterism: --json has standard output carry JSON objects and nothing else");
        assertTrue(err().contains("leave out --json or the option that asks for that format, such as --csv"), err());
        err.reset();
        assertEquals(2, exec("asterism:run demo --json --csv"));
        assertTrue(err().contains("leave out --json"), err());
        assertEquals("", out());
    }

    @Test
    void shouldBeSilentWhenAskedTo() {
        assertEquals(0, run("demo", "--quiet"));
        assertEquals("", out() + err());
    }

    @Test
    void shouldReturnTwoAndOneLineForBadUsage() {
        assertEquals(2, run("demo", "--nope"));
        assertOneLineOnErr("asterism: unknown option '--nope' for application 'demo'; there are 37, such as --n,");
        err.reset();
        assertEquals(2, run("demo", "--policy", "none"));
        assertOneLineOnErr("asterism: there is no policy 'none'; there are: eager, prio");
        err.reset();
        assertEquals(2, run("demo", "--swap", "none"));
        assertOneLineOnErr("asterism: there is no policy 'none'; there are: eager, picky, prio");
        err.reset();
        assertEquals(2, run("demo", "--cpu", "65"));
        assertOneLineOnErr("asterism: workers of driver 'cpu' is more than the 64 there are");
        err.reset();
        assertEquals(2, run());
        assertOneLineOnErr("asterism: say which application to run: run APP [options]; there is: demo");
        assertEquals("", out());
    }

    @Test
    void shouldReturnTwoForAnUnknownApplication() {
        assertEquals(2, run("nope"));
        assertOneLineOnErr("asterism: there is no application 'nope'; there is: demo");
    }

    @Test
    void shouldReturnOneAndTheCauseInOneLineWhenTheWorkFails() {
        assertEquals(1, run("demo", "--fail"));
        assertEquals("asterism: matrix.mtx: line 3 is no number\n", err());
    }

    @Test
    void shouldShowAStackTraceOnlyWhenAskedTo() {
        assertEquals(1, run("demo", "--fail", "--debug"));
        assertTrue(err().contains("\tat "), err());
    }

    @Test
    void shouldReturnOneForAWrongResultAndStillShowIt() {
        assertEquals(1, run("demo", "--wrong", "--json"));
        assertTrue(out().contains("\"correct\":false"), out());
        assertOneLineOnErr("asterism: the result of 'demo' is wrong");
    }

    @Test
    void shouldExplainItself() {
        assertEquals(0, run("demo", "--help"));
        assertTrue(out().contains("--input FILE") && out().contains("--swap NAME"), out());
        out.reset();
        assertEquals(0, run("--help"));
        assertTrue(out().contains("there is: demo"), out());
    }

    @Test
    void shouldExecuteCommandsInOneSessionAndShowEveryValue() {
        assertEquals(0, exec("asterism:use default prio; x = 5", "workers --json; $x"));
        List<String> lines = out().lines().toList();
        assertTrue(lines.get(0).startsWith("default: eager -> prio (2 workers) in "), out());
        assertTrue(lines.get(2).startsWith("[{\"runtime\":\"default\",\"id\":0"), out());
        assertEquals("5", lines.get(3));
        assertEquals("", err());
    }

    @Test
    void shouldEndWithTheStatusOfTheCommandThatFailed() {
        assertEquals(2, exec("use nowhere prio; workers"));
        assertOneLineOnErr("asterism:use: there is no context 'nowhere'; there is: default");
        assertEquals("", out());
        err.reset();
        assertEquals(1, exec("run demo --fail"));
        assertOneLineOnErr("asterism:run: matrix.mtx: line 3 is no number");
        err.reset();
        assertEquals(1, exec("run demo --wrong --json"));
        assertTrue(out().contains("\"correct\":false"), out());
        assertOneLineOnErr("asterism:run: the result of 'demo' is wrong");
    }

    @Test
    void shouldReturnTwoForWhatIsNoCommand() {
        assertEquals(2, exec("workerz"));
        assertOneLineOnErr("asterism: there is no command 'workerz'; did you mean 'workers'? 'help' lists all");
        err.reset();
        assertEquals(2, exec("workers ("));
        assertOneLineOnErr("asterism: not a Gogo program");
        err.reset();
        assertEquals(2, exec());
        assertFalse(err().isEmpty());
        err.reset();
        assertEquals(2, exec(""));
        assertOneLineOnErr("asterism: say which commands to run: exec \"CMD; CMD\"");
        err.reset();
        assertEquals(2, exec("workers", " ; "));
        assertOneLineOnErr("asterism: say which commands to run: exec \"CMD; CMD\"");
        assertEquals("", out());
    }

    @Test
    void shouldRunApplicationsFromTheShell() throws Exception {
        assertEquals(0, exec("run demo --json --n 4"));
        assertEquals(4, ((Map<?, ?>) JSON.std.mapFrom(out().strip()).get("tasks_per_worker")).get("cpu-0"));
    }

    @Test
    void shouldCutAProgramAtSemicolonsOutsideOfBraces() {
        assertEquals(
                List.of("a", "b | c", "each [1 2] { d; e }", "f && g"),
                ExecEntry.statements("a; b | c ;each [1 2] { d; e }\nf && g;"));
    }

    @Test
    void shouldLeaveStatementsTheirRedirections() {
        assertEquals(List.of("a > one", "b x >> two", "c"), ExecEntry.statements("a > one; b x >> two\nc"));
        assertEquals(List.of("a", "b", "c"), ExecEntry.statements("a;\nb;;c;\n"));
        assertEquals(List.of("a 2>&1 > one"), ExecEntry.statements(" a 2>&1 > one "));
    }

    @Test
    void shouldFitTablesIntoTheColumnsOfTheSession() {
        assertEquals(0, exec("COLUMNS = 64; workers"));
        List<String> table = out().lines().skip(1).toList();
        assertEquals(3, table.size(), out());
        assertTrue(table.stream().allMatch(line -> line.length() <= 64), out());
    }
}
