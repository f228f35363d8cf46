package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.Map;
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

/** {@link ReadyPool}: a swapped policy loses no task, hands none out twice, and is never blamed. */
final class SwapStress {
    private SwapStress() {}

    /** A context with a worker that pops when the test says so. */
    public abstract static class OneWorker {
        final Home home = new Home();
        final Context context = home.context();
        final TaskOrigin origin = new TaskOrigin();
        final WorkerEngine engine = new WorkerEngine(0, 0, new Specimens.Unit("cpu-0"), home, woken -> {});

        OneWorker() {
            context.takeIn(List.of(engine));
            context.start();
        }

        final void submit() {
            context.task(Specimens.CODELET).submit();
        }

        final int pop() {
            return context.pop(engine, origin, true) == null ? 0 : 1;
        }

        final void swap() {
            context.usePolicy("central", Map.of());
        }

        /** 1 if nobody found fault with a policy. */
        final int isSound() {
            return context.trouble().isEmpty() && context.policy().isPresent() ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("A worker pops the only task while the policy is swapped.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The worker has it from the first policy or the second.")
    @Outcome(
            id = "0, 1, 1",
            expect = ACCEPTABLE,
            desc = "The worker saw the closed gate; the second policy has the task.")
    @Outcome(id = "0, 0, .*", expect = FORBIDDEN, desc = "The task is lost.")
    @Outcome(expect = FORBIDDEN, desc = "The task was handed out twice, or a policy was blamed for it.")
    @State
    public static class PopAgainstSwap extends OneWorker {
        public PopAgainstSwap() {
            submit();
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = pop();
        }

        @Actor
        public void change() {
            swap();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r2 = pop() + pop();
            result.r3 = isSound();
        }
    }

    @JCStressTest
    @Description("A task is submitted while the policy is swapped.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The second policy has the task.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost or doubled.")
    @State
    public static class PushAgainstSwap extends OneWorker {
        @Actor
        public void push() {
            submit();
        }

        @Actor
        public void change() {
            swap();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = pop();
            result.r2 = pop();
            result.r3 = isSound();
        }
    }
}
