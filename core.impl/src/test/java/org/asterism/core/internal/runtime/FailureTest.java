package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FailureTest {
    private static final IllegalStateException BROKEN = new IllegalStateException("broken on purpose");
    private static final Codelet BREAK =
            Codelet.named("break").access().cpu(kernel -> raise()).build();
    private static final Codelet BREAK_DATA =
            Codelet.named("spoil").access(Access.RW).cpu(kernel -> raise()).build();
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private Laboratory laboratory;
    private TaskRuntime runtime;

    private static void raise() {
        throw BROKEN;
    }

    @BeforeEach
    void makeRuntime() {
        laboratory = Laboratory.withWorkers(2);
        runtime = laboratory.runtime();
    }

    @AfterEach
    void closeRuntime() {
        laboratory.close();
    }

    @Test
    void shouldFailATaskWithWhatItsKernelThrewAndRunTheRest() throws InterruptedException {
        AtomicInteger others = new AtomicInteger();
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> others.incrementAndGet())
                .build();
        Task broken = runtime.task(BREAK).submit();
        for (int task = 0; task < 100; task++) {
            runtime.task(count).submit();
        }
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(100, others.get());
        assertEquals(TaskState.FAILED, broken.state());
        assertSame(BROKEN, broken.failure().orElseThrow());
        assertSame(BROKEN, report.failures().getFirst().getCause());
        assertTrue(report.getMessage().contains("break#" + broken.id()), report.getMessage());
    }

    @Test
    void shouldReportEachFailureOnce() throws InterruptedException {
        runtime.task(BREAK).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        runtime.waitAll();
    }

    @Test
    void shouldFailExplicitDependentsWithoutRunningThem() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> ran.incrementAndGet())
                .build();
        Task broken = runtime.task(BREAK);
        Task last = broken;
        for (int task = 0; task < 50_000; task++) {
            last = runtime.task(count).after(last).submit();
        }
        broken.submit();
        TaskFailedException failure = assertThrows(TaskFailedException.class, last::await);
        assertEquals(0, ran.get());
        assertTrue(failure.getMessage().contains("break#" + broken.id()), failure.getMessage());
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(50_000, report.dependents());
        assertEquals(1, report.failures().size());
    }

    @Test
    void shouldSurviveALongChainThatIsBothPoisonedAndOrderedByData() throws InterruptedException {
        DataHandle token = runtime.data().token();
        Codelet write =
                Codelet.named("write").access(Access.RW).cpu(kernel -> {}).build();
        Task broken = runtime.task(BREAK);
        for (int task = 0; task < 50_000; task++) {
            runtime.task(write).data(token).after(broken).submit();
        }
        broken.submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(50_001, runtime.tasks(0).failed());
    }

    @Test
    void shouldFailReadersOfSpoiledDataUntilTheyAreOverwritten() throws InterruptedException {
        double[] array = {1, 2, 3};
        DataHandle vector = runtime.data().vector(array);
        Codelet read = Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
        Codelet overwrite = Codelet.named("overwrite")
                .access(Access.W)
                .cpu(kernel -> kernel.view(0, VectorView.class).setDouble(0, 42))
                .build();
        runtime.task(BREAK_DATA).data(vector).submit();
        Task early = runtime.task(read).data(vector).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(TaskState.FAILED, early.state());
        assertTrue(vector.isCorrupt());
        Task late = runtime.task(read).data(vector).submit();
        assertThrows(TaskFailedException.class, late::await);
        runtime.task(overwrite).data(vector).submit().await();
        assertFalse(vector.isCorrupt());
        runtime.task(read).data(vector).submit().await();
        vector.close();
        assertEquals(42, array[0]);
    }

    @Test
    void shouldLeaveAHeapArrayAloneWhenItsDataAreSpoiled() throws InterruptedException {
        double[] array = {1, 2, 3};
        DataHandle vector = runtime.data().vector(array);
        Codelet spoil = Codelet.named("spoil")
                .access(Access.RW)
                .cpu(kernel -> {
                    kernel.view(0, VectorView.class).setDouble(0, -1);
                    raise();
                })
                .build();
        runtime.task(spoil).data(vector).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertThrows(CorruptDataException.class, vector::close);
        assertEquals(1, array[0]);
    }

    @Test
    void shouldReportACallbackThatThrowsAndKeepItsTaskDone() throws InterruptedException {
        AtomicReference<TaskState> seen = new AtomicReference<>();
        Task task = runtime.task(NOTHING)
                .onCompletion(ended -> raise())
                .onCompletion(ended -> seen.set(ended.state()))
                .submit();
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(TaskState.DONE, task.state());
        assertEquals(TaskState.DONE, seen.get());
        assertSame(BROKEN, report.failures().getFirst().getCause());
    }

    @Test
    void shouldEndATaskWhoseExceptionCannotEvenSpeak() throws InterruptedException {
        Codelet mute = Codelet.named("mute")
                .access()
                .cpu(kernel -> {
                    throw new IllegalStateException() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        public String toString() {
                            throw new IllegalStateException("not a word");
                        }
                    };
                })
                .build();
        Task task = runtime.task(mute).submit();
        assertThrows(TaskFailedException.class, task::await);
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertTrue(report.getMessage().contains("mute#" + task.id()), report.getMessage());
    }

    @Test
    void shouldCallVeryManyCallbacksOfOneTaskInTheirOrder() throws InterruptedException {
        List<Integer> called = new ArrayList<>();
        Task task = runtime.task(NOTHING);
        List<Integer> expected = new ArrayList<>();
        for (int number = 0; number < 100_000; number++) {
            int own = number;
            task.onCompletion(ended -> called.add(own));
            expected.add(number);
        }
        task.submit().await();
        assertEquals(expected, called);
    }

    @Test
    void shouldFailATaskThatNamesAFailedOneAfterwards() throws InterruptedException {
        Task broken = runtime.task(BREAK).submit();
        assertThrows(TaskFailedException.class, broken::await);
        Task dependent = runtime.task(NOTHING).after(broken).submit();
        TaskFailedException failure = assertThrows(TaskFailedException.class, dependent::await);
        assertInstanceOf(TaskFailedException.class, failure.getCause());
    }

    @Test
    void shouldForbidWorkersToWait() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Codelet wait = Codelet.named("wait")
                .access()
                .cpu(kernel -> {
                    try {
                        kernel.runtime().waitAll();
                    } catch (IllegalStateException refused) {
                        thrown.set(refused);
                    }
                })
                .build();
        runtime.task(wait).submit().await();
        assertInstanceOf(IllegalStateException.class, thrown.get());
    }

    @Test
    void shouldRefuseToSubmitATaskTwiceOrWithoutItsData() {
        Task twice = runtime.task(NOTHING).submit();
        assertThrows(IllegalStateException.class, twice::submit);
        assertThrows(IllegalStateException.class, () -> twice.priority(1));
        assertThrows(IllegalStateException.class, () -> runtime.task(BREAK_DATA).submit());
    }

    @Test
    void shouldCallOffWhatCanNeverRunWhenTheRuntimeIsClosed() {
        Task promised = runtime.task(NOTHING);
        Task blocked = runtime.task(NOTHING).after(promised).submit();
        Codelet elsewhere = Codelet.named("elsewhere")
                .access()
                .implementation(Architecture.CUDA, new Implementation() {})
                .build();
        Task stranded = runtime.task(elsewhere).submit();
        runtime.close();
        assertEquals(TaskState.CANCELLED, promised.state());
        assertEquals(TaskState.CANCELLED, blocked.state());
        assertEquals(TaskState.CANCELLED, stranded.state());
        assertThrows(TaskFailedException.class, stranded::await);
        assertThrows(IllegalStateException.class, () -> runtime.task(NOTHING).submit());
    }

    @Test
    void shouldReportTasksThatNeededOneOfAnEarlierReport() throws InterruptedException {
        DataHandle vector = runtime.data().vector(new double[3]);
        runtime.task(BREAK_DATA).data(vector).submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        Codelet read = Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
        runtime.task(read).data(vector).submit();
        runtime.task(read).data(vector).submit();
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(1, report.failures().size());
        assertEquals(1, report.dependents());
        assertTrue(report.getMessage().contains("did not run"), report.getMessage());
        runtime.waitAll();
    }

    @Test
    void shouldBringDataHomeThatOnlyATaskNeverSubmittedWouldHaveWritten() {
        double[] array = {1, 2, 3};
        DataHandle vector = runtime.data().vector(array);
        Codelet overwrite = Codelet.named("overwrite")
                .access(Access.W)
                .cpu(kernel -> kernel.view(0, VectorView.class).setDouble(0, 42))
                .build();
        runtime.task(overwrite).data(vector).submit();
        Task promised = runtime.task(overwrite).data(vector);
        runtime.task(NOTHING).after(promised).submit();
        runtime.close();
        assertEquals(TaskState.CANCELLED, promised.state());
        assertEquals(42, array[0]);
    }
}
