package org.asterism.core.internal.coherence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Architecture;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.use.Registry;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.asterism.stress.RecordingHost;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Requests for the same copy, by several threads at the same time. */
final class MergeStress {
    private static final MemorySegment MEMORY = Arena.global().allocate(64);

    private MergeStress() {}

    /** A memory that counts the copies requested from it. They end when the test says so. */
    private static final class Memory implements DeviceMemory {
        private volatile boolean finished;
        private int copies;

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
        public Transfer copyIn(List<BufferCopy> list) {
            copies++;
            return () -> finished;
        }

        @Override
        public Transfer copyOut(List<BufferCopy> list) {
            throw new AssertionError("nothing is written there");
        }
    }

    @JCStressTest
    @Description("Two threads want the same data on the same node, with different urgency.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "One copy was made, and both were told.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "The data were copied twice.")
    @Outcome(expect = FORBIDDEN, desc = "Somebody waits for ever.")
    @State
    public static class TwoWants {
        private final Memory memory = new Memory();
        private final Traffic traffic =
                new Traffic(transfer -> {}, new LinkTable(LinkSettings.defaults()), new Observers(), () -> 0);
        private final int node = traffic.add(memory, Architecture.CUDA).id();
        private final Handle data =
                (Handle) new Registry(new RecordingHost(), traffic, null, (name, parameters) -> null, false)
                        .vector(MEMORY, ElementType.LONG, 8);
        private volatile CompletableFuture<Void> fetched;
        private volatile CompletableFuture<Void> prefetched;

        @Actor
        public void fetch() {
            fetched = traffic.wishes().transfer(data, node, TransferKind.FETCH, 0);
        }

        @Actor
        public void prefetch() {
            prefetched = traffic.wishes().transfer(data, node, TransferKind.PREFETCH, 0);
        }

        @Arbiter
        public void look(II_Result result) {
            memory.finished = true;
            traffic.step();
            result.r1 = memory.copies;
            result.r2 = (fetched.isDone() ? 1 : 0) + (prefetched.isDone() ? 1 : 0);
        }
    }
}
