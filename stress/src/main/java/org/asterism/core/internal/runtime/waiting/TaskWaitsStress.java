package org.asterism.core.internal.runtime.waiting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** {@link TaskWaits}: the tasks of several contexts have ended only if they all had at one moment. */
final class TaskWaitsStress {
    private TaskWaitsStress() {}

    @JCStressTest
    @Description("A task is submitted to one context, then the only task of another ends, while somebody looks.")
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "There was a task at every moment.")
    @Outcome(id = "true", expect = FORBIDDEN, desc = "One context was looked at too early, the other too late.")
    @State
    public static class HandOverAgainstLook {
        private final Home home = new Home();
        private final Context from = home.context();
        private final Context to = home.context();
        private final WorkerEngine engine = new WorkerEngine(0, 0, new Specimens.Unit("cpu-0"), home, woken -> {});

        public HandOverAgainstLook() {
            from.takeIn(List.of(engine));
            from.start();
            to.start();
            from.task(Specimens.CODELET).submit();
        }

        @Actor
        public void handOver() {
            to.task(Specimens.CODELET).submit();
            engine.step();
        }

        @Actor
        public void look(Z_Result result) {
            result.r1 = TaskWaits.haveEnded(List.of(to, from));
        }
    }
}
