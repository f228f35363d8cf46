package org.asterism.trace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.profile.Profile;
import org.asterism.profile.WorkerProfile;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.Analyst;
import org.asterism.trace.report.internal.analysis.CodeletNumbers;
import org.asterism.trace.report.internal.verdict.Difference;
import org.asterism.trace.report.internal.verdict.IdleSum;
import org.asterism.trace.report.internal.verdict.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of a recording, compared with those of a profiler that watched the run. */
@Timeout(60)
class AgreementTest {
    private static final double NEGLIGIBLE = 0.01;

    @TempDir
    private Path folder;

    private Recorded record(String policy, Recorded.Program program) throws Exception {
        return Recorded.run(folder.resolve("run.trace"), policy, program);
    }

    private static Analysis analysis(Recorded recorded) throws Exception {
        return Analyst.analyse("run", recorded.trace(), new CodeletNumbers()).orElseThrow();
    }

    /** Idle time of all workers by reason and cause, without causes of less than a hundredth of the makespan. */
    private static Map<String, Double> idle(Profile profile) {
        return IdleSum.of(profile).stream()
                .filter(sum -> sum.nanos() > NEGLIGIBLE * profile.nanos())
                .collect(Collectors.toMap(
                        sum -> sum.reason() + " " + sum.cause(),
                        sum -> Math.rint(sum.nanos() / (NEGLIGIBLE * profile.nanos()))));
    }

    /**
     * Activities agree to the nanosecond. Of two threads' events at the same instant, a recording may have another
     * order than an observer, and it does not know where a codelet could have run. So idle times agree to a hundredth.
     */
    private static Analysis assertAgreement(Recorded recorded) throws Exception {
        Analysis analysis = analysis(recorded);
        Profile watched = recorded.watched();
        Profile found = analysis.profile();
        assertEquals(watched.nanos(), analysis.makespan());
        assertEquals(watched.finished(), found.finished());
        assertEquals(watched.codelets(), found.codelets());
        assertEquals(watched.links(), found.links());
        for (int worker = 0; worker < watched.workers().size(); worker++) {
            assertEquals(
                    watched.workers().get(worker).exclusive(),
                    found.workers().get(worker).exclusive());
            assertEquals(
                    watched.workers().get(worker).tasks(),
                    found.workers().get(worker).tasks());
        }
        assertEquals(idle(watched), idle(found));
        return analysis;
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "dmdas"})
    void shouldHaveTheFiguresOfAProfilerOfTheSameRun(String policy) throws Exception {
        Analysis analysis = assertAgreement(record(policy, runtime -> Recorded.cholesky(runtime, 6)));
        assertTrue(analysis.utilisation() > 0.1, () -> "utilisation " + analysis.utilisation());
        assertTrue(analysis.area() <= analysis.makespan() && analysis.area() > 0);
        assertTrue(analysis.least() <= analysis.chain().orElseThrow().length());
        assertTrue(analysis.chain().orElseThrow().length() <= analysis.makespan());
    }

    @Test
    void shouldHaveThemForSeveralContexts() throws Exception {
        assertAgreement(record("eager", runtime -> {
            Worker moved = runtime.workers().get(1);
            SchedulingContext other = runtime.createContext("other", "eager", worker -> worker == moved);
            other.task(Recorded.codelet("gemm")).submit();
            Recorded.cholesky(runtime, 4);
        }));
    }

    @Test
    void shouldFindTheLongestChainByTheRecordedDependencies() throws Exception {
        Analysis analysis = analysis(record("eager", runtime -> {
            Task first = runtime.task(Recorded.codelet("trsm"))
                    .on(runtime.workers().getFirst())
                    .submit();
            runtime.task(Recorded.codelet("gemm"))
                    .on(runtime.workers().getFirst())
                    .after(first)
                    .submit();
            runtime.task(Recorded.codelet("gemm")).on(runtime.workers().get(1)).submit();
        }));
        assertEquals(1_400_000, analysis.chain().orElseThrow().length());
        assertEquals(2, analysis.chain().orElseThrow().depth());
        assertEquals("gemm", analysis.chain().orElseThrow().codelet());
        assertEquals("trsm", analysis.chain().orElseThrow().previous().codelet());
        // The machine has three cores, and nothing ran on the GPU.
        assertEquals((500_000 + 2 * 900_000) / 3.0, analysis.area(), 1);
    }

    @Test
    void shouldDivideTheMakespanIntoWhatTheAverageWorkerDid() throws Exception {
        Analysis eager = analysis(record("eager", runtime -> Recorded.cholesky(runtime, 6)));
        Analysis dmdas = analysis(
                Recorded.run(folder.resolve("other.trace"), "dmdas", runtime -> Recorded.cholesky(runtime, 6)));
        Difference difference = new Difference(eager, dmdas);
        assertEquals(
                eager.makespan(),
                difference.parts().stream().mapToDouble(Part::before).sum(),
                100);
        assertEquals(
                dmdas.makespan(),
                difference.parts().stream().mapToDouble(Part::now).sum(),
                100);
        assertTrue(difference.sentences().getFirst().contains("times as fast"), difference.sentences()::toString);
    }

    @Test
    void shouldCountEachInstantOfAWorkerOnce() throws Exception {
        Analysis analysis = analysis(record("eager", runtime -> Recorded.cholesky(runtime, 5)));
        for (WorkerProfile worker : analysis.profile().workers()) {
            assertEquals(
                    analysis.makespan(),
                    worker.exclusive().values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
        }
    }
}
