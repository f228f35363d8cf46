package org.asterism.shell.gogo.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.policy.modular.internal.language.DescriptionWriter;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.run.ApplicationsForTests;
import org.asterism.run.Invocation;
import org.asterism.run.RunRegistry;
import org.asterism.run.Runner;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class ShellRunnerTest {
    private final List<RuntimeConfiguration> configurations = new ArrayList<>();
    private final List<FakeRuntime> runtimes = new ArrayList<>();
    private final Trees trees = new Trees();
    private final Runner runner = new ShellRunner(
            configuration -> {
                configurations.add(configuration);
                runtimes.add(new FakeRuntime(configuration.policy()));
                return runtimes.getLast();
            },
            trees,
            RuntimesForTests.of(Map.of(Runtimes.DEFAULT, new FakeRuntime("eager"))),
            new RunRegistry(),
            bundle());

    /** A bundle that finds no recorder. */
    private BundleContext bundle() {
        return Fakes.partly(
                BundleContext.class,
                Map.of(
                        "registerService",
                        _ -> Fakes.partly(ServiceRegistration.class, Map.of("unregister", _ -> null)),
                        "getServiceReference",
                        _ -> null));
    }

    private void run(String... words) throws Exception {
        Invocation invocation = Invocation.parse(ApplicationsForTests.demo(), List.of(words), Duration.ZERO);
        runner.start(invocation, Optional.empty(), Path.of("/folder"), System.out, Optional.empty(), record -> {})
                .await();
    }

    @Test
    void shouldDeclareTheTreeOfAFileForTheRun(@TempDir Path files) throws Exception {
        List<String> events = new ArrayList<>();
        trees.setTrees(Fakes.partly(
                SchedulingTrees.class,
                Map.of(
                        "components",
                        arguments -> Stream.of("fifo", "eager")
                                .map(kind -> new ComponentDescription(kind, "", "", List.of(), ""))
                                .toList(),
                        "read",
                        arguments -> DescriptionReader.read((String) arguments[0]),
                        "declared",
                        arguments -> List.of(),
                        "declare",
                        arguments -> {
                            events.add("+" + arguments[0] + " "
                                    + DescriptionWriter.written((TreeDescription) arguments[2]));
                            return Fakes.partly(
                                    SchedulingTrees.Declaration.class,
                                    Map.of("close", none -> events.add("-" + runtimes.getLast().closed) ? null : null));
                        })));
        Path file = Files.writeString(files.resolve("my tree.txt"), "fifo / eager");
        run("demo", "--tree", file + ",fifo.ntasks=3");
        assertEquals("my-tree", configurations.getLast().policy());
        assertEquals(Map.of("fifo.ntasks", "3"), configurations.getLast().policyProperties());
        assertEquals(List.of("+my-tree fifo / eager", "-true"), events);
        assertThrows(UsageException.class, () -> run("demo", "--tree", "none.tree"));
    }

    @Test
    void shouldSayThatThereIsNoSuchContext() {
        UsageException none = assertThrows(UsageException.class, () -> run("demo", "--context", "x"));
        assertEquals("there is no context 'x'; there is: default", none.getMessage());
    }

    @Test
    void shouldRunWithoutTheRecorderUnlessTheRunIsToBeRecorded(@TempDir Path files) throws Exception {
        run("demo");
        Path file = files.resolve("run.trace");
        UsageException none = assertThrows(UsageException.class, () -> run("demo", "--trace", file.toString()));
        assertEquals(
                "the run cannot be recorded, because bundle trace is not running; start it, or leave out --trace",
                none.getMessage());
    }
}
