package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.TaskState;
import org.asterism.core.internal.testing.ReadyList;
import org.junit.jupiter.api.Test;

/** What policies note on a task lies beside what programs say of it, whichever comes first. */
class NotesTest {
    private final Job job = new ReadyList(false).task();

    private void assertNoted(float nanos, float transferNanos, long stamp) {
        assertEquals(nanos, job.predictedNanos());
        assertEquals(transferNanos, job.predictedTransferNanos());
        assertEquals(stamp, job.stamp());
    }

    @Test
    void shouldSayNothingOfATaskOnWhichNothingWasNoted() {
        assertNoted(0, 0, 0);
    }

    @Test
    void shouldKeepNotesWhenTheProgramSaysSomethingLater() {
        job.predict(3, 4);
        job.stamp(5);
        job.hint("hint");
        assertNoted(3, 4, 5);
        assertEquals("hint", job.hint());
        job.predict(6, 7);
        assertNoted(6, 7, 5);
    }

    @Test
    void shouldNoteOnATaskOfWhichTheProgramHasSaidSomething() {
        job.hint("hint");
        job.stamp(5);
        job.predict(3, 4);
        assertNoted(3, 4, 5);
        assertEquals("hint", job.hint());
    }

    @Test
    void shouldForgetPredictionsButNotTheStampWhenAnotherPolicyGetsTheTask() {
        job.predict(3, 4);
        job.stamp(5);
        job.forgetNotes();
        assertNoted(0, 0, 5);
        job.predict(3, 4);
        job.hint("hint");
        job.forgetNotes();
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldWaitForATaskThatIsNamedAfterAPolicyHasNotedSomething() {
        List<String> told = new ArrayList<>();
        job.stamp(5);
        job.needs(() -> told.add("after the notes"));
        job.tellPrerequisites();
        assertEquals(List.of("after the notes"), told);
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldNoteOnATaskThatNamesWhatItWaitsFor() {
        List<String> told = new ArrayList<>();
        job.needs(() -> told.add("before the notes"));
        job.stamp(5);
        job.tellPrerequisites();
        assertEquals(List.of("before the notes"), told);
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldKeepNotesOfATaskThatWasCalledOffUntilThePolicyLetsGoOfIt() {
        Progress.advance(job, TaskState.CREATED, TaskState.READY);
        job.predict(3, 4);
        assertTrue(job.cancel(null));
        assertEquals(TaskState.CANCELLED, job.state());
        assertNoted(3, 4, 0); // a policy subtracts what it has added
        assertTrue(job.markGone());
        assertNoted(0, 0, 0);
    }

    @Test
    void shouldKnowTheFootprintWithAndWithoutNotes() {
        int without = job.footprint();
        job.stamp(5);
        assertEquals(without, job.footprint());
        assertEquals(without, job.footprint());
    }
}
