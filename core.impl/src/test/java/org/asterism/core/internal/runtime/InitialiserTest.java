package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VariableLayout;
import org.asterism.api.data.VariableView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InitialiserTest {
    private static final Codelet INCREMENT = Codelet.named("increment")
            .cpu(kernel -> kernel.view(0, VariableView.class)
                    .setLong(kernel.view(0, VariableView.class).getLong() + 1))
            .build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final AtomicInteger initialised = new AtomicInteger();
    private final Codelet to42 = Codelet.named("to42")
            .access(Access.W)
            .cpu(kernel -> {
                initialised.incrementAndGet();
                kernel.view(0, VariableView.class).setLong(42);
            })
            .build();

    @AfterEach
    void close() {
        laboratory.close();
    }

    private DataHandle temporary() {
        return runtime.data().temporary(new VariableLayout(ElementType.LONG)).named("sum");
    }

    private static long valueOf(DataHandle handle) throws InterruptedException {
        try (Acquisition acquired = handle.acquire(Access.R)) {
            return acquired.view(VariableView.class).getLong();
        }
    }

    @Test
    void shouldRefuseToReadDataThatNobodyHasWritten() throws InterruptedException {
        try (DataHandle sum = temporary()) {
            for (Access mode : new Access[] {Access.R, Access.RW, Access.COMMUTE}) {
                Task reader = runtime.task(INCREMENT).access(sum, mode);
                IllegalStateException refused = assertThrows(IllegalStateException.class, reader::submit);
                assertEquals(
                        reader + " reads sum, which no task submitted before it writes:"
                                + " write it first or give it an initialiser",
                        refused.getMessage());
                assertEquals(TaskState.CREATED, reader.state());
            }
            assertThrows(IllegalStateException.class, () -> sum.acquire(Access.R));
            runtime.task(to42).data(sum).submit();
            runtime.task(INCREMENT).access(sum, Access.RW).submit();
            assertEquals(43, valueOf(sum));
        }
    }

    @Test
    void shouldInitialiseDataThatAreReadBeforeTheyAreWritten() throws InterruptedException {
        try (DataHandle sum = temporary().initialiser(to42)) {
            for (int task = 0; task < 100; task++) {
                runtime.task(INCREMENT).access(sum, Access.RW).submit();
            }
            assertEquals(142, valueOf(sum));
            assertEquals(1, initialised.get());
            runtime.waitAll();
            assertEquals(101, runtime.tasks(0).done(), "what initialises is a task");
        }
    }

    @Test
    void shouldLetTheProgramReadInitialisedData() throws InterruptedException {
        try (DataHandle sum = temporary().initialiser(to42)) {
            assertEquals(42, valueOf(sum));
        }
    }

    @Test
    void shouldNotInitialiseDataThatAreOverwrittenFirst() throws InterruptedException {
        try (DataHandle sum = temporary().initialiser(to42)) {
            try (Acquisition acquired = sum.acquire(Access.W)) {
                acquired.view(VariableView.class).setLong(1);
            }
            runtime.task(INCREMENT).access(sum, Access.RW).submit();
            assertEquals(2, valueOf(sum));
            assertEquals(0, initialised.get());
        }
    }

    @Test
    void shouldInitialiseAgainWhatWasInvalidated() throws InterruptedException {
        try (DataHandle sum = temporary().initialiser(to42)) {
            runtime.task(INCREMENT).access(sum, Access.RW).submit();
            assertEquals(43, valueOf(sum));
            sum.invalidate();
            assertEquals(42, valueOf(sum));
            assertEquals(2, initialised.get());
        }
        try (DataHandle bare = temporary()) {
            runtime.task(to42).data(bare).submit();
            bare.invalidate();
            assertThrows(
                    IllegalStateException.class,
                    () -> runtime.task(INCREMENT).access(bare, Access.RW).submit());
        }
    }

    @Test
    void shouldInitialiseOnceBeforeAllUnorderedTasks() throws InterruptedException {
        for (int round = 0; round < 100; round++) {
            try (DataHandle sum = temporary().initialiser(to42).sequentialConsistency(false)) {
                for (int task = 0; task < 8; task++) {
                    runtime.task(INCREMENT).access(sum, Access.RW).submit();
                }
                runtime.waitAll();
                assertEquals(50, valueOf(sum));
            }
        }
        assertEquals(100, initialised.get());
    }

    @Test
    void shouldFailTheReadersOfDataWhoseInitialisationFailed() throws InterruptedException {
        Codelet fail = Codelet.named("fail")
                .access(Access.W)
                .cpu(kernel -> {
                    throw new IllegalStateException("on purpose");
                })
                .build();
        DataHandle sum = temporary().initialiser(fail);
        Task reader = runtime.task(INCREMENT).access(sum, Access.RW).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(reader.failure().orElseThrow().getMessage().contains("on purpose"));
        assertThrows(CorruptDataException.class, sum::close);
    }

    @Test
    void shouldCloseDataThatNobodyHasUsed() {
        temporary().close();
        temporary().closeAsync().toCompletableFuture().join();
        temporary().wontUse();
    }

    @Test
    void shouldRefuseAnInitialiserThatDoesMoreThanWrite() {
        DataHandle sum = temporary();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> sum.initialiser(INCREMENT));
        assertTrue(refused.getMessage().contains("'increment'"), refused.getMessage());
        assertTrue(refused.getMessage().contains("needs one handle, mode W"), refused.getMessage());
    }
}
