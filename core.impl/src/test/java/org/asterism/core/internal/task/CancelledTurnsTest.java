package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Data of tasks that are called off while others have their turn on them: the same as if that had come after those
 * turns.
 */
@Timeout(60)
class CancelledTurnsTest {
    private record Result(TaskState holder, TaskState cancelled, TaskState last, boolean isCorrupt) {}

    private static Task submit(TaskRuntime runtime, DataHandle data, Access mode, Kernel kernel) {
        return runtime.task(Codelet.named("use").access(mode).cpu(kernel).build())
                .data(data)
                .submit();
    }

    /**
     * Runs a task that has its turn, and calls off the one behind it before or after that; then a last one has its
     * turn.
     */
    private static Result result(Access mode, boolean cancelsFirst, Access lastMode) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle data = runtime.data().token();
            submit(runtime, data, Access.W, kernel -> {}).await();
            if (mode != Access.COMMUTE) {
                data.arbitrated();
            }
            runtime.pause();
            Task holder = submit(runtime, data, mode, kernel -> runtime.pause());
            Task cancelled = submit(runtime, data, mode, kernel -> {});
            Task last = submit(runtime, data, lastMode, kernel -> {});
            assertEquals(TaskState.SUBMITTED, cancelled.state(), "it waits for its turn");
            if (cancelsFirst) {
                assertTrue(cancelled.cancel());
                assertFalse(data.isCorrupt(), "the task that has its turn comes before");
            }
            runtime.resume();
            holder.await();
            if (!cancelsFirst) {
                assertEquals(TaskState.READY, cancelled.state(), "it has its turn");
                assertTrue(cancelled.cancel());
            }
            runtime.resume();
            runtime.waitAll(Duration.ofSeconds(30));
            return new Result(holder.state(), cancelled.state(), last.state(), data.isCorrupt());
        }
    }

    @Test
    void shouldLeaveDataInvalidThatACancelledCommutingTaskWasToChange() throws InterruptedException {
        Result expected = new Result(TaskState.DONE, TaskState.CANCELLED, TaskState.CANCELLED, true);
        assertEquals(expected, result(Access.COMMUTE, true, Access.COMMUTE));
        assertEquals(expected, result(Access.COMMUTE, false, Access.COMMUTE));
    }

    @Test
    void shouldLeaveArbitratedDataInvalidThatACancelledTaskWasToOverwrite() throws InterruptedException {
        Result expected = new Result(TaskState.DONE, TaskState.CANCELLED, TaskState.CANCELLED, true);
        assertEquals(expected, result(Access.W, true, Access.R));
        assertEquals(expected, result(Access.W, false, Access.R));
    }

    @Test
    void shouldMakeDataValidByATaskThatOverwritesThemInALaterTurn() throws InterruptedException {
        Result expected = new Result(TaskState.DONE, TaskState.CANCELLED, TaskState.DONE, false);
        assertEquals(expected, result(Access.RW, true, Access.W));
        assertEquals(expected, result(Access.RW, false, Access.W));
    }

    /** A reader that has its turn until it is released. */
    private record Held(Task task, CountDownLatch end) implements AutoCloseable {
        static Held on(TaskRuntime runtime, DataHandle data) {
            CountDownLatch end = new CountDownLatch(1);
            return new Held(submit(runtime, data, Access.R, kernel -> end.await()), end);
        }

        void release() throws InterruptedException {
            close();
            task.await();
        }

        @Override
        public void close() {
            end.countDown();
        }
    }

    private static DataHandle unordered(TaskRuntime runtime) throws InterruptedException {
        DataHandle data = runtime.data().token().sequentialConsistency(false);
        submit(runtime, data, Access.W, kernel -> {}).await();
        return data;
    }

    @Test
    void shouldMarkDataOfACancelledWriterThoughReadersKeepComing() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle data = unordered(runtime);
            try (Held first = Held.on(runtime, data);
                    Held second = Held.on(runtime, data)) {
                Task writer = submit(runtime, data, Access.RW, kernel -> {});
                assertTrue(writer.cancel());
                Task later = submit(runtime, data, Access.R, kernel -> {});
                first.release();
                assertFalse(data.isCorrupt(), "a task that came before the writer reads the data");
                assertEquals(TaskState.SUBMITTED, later.state(), "it comes behind the writer");
                second.release();
                assertThrows(TaskFailedException.class, later::await);
                assertEquals(TaskState.CANCELLED, later.state());
                assertTrue(data.isCorrupt());
            }
        }
    }

    @Test
    void shouldShowTheMarkToAReaderThatWaitedBehindTheCancelledWriter() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle data = unordered(runtime);
            try (Held reader = Held.on(runtime, data)) {
                Task writer = submit(runtime, data, Access.W, kernel -> {});
                Task behind = submit(runtime, data, Access.R, kernel -> {});
                assertTrue(writer.cancel());
                assertEquals(TaskState.SUBMITTED, behind.state(), "it comes behind the writer");
                reader.release();
                assertThrows(TaskFailedException.class, behind::await);
                assertTrue(data.isCorrupt());
                submit(runtime, data, Access.W, kernel -> {}).await();
                submit(runtime, data, Access.R, kernel -> {}).await();
            }
        }
    }

    @Test
    void shouldMarkAtOnceDataOnWhichNoTaskHasItsTurn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle taken = unordered(runtime);
            DataHandle free = unordered(runtime);
            DataHandle ordered = runtime.data().token();
            try (Held reader = Held.on(runtime, taken)) {
                Task writer = runtime.task(
                                Codelet.named("write").cpu(kernel -> {}).build())
                        .access(taken, Access.RW)
                        .access(free, Access.RW)
                        .access(ordered, Access.RW)
                        .submit();
                assertTrue(writer.cancel());
                assertTrue(free.isCorrupt());
                assertTrue(ordered.isCorrupt());
                assertFalse(taken.isCorrupt());
                reader.release();
                assertTrue(taken.isCorrupt());
            }
        }
    }
}
