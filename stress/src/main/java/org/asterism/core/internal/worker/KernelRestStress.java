package org.asterism.core.internal.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.StepResult;
import org.asterism.core.internal.context.Context;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker rests during an asynchronous kernel, while the kernel ends and further tasks arrive. */
final class KernelRestStress {
    private KernelRestStress() {}

    /** A unit that accepts two tasks at a time, and whose kernels end when the test says so. */
    private static final class Unit implements ComputeUnit, Execution {
        private Runnable wake;
        private boolean ended;
        private int launches;

        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return "cpu-0";
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public int pipeline() {
            return 2;
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            launches++;
            return this;
        }

        @Override
        public synchronized boolean isFinished() {
            return ended;
        }

        @Override
        public boolean whenFinished(Runnable told) {
            synchronized (this) {
                if (!ended) {
                    wake = told;
                    return true;
                }
            }
            told.run();
            return true;
        }

        void end() {
            Runnable told;
            synchronized (this) {
                ended = true;
                told = wake;
            }
            if (told != null) {
                told.run();
            }
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }

    /** A worker with a kernel under way, whose driver was not asked to report the end yet. */
    public abstract static class Worker {
        final Unit unit = new Unit();
        final Home home = new Home();
        final Context context = home.context();
        final WorkerEngine engine = new WorkerEngine(0, 0, unit, home, woken -> {});

        Worker() {
            engine.start();
            context.takeIn(List.of(engine));
            context.start();
            submit();
            engine.step();
        }

        final void submit() {
            context.task(Specimens.CODELET).submit();
        }

        /** 1 if the worker lies down. */
        final int rest() {
            return engine.rest().stepOrSleep() == StepResult.IDLE ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("A kernel ends while its worker lies down to rest.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It saw that the kernel had ended.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It was told.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "It rests for ever.")
    @State
    public static class EndAgainstRest extends Worker {
        private boolean lay;

        @Actor
        public void end() {
            unit.end();
        }

        @Actor
        public void rest(II_Result result) {
            result.r1 = rest();
            lay = result.r1 == 1;
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = lay && engine.rest().lasts() ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("A task is submitted while a worker lies down beside its kernel, which has room for that task.")
    @Outcome(id = "0, 0, 2", expect = ACCEPTABLE, desc = "It found the task at its last look.")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "It was woken.")
    @Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "It rests, and the task is left lying.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost.")
    @State
    public static class PushAgainstRest extends Worker {
        private boolean lay;

        @Actor
        public void push() {
            submit();
        }

        @Actor
        public void rest(III_Result result) {
            result.r1 = rest();
            lay = result.r1 == 1;
        }

        @Arbiter
        public void look(III_Result result) {
            result.r2 = lay && engine.rest().lasts() ? 1 : 0;
            engine.rest().end();
            engine.step();
            result.r3 = unit.launches;
        }
    }

    @JCStressTest
    @Description("A kernel ends and a task is submitted while the worker lies down.")
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "It saw one of them.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It was told or woken.")
    @Outcome(expect = FORBIDDEN, desc = "It rests for ever, or the number of those who sleep is wrong.")
    @State
    public static class EndAndPushAgainstRest extends Worker {
        private boolean lay;

        @Actor
        public void endAndPush() {
            unit.end();
            submit();
        }

        @Actor
        public void rest(III_Result result) {
            result.r1 = rest();
            lay = result.r1 == 1;
        }

        @Arbiter
        public void look(III_Result result) {
            result.r2 = lay && engine.rest().lasts() ? 1 : 0;
            engine.rest().end();
            result.r3 = home.sleepers();
        }
    }
}
