package org.asterism.shell.gogo.internal.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Explanation;
import org.asterism.api.FormerWorker;
import org.asterism.api.Task;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;

class WhyCommandTest {
    /** A runtime that explains everything in the same words. */
    private static final class Explaining extends FakeRuntime {
        private List<FormerWorker> former = List.of();
        private boolean begun = true;

        Explaining() {
            super("eager");
            unfinished = List.of(
                    Fakes.partly(Task.class, Map.of("id", arguments -> 12L, "toString", arguments -> "gemm#12")));
        }

        @Override
        public Explanation explain(Task task) {
            return new Explanation(
                    task.toString(),
                    WaitReason.TASKS,
                    "waits for a task",
                    List.of(new Explanation("potrf#3", WaitReason.RUNNING, "runs on cpu-1")));
        }

        @Override
        public Explanation explain(Worker worker) {
            return new Explanation(worker.name(), WaitReason.RUNNING, "runs potrf#3");
        }

        @Override
        public List<FormerWorker> formerWorkers() {
            return former;
        }

        @Override
        public boolean hasBegun() {
            return begun;
        }
    }

    private final Explaining shared = new Explaining();
    private final Explaining own = new Explaining();
    private final WhyCommand alone = new WhyCommand(RuntimesForTests.of(Map.of("default", shared)));
    private final WhyCommand both = new WhyCommand(RuntimesForTests.of(Map.of("default", shared, "cholesky", own)));

    private static String refusal(WhyCommand command, String what) {
        return assertThrows(UsageException.class, () -> command.why(what)).getMessage();
    }

    @Test
    void shouldIndentTheCausesOfATask() {
        assertEquals(
                "gemm#12 waits for a task\n  potrf#3 runs on cpu-1",
                alone.why("gemm#12").text(100));
        assertEquals(alone.why("#12").text(100), alone.why("12").text(100));
        assertEquals(alone.why("#12").text(100), both.why("cholesky/gemm#12").text(100));
    }

    @Test
    void shouldGiveMachinesTheReasons() {
        Map<?, ?> json = (Map<?, ?>) both.why("cholesky/gemm#12").json();
        assertEquals("cholesky", json.get("runtime"));
        assertEquals("tasks", json.get("reason"));
        assertEquals(
                List.of(Map.of(
                        "subject", "potrf#3", "reason", "running", "text", "runs on cpu-1", "causes", List.of())),
                json.get("causes"));
    }

    @Test
    void shouldExplainWorkersAndThoseThatHaveLeft() {
        assertEquals("cpu-0 runs potrf#3", alone.why("cpu-0").text(100));
        shared.former = List.of(
                new FormerWorker(9, "cuda-0", Architecture.CUDA, 4),
                new FormerWorker(10, "cuda-1", Architecture.CUDA, 3, Optional.of("device GPU 1 is lost: error 999")));
        assertEquals(
                "cuda-0 has left after 4 tasks: its driver was stopped",
                alone.why("cuda-0").text(100));
        assertEquals(
                "cuda-1 has left after 3 tasks: device GPU 1 is lost: error 999",
                alone.why("cuda-1").text(100));
    }

    @Test
    void shouldRefuseUnknownNamesInOneLine() {
        assertTrue(refusal(alone, "gemm#13").startsWith("there is no task 'gemm#13' that has not ended"));
        assertEquals("there is no task 'trsm#12': task 12 is default/gemm#12", refusal(alone, "trsm#12"));
        assertTrue(refusal(both, "trsm#12").contains(" or "), refusal(both, "trsm#12"));
        assertTrue(refusal(alone, "cpu-7").startsWith("there is no worker 'cpu-7'; "));
        assertTrue(refusal(both, "cpu-0").startsWith("several runtimes have a worker 'cpu-0': say which, "));
        assertTrue(refusal(both, "gemm#12").startsWith("several runtimes have a task 'gemm#12': say which, "));
    }

    @Test
    void shouldNotStartTheSharedRuntime() {
        shared.begun = false;
        assertTrue(refusal(alone, "cpu-0").contains("no runtime has begun"));
        assertTrue(refusal(alone, "gemm#12").startsWith("there is no task 'gemm#12'"));
        assertEquals(List.of(), alone.suggest(List.of()));
    }

    @Test
    void shouldSuggestWorkersAndTasks() {
        List<String> values =
                both.suggest(List.of()).stream().map(Suggestion::value).toList();
        assertTrue(values.contains("cholesky/cpu-0"), values::toString);
        assertEquals(List.of(), both.suggest(List.of("cpu-0")));
    }
}
