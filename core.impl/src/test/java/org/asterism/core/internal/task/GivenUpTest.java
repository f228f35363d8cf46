package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.observation.Observers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A task that a thread gives up while its worker leads it on, at each moment at which the worker looks away: it ends
 * once, and never begins again.
 */
@Timeout(20)
class GivenUpTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").cpu(kernel -> {}).build();

    private final Host host = new Host();
    private final Job job = new Job(host, NOTHING, 1);

    /** Counts what happens to the task, and may have something happen when the task's failure is reported. */
    private static final class Host implements TaskHost {
        private final List<String> events = new ArrayList<>();
        private final Observers observers = new Observers();
        private Runnable whenFailing = () -> {};

        private void add(String event) {
            synchronized (events) {
                events.add(event);
            }
        }

        private List<String> events() {
            synchronized (events) {
                return List.copyOf(events);
            }
        }

        @Override
        public boolean runsTasks() {
            return true;
        }

        @Override
        public void ready(Job ready) {
            add("ready");
        }

        @Override
        public void again(Job ready) {
            add("again");
        }

        @Override
        public CalledOff whyNoFurtherRound() {
            return null;
        }

        @Override
        public void failed(TaskFailedException failure) {
            add("failed");
            Runnable once = whenFailing;
            whenFailing = () -> {};
            once.run();
        }

        @Override
        public void settled(Job settled, boolean awaited) {
            add("settled");
        }

        @Override
        public Observers observers() {
            return observers;
        }

        @Override
        public boolean isSameRuntime(TaskHost other) {
            return other == this;
        }
    }

    private void bringTo(TaskState state) {
        job.onCompletion(any -> host.add("completed"));
        assertTrue(Progress.advance(job, TaskState.CREATED, state));
    }

    /** Gives the task up on a thread of its own, while the caller is at it. */
    private void giveUp() {
        Thread closing = Thread.ofPlatform()
                .daemon()
                .start(() -> Completion.giveUp(job, new IllegalStateException("does not get on"), was -> {}));
        try {
            closing.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void assertEndedOnce() {
        assertEquals(TaskState.FAILED, job.state());
        assertEquals(List.of("failed", "completed", "settled"), host.events());
    }

    @Test
    void shouldNotFailOnceMoreWhenItsWorkerFindsThatItCannotRun() {
        bringTo(TaskState.SCHEDULED);
        giveUp();
        Completion.endWithoutRunning(job, TaskState.SCHEDULED, new IllegalStateException("cannot run"));
        assertEndedOnce();
    }

    @Test
    void shouldEndOnceIfItIsGivenUpWhileItsWorkerReportsThatItCannotRun() {
        bringTo(TaskState.SCHEDULED);
        host.whenFailing = this::giveUp;
        Completion.endWithoutRunning(job, TaskState.SCHEDULED, new IllegalStateException("cannot run"));
        assertEquals(TaskState.FAILED, job.state());
        assertEquals(List.of("failed", "failed", "completed", "settled"), host.events());
    }

    @Test
    void shouldEndOnceIfItIsGivenUpWhileItsWorkerReportsThatItsKernelHasThrown() {
        bringTo(TaskState.RUNNING);
        host.whenFailing = this::giveUp;
        Completion.finish(job, new IllegalStateException("thrown by the kernel"));
        assertEquals(TaskState.FAILED, job.state());
        assertEquals(List.of("failed", "failed", "completed", "settled"), host.events());
    }

    @Test
    void shouldNotFailOnceMoreWhenItsKernelThrows() {
        bringTo(TaskState.RUNNING);
        giveUp();
        Completion.fail(job, new IllegalStateException("thrown by the kernel"));
        assertEndedOnce();
    }

    @Test
    void shouldCallNoEpilogueWhenItsKernelReturnsWhileItIsGivenUp() {
        job.epilogue(any -> host.add("epilogue"));
        bringTo(TaskState.RUNNING);
        Completion.giveUp(job, new IllegalStateException("does not get on"), was -> Completion.finish(job, null));
        assertEndedOnce();
    }

    @Test
    void shouldEndOnceIfItIsGivenUpDuringItsEpilogue() {
        job.epilogue(any -> giveUp());
        bringTo(TaskState.RUNNING);
        Completion.finish(job, null);
        assertEndedOnce();
    }

    @Test
    void shouldBeginNoFurtherRoundIfItIsGivenUpWhileTheProgramDecides() {
        job.repeatWhile(any -> {
            giveUp();
            return true;
        });
        bringTo(TaskState.RUNNING);
        Completion.finish(job, null);
        assertEndedOnce();
    }

    @Test
    void shouldNotGoBackToThePolicyFromAKernelThatCouldNotEnd() {
        bringTo(TaskState.RUNNING);
        giveUp();
        Completion.leaveToOthers(job, TaskState.RUNNING);
        assertEndedOnce();
    }

    @Test
    void shouldNotGoBackToThePolicyBeforeItsKernelHasBegun() {
        bringTo(TaskState.ACQUIRING);
        giveUp();
        Completion.comeAgain(job);
        assertEndedOnce();
    }

    @Test
    void shouldStayWithTheThreadThatGivesItUpWhenItsWorkerLeavesItToOthersMeanwhile() {
        bringTo(TaskState.RUNNING);
        Completion.giveUp(
                job,
                new IllegalStateException("does not get on"),
                was -> Completion.leaveToOthers(job, TaskState.RUNNING));
        assertEndedOnce();
    }

    @Test
    void shouldNotFailOnceMoreWhenAStepOfItsWorkerThrows() {
        bringTo(TaskState.RUNNING);
        giveUp();
        Completion.endBroken(job, new AssertionError("in a step"));
        assertEndedOnce();
    }
}
