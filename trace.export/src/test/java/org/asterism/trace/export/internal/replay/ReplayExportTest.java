package org.asterism.trace.export.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TaskState;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceTree;
import org.asterism.trace.export.EventList;
import org.asterism.trace.export.Sample;
import org.asterism.trace.export.internal.output.Output;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The page that replays the ways of tasks, as a browser would parse it. */
class ReplayExportTest {
    private static final TraceThread CPU_THREAD = new TraceThread(2, "worker cpu0");

    private static Document page(Trace trace, int mostSteps) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output output = new Output(bytes)) {
            new ReplayExport(mostSteps).write(trace, output);
        }
        return Jsoup.parse(bytes.toString(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> data(Document page) throws IOException {
        return JSON.std.mapFrom(page.getElementById("data").data());
    }

    private static Map<String, Object> data(Trace trace) throws IOException {
        return data(page(trace, ReplayExport.MOST_STEPS));
    }

    private static EventList with(TraceEvent... events) {
        EventList sample = Sample.trace();
        List<TraceEvent> all = new ArrayList<>();
        all.add(new TraceEvent.TreeChanged(Sample.at(0), Sample.MAIN, "main", Optional.of(Sample.TREE)));
        all.addAll(List.of(events));
        return new EventList(sample.workers(), sample.nodes(), sample.threads(), sample.handles(), all);
    }

    private static TraceEvent submitted(long task, String codelet, String context) {
        return new TraceEvent.Submitted(Sample.at(1), Sample.MAIN, task, codelet, context, 3, 0, 0, List.of());
    }

    /** The steps of a page as sentences: kind, task, place, time, thread. */
    private static List<String> steps(Map<String, Object> data) {
        List<?> numbers = (List<?>) data.get("steps");
        List<String> steps = new ArrayList<>();
        long time = Sample.ORIGIN;
        for (int at = 0; at < numbers.size(); at += 6) {
            StepKind kind = StepKind.values()[number(numbers, at)];
            time += ((Number) numbers.get(at + 2)).longValue();
            int task = number(numbers, at + 3);
            int place = number(numbers, at + 4);
            String where = switch (kind) {
                case TREE -> place < 0 ? "none" : policy(data, place);
                case STORED -> place < 0 ? "aside" : name(data, "names", place);
                case LEFT -> "state " + place;
                default -> name(data, "workers", place);
            };
            steps.add(name(data, "contexts", number(numbers, at + 1)) + ": " + kind
                    + (task < 0 ? "" : " " + ((List<?>) data.get("tasks")).get(3 * task)) + " " + where + " at "
                    + (time - Sample.ORIGIN) + " by " + name(data, "threads", number(numbers, at + 5)));
        }
        return steps;
    }

    private static int number(List<?> numbers, int at) {
        return ((Number) numbers.get(at)).intValue();
    }

    private static String name(Map<String, Object> data, String list, int place) {
        return (String) ((List<?>) data.get(list)).get(place);
    }

    private static String policy(Map<String, Object> data, int tree) {
        return (String) ((Map<?, ?>) ((List<?>) data.get("trees")).get(tree)).get("policy");
    }

    /** Returns the step that a page should show for an event; empty if the event is no step. */
    private static Optional<String> step(TraceEvent event) {
        String step = switch (event) {
            case TraceEvent.TreeChanged it ->
                "TREE " + it.tree().map(TraceTree::policy).orElse("none");
            case TraceEvent.Stored it -> "STORED " + it.task() + " " + it.component();
            case TraceEvent.Popped it ->
                "POPPED " + it.task() + " " + it.worker().name();
            case TraceEvent.Launched it ->
                "LAUNCHED " + it.task() + " " + it.worker().name();
            case TraceEvent.Executed it ->
                "EXECUTED " + it.task() + " " + it.worker().name();
            default -> null;
        };
        return Optional.ofNullable(step)
                .map(it -> "main: " + it + " at " + (event.time() - Sample.ORIGIN) + " by "
                        + event.thread().name());
    }

    @Test
    void shouldHaveTheStepsOfTheRecording() throws Exception {
        List<String> expected = Sample.trace().events().stream()
                .flatMap(event -> step(event).stream())
                .toList();
        Map<String, Object> data = data(Sample.trace());
        assertEquals(expected, steps(data));
        assertTrue(expected.size() > 12, expected::toString);
        assertEquals("", data.get("note"));
    }

    @Test
    void shouldHaveTheTreeOfTheRecording() throws Exception {
        Map<String, Object> data = data(Sample.trace());
        List<?> components = (List<?>) ((Map<?, ?>) ((List<?>) data.get("trees")).getFirst()).get("components");
        List<String> shown = new ArrayList<>();
        for (Object component : components) {
            List<?> parts = (List<?>) component;
            int worker = number(parts, 4);
            shown.add(name(data, "names", number(parts, 0)) + " " + name(data, "names", number(parts, 1)) + " "
                    + parts.get(2) + " " + parts.get(3) + " " + (worker < 0 ? "-" : name(data, "workers", worker)));
        }
        assertEquals(
                List.of(
                        "prio prio 1 [1, 2, 3] -",
                        "cpu0 worker 0 [] cpu0",
                        "cpu1 worker 0 [] cpu1",
                        "fifo@cuda0 fifo 1 [4] -",
                        "cuda0 worker 0 [] cuda0"),
                shown);
    }

    @Test
    void shouldHaveCodeletsAndPrioritiesOfTasks() throws Exception {
        Map<String, Object> data = data(Sample.trace());
        List<?> tasks = (List<?>) data.get("tasks");
        assertEquals(List.of(1, 0, 4), tasks.subList(0, 3));
        assertEquals("potrf", name(data, "codelets", 0));
    }

    @Test
    void shouldKnowTheWorkersOfThreads() throws Exception {
        Map<String, Object> data = data(Sample.trace());
        assertEquals(List.of("main", "worker cpu0", "worker cuda0"), data.get("threads"));
        List<?> workers = (List<?>) data.get("threadWorkers");
        assertEquals(-1, workers.getFirst());
        assertEquals("cpu0", name(data, "workers", number(workers, 1)));
        Map<String, Object> simulated = data(with(
                submitted(1, "a", "main"),
                new TraceEvent.Popped(Sample.at(2), Sample.MAIN, 1, Sample.CPU_0, Optional.of("eager")),
                submitted(2, "a", "main"),
                new TraceEvent.Popped(Sample.at(3), Sample.MAIN, 2, Sample.CPU_1, Optional.of("eager"))));
        assertEquals(List.of(-1), simulated.get("threadWorkers"));
    }

    @Test
    void shouldNeedNothingFromANetwork() throws Exception {
        Document page = page(Sample.trace(), ReplayExport.MOST_STEPS);
        assertEquals(0, page.select("[src], link, iframe, object").size());
        assertEquals(2, page.select("script").size());
        assertEquals(1, page.select("style").size());
        assertTrue(page.select("meta[http-equiv=Content-Security-Policy]")
                .attr("content")
                .startsWith("default-src 'none'"));
        String script = page.select("script").last().data();
        assertTrue(script.contains("class Layout") && !script.contains("http:") && !script.contains("fetch("));
    }

    @Test
    void shouldHaveNamesThatLookLikeMarkup() throws Exception {
        String name = "</script><b>\"\\ \u00e9";
        Document page = page(
                with(submitted(1, name, "main"), new TraceEvent.Stored(Sample.at(2), Sample.MAIN, 1, "main", "prio")),
                100);
        assertEquals(2, page.select("script").size());
        assertEquals(List.of(name), data(page).get("codelets"));
    }

    @Test
    void shouldLeaveOutStepsBeyondTheLimitAndSaySo() throws Exception {
        Map<String, Object> data = data(page(Sample.trace(), 3));
        long all = Sample.trace().events().stream()
                .filter(event -> step(event).isPresent())
                .count();
        assertEquals(3, steps(data).size());
        assertEquals(
                "The page has the first 3 of " + all
                        + " steps, up to 0.500 of 14.000 ms. To see others, record a shorter part of the run.",
                data.get("note"));
    }

    @Test
    void shouldShowTasksThatWereSubmittedBeforeTheRecordingBegan() throws Exception {
        Map<String, Object> data = data(with(
                new TraceEvent.Popped(Sample.at(1), CPU_THREAD, 7, Sample.CPU_0, Optional.of("eager")),
                new TraceEvent.Executed(Sample.at(2), CPU_THREAD, 7, Sample.CPU_0, Sample.at(1), Sample.at(2)),
                new TraceEvent.Popped(Sample.at(3), CPU_THREAD, 8, Sample.CPU_0, Optional.of("of another context"))));
        assertEquals(
                List.of(
                        "main: TREE eager at 0 by main",
                        "main: POPPED 7 cpu0 at 1000000 by worker cpu0",
                        "main: EXECUTED 7 cpu0 at 2000000 by worker cpu0"),
                steps(data));
    }

    @Test
    void shouldShowTasksThatAreBoundPutAsideOrCancelledAndNoneOfContextsWithoutATree() throws Exception {
        Map<String, Object> data = data(with(
                submitted(1, "a", "main"),
                submitted(2, "a", "main"),
                submitted(3, "a", "other"),
                new TraceEvent.Popped(Sample.at(1), CPU_THREAD, 1, Sample.CPU_0, Optional.empty()),
                new TraceEvent.Stored(Sample.at(2), Sample.MAIN, 2, "main", ""),
                new TraceEvent.Popped(Sample.at(3), CPU_THREAD, 3, Sample.CPU_0, Optional.of("dmda")),
                new TraceEvent.Launched(Sample.at(3), CPU_THREAD, 3, Sample.CPU_0),
                new TraceEvent.Completed(Sample.at(4), Sample.MAIN, 2, TaskState.CANCELLED)));
        assertEquals(
                List.of(
                        "main: TREE eager at 0 by main",
                        "main: BOUND 1 cpu0 at 1000000 by worker cpu0",
                        "main: STORED 2 aside at 2000000 by main",
                        "main: LEFT 2 state 2 at 4000000 by main"),
                steps(data));
    }
}
