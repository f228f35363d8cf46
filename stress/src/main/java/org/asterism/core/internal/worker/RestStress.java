package org.asterism.core.internal.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.use.DataAccess;
import org.asterism.core.internal.use.Registry;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker rests until its data or its team are there, while these arrive. */
final class RestStress {
    private static final MemorySegment MEMORY = Arena.global().allocate(64);
    private static final Codelet READ =
            Codelet.named("read").access(Access.R).cpu(context -> {}).build();

    private static final Codelet TOGETHER =
            Codelet.named("together").access().cpu(context -> {}).spmd().build();

    private RestStress() {}

    /** A memory with one copy, which ends when the test says so. */
    private static final class Memory implements DeviceMemory, Transfer {
        private Runnable wake;
        private volatile boolean finished;

        @Override
        public String name() {
            return "ram";
        }

        @Override
        public long capacity() {
            return Long.MAX_VALUE;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            return MEMORY;
        }

        @Override
        public void free(MemorySegment memory) {
            // It is there for good.
        }

        @Override
        public Transfer copyIn(List<BufferCopy> copies) {
            return this;
        }

        @Override
        public Transfer copyOut(List<BufferCopy> copies) {
            return this;
        }

        @Override
        public boolean isFinished() {
            return finished;
        }

        @Override
        public boolean whenFinished(Runnable told) {
            wake = told;
            return true;
        }

        void finish() {
            finished = true;
            wake.run();
        }
    }

    @JCStressTest
    @Description("Data arrive while the worker that waits for them lies down to rest.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It saw that they had arrived.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was woken.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It rests for ever.")
    @Outcome(expect = FORBIDDEN, desc = "It was woken though it did not rest.")
    @State
    public static class ArrivalAgainstRest {
        private final Memory memory = new Memory();
        private final Traffic traffic =
                new Traffic(transfer -> {}, new LinkTable(LinkSettings.defaults()), new Observers(), () -> 0);
        private final WorkerEngine engine;
        private volatile int woken;

        public ArrivalAgainstRest() {
            Home home = new Home();
            home.moveDataWith(traffic);
            Context context = home.context();
            int node = traffic.add(memory, Architecture.CUDA).id();
            engine = new WorkerEngine(0, node, new Specimens.Unit("cpu-0"), home, rested -> woken++);
            engine.start();
            context.takeIn(List.of(engine));
            context.start();
            DataHandle data = new Registry(
                            context.tasks(),
                            traffic,
                            new DataAccess(
                                    context.tasks(),
                                    traffic,
                                    (future, what) -> {},
                                    look -> look.get().run()),
                            (name, parameters) -> null,
                            false)
                    .vector(MEMORY, ElementType.LONG, 8);
            context.task(READ).data(data).submit();
            engine.step();
        }

        @Actor
        public void arrive() {
            memory.finish();
        }

        @Actor
        public void rest(II_Result result) {
            result.r1 = engine.restUntilTold() ? 1 : 0;
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = woken;
        }
    }

    @JCStressTest
    @Description("The last member joins a team while its leader lies down to rest.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It saw that the team was complete.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was woken.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It rests for ever.")
    @Outcome(expect = FORBIDDEN, desc = "It was woken though it did not rest.")
    @State
    public static class JoiningAgainstRest {
        private final WorkerEngine leader;
        private final WorkerEngine member;
        private volatile int woken;

        public JoiningAgainstRest() {
            Home home = new Home();
            Context context = home.context();
            leader = new WorkerEngine(0, 0, new Specimens.Unit("cpu-0"), home, rested -> woken++);
            member = new WorkerEngine(1, 0, new Specimens.Unit("cpu-1"), home, rested -> {});
            leader.start();
            member.start();
            context.takeIn(List.of(leader, member));
            context.start();
            context.task(TOGETHER)
                    .on(new CombinedWorker("", List.of(leader, member)))
                    .submit();
            leader.step();
        }

        @Actor
        public void join() {
            member.step();
        }

        @Actor
        public void rest(II_Result result) {
            result.r1 = leader.restUntilTold() ? 1 : 0;
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = woken;
        }
    }
}
