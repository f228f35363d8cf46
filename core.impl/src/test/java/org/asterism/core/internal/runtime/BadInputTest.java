package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TasksStuckException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CooView;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** What a program gets wrong is told at the call that is wrong, by name, and the runtime goes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadInputTest {
    private static final Codelet INCREMENT = Codelet.named("increment")
            .access(Access.RW)
            .cpu(kernel -> kernel.view(0, VectorView.class)
                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
            .build();
    private static final Codelet ADD =
            Codelet.named("add").access(Access.RW, Access.R).cpu(kernel -> {}).build();
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final long[] values = new long[4];
    private TaskRuntime runtime;
    private DataHandle vector;

    @BeforeEach
    void makeRuntime() {
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(50)));
        vector = runtime.data().vector(values).named("state");
    }

    @AfterEach
    void shouldGoOn() throws InterruptedException {
        try {
            vector.close();
            assertEquals(0, values[0]);
            long[] others = {41};
            DataHandle other = runtime.data().vector(others);
            runtime.task(INCREMENT).data(other).submit();
            assertTrue(runtime.waitAll(Duration.ofSeconds(20)));
            other.close();
            assertEquals(42, others[0]);
        } finally {
            laboratory.close();
        }
    }

    private static void refused(Class<? extends RuntimeException> type, Executable wrong, String... parts) {
        String message = assertThrows(type, wrong).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "'" + part + "' is not in: " + message);
        }
    }

    @Test
    void shouldRefuseAnotherNumberOfHandlesThanTheCodeletWorksOn() {
        Task task = runtime.task(ADD);
        refused(
                IllegalArgumentException.class,
                () -> task.data(vector),
                "add#" + task.id(),
                "codelet 'add' works on 2 handles [RW, R], not 1");
        refused(IllegalStateException.class, task::submit, "add#" + task.id() + " lacks its data", "[RW, R]");
    }

    @Test
    void shouldRefuseAHandleThatIsNull() {
        Task task = runtime.task(ADD);
        refused(NullPointerException.class, () -> task.data(vector, null), "add#" + task.id(), "handle 1 is null");
        Codelet free = Codelet.named("free").cpu(kernel -> {}).build();
        Task other = runtime.task(free).access(vector, Access.R);
        refused(
                NullPointerException.class,
                () -> other.access(null, Access.R),
                "free#" + other.id(),
                "handle 1 is null");
        other.submit();
    }

    @Test
    void shouldRefuseAHandleThatIsNotRegisteredAnyMore() {
        DataHandle gone = runtime.data().vector(new long[1]).named("gone");
        Task task = runtime.task(INCREMENT).data(gone);
        gone.close();
        refused(IllegalStateException.class, task::submit, "gone is closed", "register the data again");
        refused(
                IllegalStateException.class,
                () -> runtime.task(INCREMENT).data(gone),
                "gone is closed",
                "register the data again");
        refused(IllegalStateException.class, () -> gone.acquire(Access.R), "gone is closed");
    }

    @Test
    void shouldRefuseAHandleOfAnotherRuntime() {
        try (Laboratory elsewhere = Laboratory.withWorkers(1);
                TaskRuntime other = elsewhere.runtime()) {
            DataHandle foreign = other.data().vector(new long[1]).named("foreign");
            refused(
                    IllegalArgumentException.class,
                    () -> runtime.task(INCREMENT).data(foreign),
                    "foreign was registered with another runtime");
        }
    }

    @Test
    void shouldRefuseAChildAndItsParentTogetherForWriting() {
        try (Partition plan = vector.plan(Filters.blocks(2))) {
            Task task = runtime.task(ADD).data(plan.child(0), vector);
            refused(
                    IllegalArgumentException.class,
                    task::submit,
                    "add#" + task.id() + " writes " + plan.child(0) + " and uses state as well",
                    "use the one or the other");
        }
    }

    @Test
    void shouldRefuseATaskThatIsSubmittedTwice() throws InterruptedException {
        Task task = runtime.task(NOTHING).submit();
        refused(IllegalStateException.class, task::submit, "nothing#" + task.id(), "a task is submitted once");
        task.await();
        refused(IllegalStateException.class, task::submit, "nothing#" + task.id() + " is DONE already");
    }

    @Test
    void shouldRefuseToCutDataThatAreCut() throws InterruptedException {
        try (Partition halves = vector.partition(Filters.blocks(2))) {
            refused(
                    IllegalStateException.class,
                    () -> vector.partition(Filters.blocks(4)),
                    "state is cut already",
                    "close that partition first");
            refused(IllegalStateException.class, () -> vector.plan(Filters.blocks(4)), "state is cut already");
            Task task = runtime.task(INCREMENT).data(vector);
            refused(IllegalStateException.class, task::submit, "state is cut", "use its children");
            assertEquals(2, halves.children().size());
        }
    }

    @Test
    void shouldRefuseToReleaseWhatIsNotHeld() throws InterruptedException {
        Acquisition acquisition = vector.acquire(Access.RW);
        acquisition.release();
        refused(IllegalStateException.class, acquisition::release, "state was released already");
        refused(IllegalStateException.class, acquisition::view, "state was released", "acquire it again");
        acquisition.close();
    }

    @Test
    void shouldRefuseASegmentThatIsTooSmallForItsShape() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment small = arena.allocate(31, 8);
            refused(
                    IllegalArgumentException.class,
                    () -> runtime.data().vector(small, ElementType.LONG, 4),
                    "vector",
                    "spans 32 bytes",
                    "has 31");
        }
    }

    @Test
    void shouldRefuseMemoryOfAnArenaThatIsClosed() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(32, 8);
        arena.close();
        refused(
                IllegalStateException.class,
                () -> runtime.data().vector(memory, ElementType.LONG, 4),
                "vector",
                "is closed: close the data before the arena");
    }

    @Test
    void shouldRefuseATaskOnDataWhoseArenaWasClosed() {
        Arena arena = Arena.ofShared();
        DataHandle lent = runtime.data()
                .vector(arena.allocate(32, 8), ElementType.LONG, 4)
                .named("lent");
        Partition plan = lent.plan(Filters.blocks(2));
        Task onAll = runtime.task(ADD).data(vector, lent);
        Task onChild = runtime.task(INCREMENT).data(plan.child(1));
        arena.close();
        refused(
                IllegalStateException.class,
                onAll::submit,
                "add#" + onAll.id() + " uses lent as its handle 1",
                "close the data before the arena");
        refused(IllegalStateException.class, onChild::submit, "increment#" + onChild.id() + " uses lent[1]");
        plan.close();
        lent.close();
        refused(IllegalStateException.class, onAll::submit, "lent is closed", "register the data again");
    }

    @Test
    void shouldNameTheChildrenOfTwoPlansDistinctly() {
        try (Partition first = vector.plan(Filters.blocks(2));
                Partition second = vector.plan(Filters.blocks(4))) {
            assertEquals("state[0]", first.child(0).name());
            assertEquals("state/2[0]", second.child(0).name());
            Task task = runtime.task(ADD).data(first.child(0), second.child(0));
            refused(IllegalArgumentException.class, task::submit, "writes state[0] and uses state/2[0] as well");
        }
        try (Partition third = vector.plan(Filters.blocks(2))) {
            assertEquals("state[1]", third.child(1).name());
        }
    }

    private void refusedInKernel(
            Class<? extends RuntimeException> type, Consumer<KernelContext> wrong, String... parts) {
        Codelet codelet =
                Codelet.named("wrong").access(Access.R).cpu(wrong::accept).build();
        Task task = runtime.task(codelet).data(vector).argument("text");
        TaskFailedException failed = assertThrows(TaskFailedException.class, task::submitAndAwait);
        assertThrows(TasksFailedException.class, runtime::waitAll);
        refused(
                type,
                () -> {
                    throw failed.getCause();
                },
                parts);
        assertTrue(failed.getCause().getMessage().contains(task.toString()));
    }

    @Test
    void shouldRefuseWhatAKernelWasNotGiven() {
        refusedInKernel(
                ClassCastException.class,
                kernel -> kernel.view(0, MatrixView.class),
                "asked for view(0, MatrixView.class)",
                "its data at 0 are shown as VectorView",
                "ask for one of [VectorView, IndexedView, DataView], or");
        refusedInKernel(
                ClassCastException.class, kernel -> kernel.view(0, CooView.class), "asked for view(0, CooView.class)");
        for (int index : new int[] {1, -1}) {
            refusedInKernel(
                    IndexOutOfBoundsException.class,
                    kernel -> kernel.view(index, VectorView.class),
                    "the data at " + index,
                    "given one handle");
        }
        refusedInKernel(
                ClassCastException.class,
                kernel -> kernel.argument(Integer.class),
                "asked for argument(Integer.class)",
                "java.lang.String");
    }

    @Test
    void shouldNameTheParameterThatIsMissing() {
        Task task = runtime.task(NOTHING);
        refused(NullPointerException.class, () -> task.afterTags((long[]) null), "tags is null");
        refused(NullPointerException.class, () -> task.after((CompletionStage<?>[]) null), "stages is null");
        refused(NullPointerException.class, () -> runtime.tags().await((long[]) null), "tags is null");
        refused(IllegalArgumentException.class, () -> runtime.tags().await(), "tags is empty");
        refused(NullPointerException.class, () -> vector.reduction(null, ADD), "initialise is null", "state");
        Codelet clear =
                Codelet.named("clear").access(Access.W).cpu(kernel -> {}).build();
        refused(NullPointerException.class, () -> vector.reduction(clear, null), "combine is null", "state");
        refused(NullPointerException.class, () -> runtime.data().vector((double[]) null), "array");
        refused(
                NullPointerException.class,
                () -> runtime.data().vector((MemorySegment) null, ElementType.LONG, 4),
                "memory is null");
        task.submit();
    }

    @Test
    void shouldNameACircleOfTagsAndLateDependencies() {
        Task first = runtime.task(NOTHING).afterTags(7);
        Task second = runtime.task(NOTHING).after(first);
        refused(
                IllegalArgumentException.class,
                () -> second.tag(7),
                second + " cannot carry tag 7",
                second + " waits for " + first,
                first + " waits for tag 7");
        second.submit();
        first.submit();
        runtime.tags().notify(7);
    }

    @Test
    void shouldSayWhyTasksWillNeverEnd() throws InterruptedException {
        Task waits = runtime.task(NOTHING).afterTags(7).submit();
        Codelet elsewhere = Codelet.named("elsewhere")
                .access()
                .implementation(Architecture.CUDA, new Implementation() {})
                .build();
        Task nowhere = runtime.task(elsewhere).submit();
        refused(
                TasksStuckException.class,
                runtime::waitAll,
                waits + " waits for tag 7, which nobody notifies",
                nowhere + " waits for a worker that can execute it");
        assertFalse(waits.state().isFinal());
        runtime.tags().notify(7);
        assertTrue(nowhere.cancel());
    }
}
