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
        assertEquals(nanos, Notes.predictedNanos(job));
        assertEquals(transferNanos, Notes.predictedTransferNanos(job));
        assertEquals(stamp, Notes.stamp(job));
    }

    @Test
    void shouldSayNothingOfATaskOnWhichNothingWasNoted() {
        assertNoted(0, 0, 0);
    }

    @Test
    void shouldKeepNotesWhenTheProgramSaysSomethingLater() {
        Notes.predict(job, 3, 4);
        Notes.stamp(job, 5);
        job.hint("hint");
        assertNoted(3, 4, 5);
        assertEquals("hint", job.hint());
        Notes.predict(job, 6, 7);
        assertNoted(6, 7, 5);
    }

    @Test
    void shouldNoteOnATaskOfWhichTheProgramHasSaidSomething() {
        job.hint("hint");
        Notes.stamp(job, 5);
        Notes.predict(job, 3, 4);
        assertNoted(3, 4, 5);
        assertEquals("hint", job.hint());
    }

    @Test
    void shouldForgetPredictionsButNotTheStampWhenAnotherPolicyGetsTheTask() {
        Notes.predict(job, 3, 4);
        Notes.stamp(job, 5);
        job.forgetNotes();
        assertNoted(0, 0, 5);
        Notes.predict(job, 3, 4);
        job.hint("hint");
        job.forgetNotes();
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldWaitForATaskThatIsNamedAfterAPolicyHasNotedSomething() {
        List<String> told = new ArrayList<>();
        Notes.stamp(job, 5);
        Prerequisites.add(job, () -> told.add("after the notes"));
        Prerequisites.submitted(job);
        assertEquals(List.of("after the notes"), told);
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldNoteOnATaskThatNamesWhatItWaitsFor() {
        List<String> told = new ArrayList<>();
        Prerequisites.add(job, () -> told.add("before the notes"));
        Notes.stamp(job, 5);
        Prerequisites.submitted(job);
        assertEquals(List.of("before the notes"), told);
        assertNoted(0, 0, 5);
    }

    @Test
    void shouldKeepNotesOfATaskThatWasCalledOffUntilThePolicyLetsGoOfIt() {
        Progress.advance(job, TaskState.CREATED, TaskState.READY);
        Notes.predict(job, 3, 4);
        assertTrue(job.cancel());
        assertEquals(TaskState.CANCELLED, job.state());
        assertNoted(3, 4, 0); // a policy subtracts what it has added
        assertTrue(job.markGone());
        assertNoted(0, 0, 0);
    }

    @Test
    void shouldKnowTheFootprintWithAndWithoutNotes() {
        int without = job.footprint();
        Notes.stamp(job, 5);
        assertEquals(without, job.footprint());
        assertEquals(without, job.footprint());
    }
}
