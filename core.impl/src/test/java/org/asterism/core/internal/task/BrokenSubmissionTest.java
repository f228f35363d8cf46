package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Submissions that are broken off when the task has its place in the order of some of its data. */
@Timeout(60)
class BrokenSubmissionTest {
    private static final Codelet INITIALISE =
            Codelet.named("initialise").access(Access.W).cpu(kernel -> {}).build();
    private static final Codelet READ =
            Codelet.named("read").access(Access.RW, Access.RW).cpu(kernel -> {}).build();
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();

    /** Throws when a task has its place that has to come before another one. */
    private static final class ThrowsWhenPlaced implements TaskHost {
        @Override
        public void placed(Job job) {
            job.removeSubmissionObstacle();
            throw new IllegalStateException("broken when placed");
        }

        @Override
        public void ready(Job job) {
            Completion.passThrough(job);
        }

        @Override
        public void settled(Job job, boolean awaited) {}

        @Override
        public boolean isSameRuntime(TaskHost other) {
            return false;
        }
    }

    private static Job join() {
        Job join = new Job(new ThrowsWhenPlaced(), Codelet.without("join"), 0);
        Progress.advance(join, TaskState.CREATED, TaskState.SUBMITTED);
        return join;
    }

    private static Job throwing(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    private static Stream<Arguments> reducers() {
        return Stream.of(
                arguments("after all places", (Reducer) (priority, hasValue, isWanted) -> join()),
                arguments("exception between places", (Reducer)
                        (priority, hasValue, isWanted) -> throwing(new IllegalStateException("no join"))),
                arguments("error between places", (Reducer)
                        (priority, hasValue, isWanted) -> throwing(new OutOfMemoryError("no join"))));
    }

    /** Waits for the end with a limit: {@code join} and the end of a runtime do not heed the interrupt of a test. */
    private static TaskState endOf(Task task) {
        return task.completion()
                .toCompletableFuture()
                .completeOnTimeout(task, 20, TimeUnit.SECONDS)
                .join()
                .state();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reducers")
    void shouldEndAnAcquisitionWithAPlaceAndLetTasksBehindItGo(String when, Reducer reducer) {
        Laboratory laboratory = Laboratory.withWorkers(1);
        TaskRuntime runtime = laboratory.runtime();
        DataHandle data = runtime.data().vector(new long[1]);
        AccessOrder order = AccessOrder.of((Handle) data);
        order.reduceWith(reducer, INITIALISE, "data");
        order.markContributed();
        assertThrows(Throwable.class, () -> data.acquireAsync(Access.RW, MemoryNode.MAIN));
        Task behind = runtime.task(WRITE).data(data).submit();
        assertEquals(TaskState.DONE, endOf(behind));
        laboratory.close(); // which would wait for ever for a task that does not end
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reducers")
    void shouldEndATaskWithAPlaceAndLetThoseBehindItGo(String when, Reducer reducer) {
        Laboratory laboratory = Laboratory.withWorkers(1);
        TaskRuntime runtime = laboratory.runtime();
        List<DataHandle> data =
                List.of(runtime.data().vector(new long[1]), runtime.data().vector(new long[1]));
        AccessOrder second = AccessOrder.of((Handle) data.get(1));
        second.reduceWith(reducer, INITIALISE, "data");
        second.markContributed();
        Task broken = runtime.task(READ).data(data.get(0), data.get(1));
        assertThrows(Throwable.class, broken::submit);
        assertEquals(TaskState.FAILED, broken.state());
        for (DataHandle each : data) {
            Task behind = runtime.task(WRITE).data(each);
            behind.submit();
            assertEquals(TaskState.DONE, endOf(behind));
        }
        laboratory.close(); // which would wait for ever for a task that does not end
    }
}
