package org.asterism.examples.contexts.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.balancer.completion.internal.CompletionBalancerFactory;
import org.asterism.balancer.idle.internal.IdleBalancerFactory;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.report.fixture.FittingTexts;
import org.asterism.report.svg.Paint;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.policy.PolicyProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class ContextsDemoTest {
    private static final int WORKERS = 8;
    private static final long MILLISECOND = 1_000_000;

    private final Laboratory laboratory = new Laboratory();
    private final ContextsDemo application = new ContextsDemo();

    /** What the idle balancer was told last. */
    private PolicyProperties idleProperties;

    @TempDir
    private Path folder;

    ContextsDemoTest() {
        laboratory.plugins.add(plugin("idle", this::createIdle, "idle-time", "stay"));
        laboratory.plugins.add(plugin("completion", new CompletionBalancerFactory(), "pause", "stay"));
    }

    private Balancer createIdle(BalancerContext context) {
        idleProperties = context.properties();
        return new IdleBalancerFactory().create(context);
    }

    private static BalancerPlugin plugin(String name, ContextBalancer factory, String... times) {
        List<String> parameters =
                Stream.of(times).map(time -> time + " (1s): for tests").toList();
        return new BalancerPlugin(name, "for tests", parameters, "test", 0, () -> factory);
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private TaskRuntime simulated(int workers) {
        return simulated(workers, MILLISECOND);
    }

    private TaskRuntime simulated(int workers, long nanosPerTask) {
        laboratory.addDriver(Simulation.DRIVER, new DescribedDriver(workers, nanosPerTask));
        return laboratory.factory.create(DescribedDriver.configuration(false));
    }

    private static ApplicationTrial trial(TaskRuntime runtime, String balancer) {
        return new ApplicationTrial(runtime)
                .with("tasks", 2000)
                .with("tile", 16)
                .with("balance", balancer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldEndMuchEarlierWithABalancerThanWithout(String balancer) throws Exception {
        try (TaskRuntime runtime = simulated(WORKERS)) {
            ApplicationTrial trial = trial(runtime, balancer);
            ApplicationResult result = application.run(trial);
            assertTrue(result.correct());
            // At best 20 halves to 11: all workers do what one half would do alone.
            double speedup = (double) result.fields().get("speedup");
            assertTrue(speedup > 1.5, result.toString());
            assertTrue((int) result.fields().get("moves") >= 4, result.toString());
            assertEquals(trial.expectedTasks(), trial.endedTasks());
            assertEquals(1, runtime.contexts().size());
            assertEquals(WORKERS, runtime.defaultContext().workers().size());
            assertEquals(0, runtime.data().handles().size(), "handles left open");
        }
    }

    /** Phases last from some milliseconds to seconds: no fixed times of a balancer would suit them all. */
    @ParameterizedTest
    @CsvSource({
        "idle, 10000", "idle, 1000000", "idle, 10000000",
        "completion, 10000", "completion, 1000000", "completion, 10000000"
    })
    void shouldEndMuchEarlierWithoutAnyOptionHoweverLongATaskTakes(String balancer, long nanosPerTask)
            throws Exception {
        try (TaskRuntime runtime = simulated(WORKERS, nanosPerTask)) {
            ApplicationResult result = application.run(new ApplicationTrial(runtime).with("balance", balancer));
            double speedup = (double) result.fields().get("speedup");
            assertTrue(speedup > 1.6, result.toString());
        }
    }

    @Test
    void shouldChooseTimesThatSuitThePhasesUnlessTheyAreNamed() throws Exception {
        try (TaskRuntime runtime = simulated(WORKERS)) {
            assertEquals(
                    Set.of("period", "idle-time", "stay"),
                    times(runtime, "idle").keySet());
            assertEquals(
                    Set.of("period", "pause", "stay"),
                    times(runtime, "completion").keySet());
            Map<?, ?> derived = times(runtime, "idle,stay=7ms");
            assertEquals(Set.of("period", "idle-time"), derived.keySet());
            assertEquals(7_000_000, idleProperties.nanos("stay", 0));
            assertEquals(derived.get("idle-time"), idleProperties.nanos("idle-time", 0) / 1000 + "us");
        }
    }

    private Map<?, ?> times(TaskRuntime runtime, String balancer) throws Exception {
        return (Map<?, ?>) application
                .run(new ApplicationTrial(runtime).with("balance", balancer))
                .fields()
                .get("balancer_times");
    }

    @Test
    void shouldTakeTheSameCourseEveryTime() throws Exception {
        String balancer = "idle";
        Object first;
        try (TaskRuntime runtime = simulated(WORKERS)) {
            first = application.run(trial(runtime, balancer)).fields();
        }
        try (TaskRuntime runtime = laboratory.factory.create(DescribedDriver.configuration(false))) {
            assertEquals(first, application.run(trial(runtime, balancer)).fields());
        }
    }

    @Test
    void shouldComputeTheSameWithRealThreads() throws Exception {
        laboratory.addDriver("cpu", new InlineDriver(3));
        try (TaskRuntime runtime = laboratory.runtime()) {
            ApplicationTrial trial = new ApplicationTrial(runtime)
                    .with("tasks", 400)
                    .with("tile", 32)
                    .with("tiles", 7)
                    .with("left-policy", "prio")
                    .with("balance", "idle,period=1ms,idle-time=1ms,stay=5ms");
            ApplicationResult result = application.run(trial);
            assertTrue(result.correct(), result.toString());
            assertEquals(trial.expectedTasks(), trial.endedTasks());
            assertEquals(2, result.fields().get("workers_left"));
            assertEquals(1, result.fields().get("workers_right"));
        }
    }

    @Test
    void shouldRunWithoutABalancerAndOnOneWorker() throws Exception {
        try (TaskRuntime runtime = simulated(1)) {
            ApplicationResult result = application.run(
                    new ApplicationTrial(runtime).with("tasks", 50).with("balance", "off"));
            assertTrue(result.correct());
            assertFalse(result.fields().containsKey("speedup"));
            assertEquals(1, runtime.defaultContext().workers().size());
        }
    }

    @Test
    void shouldDrawAPictureOfBothRuns() throws Exception {
        Path picture = folder.resolve("demo.svg");
        try (TaskRuntime runtime = simulated(WORKERS)) {
            ApplicationResult result = application.run(trial(runtime, "idle").with("picture", picture));
            String text = Files.readString(picture);
            assertEquals(
                    "svg",
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(picture.toFile())
                            .getDocumentElement()
                            .getTagName());
            int diamonds = text.split("l4.5 4.5", -1).length - 1;
            assertEquals((int) result.fields().get("moves") + 1, diamonds, "one for each move and one in the legend");
            assertTrue(text.contains("balancer idle: "), "the second panel is missing");
            assertTrue(Files.size(picture) < 1_000_000, "the picture is large");
        }
    }

    @Test
    void shouldDrawAPictureForAnyFontAndForDarkPages() throws Exception {
        Path picture = folder.resolve("demo.svg");
        try (TaskRuntime runtime = simulated(WORKERS)) {
            application.run(trial(runtime, "idle").with("picture", picture));
        }
        String text = Files.readString(picture);
        FittingTexts.requireInside(text);
        assertTrue(text.contains("[fill=\"" + Paint.PAPER.light() + "\"]{fill:" + Paint.PAPER.dark() + "}"), text);
        double firstBar =
                Double.parseDouble(text.replaceFirst("(?s).*belongs to right.*?<rect x=\"([0-9.]+)\".*", "$1"));
        List<Element> names = FittingTexts.in(text).stream()
                .filter(each -> each.getTextContent().startsWith("described-"))
                .toList();
        assertEquals(2 * WORKERS, names.size());
        for (Element name : names) {
            assertTrue(FittingTexts.right(name) < firstBar, name.getTextContent() + " reaches over its row");
        }
    }

    @Test
    void shouldSayWhoMovedWhen() throws Exception {
        try (TaskRuntime runtime = simulated(2)) {
            ApplicationResult result =
                    application.run(trial(runtime, "completion").with("phases", 1));
            List<?> moves = (List<?>) result.fields().get("who_moved");
            Map<?, ?> first = (Map<?, ?>) moves.getFirst();
            assertEquals("described-1", first.get("worker"));
            assertEquals("right", first.get("from"));
            assertEquals("left", first.get("to"));
            assertTrue((double) first.get("at_ms") > 0);
        }
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        try (TaskRuntime runtime = simulated(2)) {
            assertRefused(runtime, "balance", "magic", "there is no balancer 'magic'; there are: completion, idle");
            assertRefused(runtime, "balance", "idle,soon", "'soon' is not key=value");
            assertRefused(runtime, "balance", "idle,stay=long", "property 'stay' is 'long'");
            assertRefused(runtime, "left-policy", "magic", "there is no policy 'magic'");
            assertRefused(runtime, "phases", "0", "--phases is 0");
            assertRefused(runtime, "picture", folder.resolve("no/such/file.svg").toString(), "option '--picture' is '");
            assertRefused(runtime, "picture", folder.toString(), "which is a folder; name a file");
            assertEquals(1, runtime.contexts().size());
            assertEquals(2, runtime.defaultContext().workers().size());
        }
    }

    private void assertRefused(TaskRuntime runtime, String option, String value, String words) {
        UsageException refused = assertThrows(
                UsageException.class,
                () -> application.run(
                        new ApplicationTrial(runtime).with("tasks", 10).with(option, value)),
                option + " " + value);
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }
}
