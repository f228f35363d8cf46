package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link ReadyPool}: once a pause has begun, no worker takes a task, neither from the policy nor a bound one. */
final class PauseStress {
    private PauseStress() {}

    /** A context with a task and a worker that pops when the test says so. */
    public abstract static class OneTask {
        final Home home = new Home();
        final Context context = home.context();
        final TaskOrigin origin = new TaskOrigin();
        final WorkerEngine engine = new WorkerEngine(0, 0, new Specimens.Unit("cpu-0"), home, woken -> {});
        final Task task;

        OneTask(boolean bound) {
            context.takeIn(List.of(engine));
            context.start();
            task = context.task(Specimens.CODELET);
            if (bound) {
                task.on(engine);
            }
            task.submit();
        }

        final int isReady() {
            return task.state() == TaskState.READY ? 1 : 0;
        }

        final int pauseAndLook() {
            home.pause();
            context.awaitTakers();
            return isReady();
        }

        final int pop() {
            return context.pop(engine, origin, true) == null ? 0 : 1;
        }
    }

    @JCStressTest
    @Description("A worker pops the only task while a pause begins.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The worker had it when the pause had begun.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The worker saw the pause.")
    @Outcome(id = "1, 1, 0", expect = FORBIDDEN, desc = "The worker took it after the pause had begun.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost.")
    @State
    public static class PopAgainstPause extends OneTask {
        public PopAgainstPause() {
            super(false);
        }

        @Actor
        public void pause(III_Result result) {
            result.r1 = pauseAndLook();
        }

        @Actor
        public void take(III_Result result) {
            result.r2 = pop();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = isReady();
        }
    }

    @JCStressTest
    @Description("A worker takes its own task while a pause begins.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The worker had it when the pause had begun.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The worker saw the pause.")
    @Outcome(id = "1, 1, 0", expect = FORBIDDEN, desc = "The worker took it after the pause had begun.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost.")
    @State
    public static class TakeOwnAgainstPause extends OneTask {
        public TakeOwnAgainstPause() {
            super(true);
        }

        @Actor
        public void pause(III_Result result) {
            result.r1 = pauseAndLook();
        }

        @Actor
        public void take(III_Result result) {
            result.r2 = pop();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = isReady();
        }
    }
}
