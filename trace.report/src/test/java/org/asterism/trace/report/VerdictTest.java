package org.asterism.trace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Situations that were brought about, and the sentences that explain them. */
@Timeout(60)
class VerdictTest {
    @TempDir
    private Path folder;

    private List<String> explain(String policy, Recorded.Program program) throws Exception {
        Recorded recorded = Recorded.run(folder.resolve("run.trace"), policy, program);
        List<String> sentences = new TraceReport("run", recorded.trace()).write(folder.resolve("run.html"));
        assertEquals(3, sentences.size());
        return sentences;
    }

    private static void assertContains(String sentence, String... parts) {
        for (String part : parts) {
            assertTrue(sentence.contains(part), sentence);
        }
    }

    @Test
    void shouldNameTheCodeletThatOthersWaitFor() throws Exception {
        List<String> sentences = explain("eager", runtime -> {
            Task last = runtime.task(Recorded.codelet("gemm")).submit();
            for (int task = 0; task < 5; task++) {
                last = runtime.task(Recorded.codelet("gemm")).after(last).submit();
            }
        });
        assertContains(sentences.get(0), "no task was ready", "waits for gemm", "gemm#");
        assertContains(sentences.get(1), "The critical path limits the run", "6 dependent tasks, mostly gemm");
    }

    @Test
    void shouldNameTheLinkThatWorkersWaitFor() throws Exception {
        List<String> sentences = explain("eager", runtime -> {
            for (int task = 0; task < 6; task++) {
                DataHandle data = Recorded.vector(runtime, "x" + task, 100_000);
                runtime.task(Recorded.cudaOnly("copy", Access.R)).data(data).submit();
            }
        });
        assertContains(sentences.get(2), "The worst link is main to gpu0", "6 copies of 4.8 MB");
    }

    @Test
    void shouldNameTheDecisionThatHoldsTasksBack() throws Exception {
        List<String> sentences = explain("dmdas", runtime -> Recorded.cholesky(runtime, 10));
        assertContains(sentences.get(0), "the policy held tasks back", " was decided for cuda-0");
    }

    @Test
    void shouldSayThatNothingWasSubmitted() throws Exception {
        List<String> sentences = explain("eager", runtime -> {
            runtime.createContext("other", "eager", worker -> worker.id() > 0);
            runtime.task(Recorded.codelet("gemm")).submit();
        });
        assertContains(sentences.get(0), "no submitted task was left", "75.0 % of the workers' time");
    }

    @Test
    void shouldNameTheWorstPlacement() throws Exception {
        List<String> sentences = explain("eager", runtime -> {
            for (int task = 0; task < 12; task++) {
                runtime.task(Recorded.codelet("gemm")).submit();
            }
        });
        assertContains(
                sentences.get(2),
                "The worst placement is that of gemm",
                "ran on cpu in 900",
                "15 times as long as on cuda");
    }
}
