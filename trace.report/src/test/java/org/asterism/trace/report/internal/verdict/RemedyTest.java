package org.asterism.trace.report.internal.verdict;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.profile.IdleReason;
import org.junit.jupiter.api.Test;

class RemedyTest {
    private static String against(IdleReason reason, String cause) {
        return Remedy.of(new IdleSum(reason, cause, 1, 1, 1, ""));
    }

    @Test
    void shouldSpeakOfAnotherWorkerOnlyIfAPolicyHasChosenOne() {
        assertTrue(against(IdleReason.HELD_BY_POLICY, "gemm was decided for cuda-0")
                .startsWith("if the other worker"));
        assertTrue(against(IdleReason.HELD_BY_POLICY, "the policy reports no decision")
                .startsWith("try another policy"));
    }

    @Test
    void shouldNameTheCodeletThatWorkersWaitFor() {
        assertTrue(against(IdleReason.NOTHING_READY, "waits for trsm").contains("raise the priority of trsm and of"));
    }
}
