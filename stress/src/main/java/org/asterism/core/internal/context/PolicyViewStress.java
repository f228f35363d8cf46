package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link PolicyView}: a thread that makes a task available and then looks for sleepers, against a worker that falls
 * asleep and then looks for tasks.
 */
final class PolicyViewStress {
    private PolicyViewStress() {}

    /**
     * A queue like a policy's, and a worker that looks into it without the core between, which is the shortest path.
     */
    public abstract static class QueueAndWorker {
        final TaskFifo queue = new TaskFifo();
        final WorkerEngine engine;
        final PolicyView view;
        final Task task;

        QueueAndWorker() {
            Home home = new Home();
            Context context = home.context();
            engine = new WorkerEngine(0, 0, new Specimens.Unit("cpu-0"), home, woken -> {});
            context.takeIn(List.of(engine));
            context.start(); // nobody is woken behind a closed gate
            view = new PolicyView(context, home, new PolicyProperties(Map.of()));
            task = context.task(Specimens.CODELET);
            // The queue has its lane, so that adding is nothing but a few stores.
            queue.add(task);
            queue.takeFor(engine);
        }
    }

    @JCStressTest
    @Description("A policy adds a task and looks for one sleeper, while the worker falls asleep and looks for a task.")
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The worker was woken, or found the task, or both.")
    @Outcome(
            id = "false, false",
            expect = FORBIDDEN,
            desc = "Both looked in vain: the task lies and the worker sleeps.")
    @State
    public static class WakeOneAgainstSleep extends QueueAndWorker {
        @Actor
        public void push(ZZ_Result result) {
            queue.add(task);
            result.r1 = view.wakeOneFor(task);
        }

        @Actor
        public void sleep(ZZ_Result result) {
            engine.fallAsleep();
            result.r2 = queue.takeFor(engine) != null;
        }
    }

    @JCStressTest
    @Description("A policy adds a task and wakes a certain worker, while that one falls asleep and looks for a task.")
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The worker was woken, or found the task, or both.")
    @Outcome(
            id = "false, false",
            expect = FORBIDDEN,
            desc = "Both looked in vain: the task lies and the worker sleeps.")
    @State
    public static class WakeThisAgainstSleep extends QueueAndWorker {
        @Actor
        public void push(ZZ_Result result) {
            queue.add(task);
            result.r1 = view.wake(engine);
        }

        @Actor
        public void sleep(ZZ_Result result) {
            engine.fallAsleep();
            result.r2 = queue.takeFor(engine) != null;
        }
    }
}
