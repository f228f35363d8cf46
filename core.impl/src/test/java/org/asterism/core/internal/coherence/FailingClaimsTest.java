package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.testsupport.ThrowingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Claims that cannot be met since a plug-in throws or a size is absurd: they fail, and the others on the node are met.
 */
@Timeout(60)
class FailingClaimsTest {
    private static final Codelet READ =
            Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();

    private final Laboratory laboratory = new Laboratory();

    /** A layout that cannot load its classes any more when its bundle has gone. */
    private static final class BundledLayout implements Layout {
        private final VectorLayout inner = new VectorLayout(ElementType.LONG, 8);
        private volatile boolean gone;

        @Override
        public String kind() {
            return "bundled";
        }

        @Override
        public List<BufferShape> buffers() {
            if (gone) {
                throw new NoClassDefFoundError("org/example/Shape");
            }
            return inner.buffers();
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            if (gone) {
                throw new NoClassDefFoundError("org/example/View");
            }
            return inner.view(buffers);
        }
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private static DataHandle register(TaskRuntime runtime, BundledLayout layout) {
        return runtime.data().register(layout, new Buffer(Arena.ofAuto().allocate(64, 64)));
    }

    private static void assertAllIsWell(TaskRuntime runtime) throws InterruptedException {
        try (DataHandle data = runtime.data().vector(new long[8])) {
            assertEquals(
                    TaskState.DONE,
                    runtime.task(WRITE).data(data).submitAndAwait().state());
            assertEquals(
                    TaskState.DONE,
                    runtime.task(READ).data(data).submitAndAwait().state());
        }
    }

    @Test
    void shouldFailOnlyTheTaskWhoseLayoutHasLeftWithItsBundle() throws InterruptedException {
        laboratory.addDriver("device", InlineDriver.withMemory(1));
        TaskRuntime runtime = laboratory.runtime();
        BundledLayout layout = new BundledLayout();
        DataHandle data = register(runtime, layout);
        layout.gone = true;
        Task task = runtime.task(READ).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(
                message.contains("its layout")
                        && message.contains("keep the bundle of a layout until its data are closed"),
                message);
        assertAllIsWell(runtime);
    }

    @Test
    void shouldFailOnlyTheTaskWhoseLayoutCannotShowItsData() throws InterruptedException {
        laboratory.addDriver("device", InlineDriver.withMemory(1));
        TaskRuntime runtime = laboratory.runtime();
        BundledLayout layout = new BundledLayout();
        DataHandle data = register(runtime, layout);
        data.prefetch(1).toCompletableFuture().join();
        layout.gone = true;
        Task task = runtime.task(READ).data(data).submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("their layout threw"), message);
        assertAllIsWell(runtime);
    }

    @Test
    void shouldTellAProgramThatWantsDataWhoseLayoutHasLeft() throws InterruptedException {
        laboratory.addDriver("device", InlineDriver.withMemory(1));
        TaskRuntime runtime = laboratory.runtime();
        BundledLayout layout = new BundledLayout();
        DataHandle data = register(runtime, layout);
        layout.gone = true;
        assertThrows(
                CompletionException.class,
                () -> data.prefetch(1).toCompletableFuture().join());
        assertThrows(
                CompletionException.class,
                () -> data.allocateOn(1).toCompletableFuture().join());
        assertAllIsWell(runtime);
    }

    @Test
    void shouldFailOnlyTheTaskOnDataThatNoMemoryCanHold() throws InterruptedException {
        for (InlineDriver driver : List.of(new InlineDriver(2), InlineDriver.withMemory(2))) {
            try (Laboratory fresh = new Laboratory()) {
                fresh.addDriver("d", driver);
                TaskRuntime runtime = fresh.runtime();
                DataHandle huge = runtime.data().temporary(new VectorLayout(ElementType.LONG, Long.MAX_VALUE / 8));
                DataHandle half = runtime.data().temporary(new VectorLayout(ElementType.LONG, Long.MAX_VALUE / 16));
                DataHandle other = runtime.data().temporary(new VectorLayout(ElementType.LONG, Long.MAX_VALUE / 16));
                Task one = runtime.task(WRITE).data(huge).submit();
                String message =
                        assertThrows(TaskFailedException.class, one::await).getMessage();
                assertTrue(message.contains("bytes"), message);
                Codelet writeBoth = Codelet.named("writeBoth")
                        .access(Access.W, Access.W)
                        .cpu(kernel -> {})
                        .build();
                Task both = runtime.task(writeBoth).data(half, other).submit();
                message = assertThrows(TaskFailedException.class, both::await).getMessage();
                assertTrue(message.contains("bytes"), message);
                assertAllIsWell(runtime);
            }
        }
    }

    @Test
    void shouldServeTheNextOneWhenTheLogThrows() {
        try (ThrowingLog _ = ThrowingLog.of(Seat.class)) {
            AtomicInteger done = new AtomicInteger();
            Seat seat = new Seat(() -> {});
            seat.post(() -> {
                throw new IllegalStateException("an error of the core");
            });
            seat.post(done::incrementAndGet);
            assertEquals(1, done.get());
            seat.post(
                    text -> {
                        throw new NoClassDefFoundError(text);
                    },
                    "gone");
            seat.post(text -> done.incrementAndGet(), "next");
            assertEquals(2, done.get());
        }
    }
}
