package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that are to be placed together, on workers that take tasks when the test says so. */
@Timeout(60)
class BundleTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final ByHand near = new ByHand(0, 1, () -> {});
    private final ByHand alsoNear = new ByHand(1, 1, () -> {});
    private final ByHand far = new ByHand(2, 2, () -> {});

    private TaskRuntime runtime(Laboratory laboratory, String policy) {
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy(policy));
        context(runtime).takeIn(List.of(near, alsoNear, far));
        return runtime;
    }

    private static Context context(TaskRuntime runtime) {
        return (Context) runtime.defaultContext();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "prio"})
    void shouldKeepABundleForTheMemoryNodeOfItsFirstTask(String policy) {
        try (Laboratory laboratory = new Laboratory()) {
            Context context = context(runtime(laboratory, policy));
            TaskBundle bundle = new org.asterism.core.internal.task.Bundle("tiles", context.tasks());
            List<Task> together = new ArrayList<>();
            for (int index = 0; index < 5; index++) {
                together.add(context.task(NOTHING).bundle(bundle).submit());
            }
            Task alone = context.task(NOTHING).submit();
            assertEquals(-1, bundle.memoryNode());
            assertTrue(together.getFirst().isRestricted());
            assertTrue(far.canExecute(together.get(1)));
            assertSame(together.get(0), near.popFrom(context));
            assertEquals(1, bundle.memoryNode());
            assertFalse(far.canExecute(together.get(1)));
            assertSame(alone, far.popFrom(context));
            assertNull(far.popFrom(context));
            assertSame(together.get(1), alsoNear.popFrom(context));
            assertSame(together.get(2), near.popFrom(context));
            assertEquals(Optional.empty(), context.trouble());
        }
    }

    @Test
    void shouldWakeWorkersNearByWhenABundleIsPlaced() {
        try (Laboratory laboratory = new Laboratory()) {
            Context context = context(runtime(laboratory, "eager"));
            TaskBundle bundle = new org.asterism.core.internal.task.Bundle("tiles", context.tasks());
            Task first = context.task(NOTHING).bundle(bundle).submit();
            Task second = context.task(NOTHING).bundle(bundle).submit();
            int before = alsoNear.wakeUps;
            int farBefore = far.wakeUps;
            assertSame(first, near.popFrom(context));
            // The one who was woken for the second task may have been the worker that cannot execute it any more.
            assertEquals(before + 1, alsoNear.wakeUps);
            assertEquals(farBefore, far.wakeUps);
            assertSame(second, alsoNear.popFrom(context));
            assertEquals(before + 1, alsoNear.wakeUps);
        }
    }

    @Test
    void shouldGiveATaskBackWhoseBundleIsPlacedElsewhereWhileThePolicyHandsItOut() {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = runtime(laboratory, "eager");
            Context context = context(runtime);
            org.asterism.core.internal.task.Bundle bundle =
                    new org.asterism.core.internal.task.Bundle("tiles", context.tasks());
            boolean[] placed = {false};
            // It is asked by the policy last: then another worker is given a task of the bundle.
            ByHand late = new ByHand(3, 3, () -> {});
            ByHand asked = new ByHand(4, 2, () -> {});
            context.takeIn(List.of(late, asked));
            Task task = context.task(NOTHING)
                    .bundle(bundle)
                    .where(worker -> {
                        if (worker == asked && placed[0]) {
                            bundle.place(3);
                        }
                        return true;
                    })
                    .submit();
            placed[0] = true;
            assertNull(asked.popFrom(context));
            assertEquals(3, bundle.memoryNode());
            assertSame(task, late.popFrom(context));
            assertEquals(Optional.empty(), context.trouble());
        }
    }

    /** Policies keep restricted tasks apart, and find them there by what the tasks say. */
    @ParameterizedTest
    @ValueSource(strings = {"eager", "prio"})
    void shouldKeepACancelledTaskRestrictedUntilThePolicyLetsGoOfIt(String policy) {
        try (Laboratory laboratory = new Laboratory()) {
            Context context = context(runtime(laboratory, policy));
            TaskBundle bundle = new org.asterism.core.internal.task.Bundle("tiles", context.tasks());
            Task cancelled = context.task(NOTHING).bundle(bundle).submit();
            Task next = context.task(NOTHING).bundle(bundle).submit();
            assertTrue(cancelled.cancel());
            assertEquals(List.of(next), bundle.tasks());
            assertTrue(cancelled.isRestricted(), "the policy still has it");
            assertSame(next, near.popFrom(context));
            assertFalse(cancelled.isRestricted(), "nobody has it");
            assertEquals(Optional.empty(), context.trouble());
        }
    }

    @Test
    void shouldReplaceAPolicyThatDoesNotCareWhereABundleIs() {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("careless", context -> new Careless());
            Context context = context(runtime(laboratory, "careless"));
            TaskBundle bundle = new org.asterism.core.internal.task.Bundle("tiles", context.tasks());
            List<Task> together = new ArrayList<>();
            for (int index = 0; index < 3; index++) {
                together.add(context.task(NOTHING).bundle(bundle).submit());
            }
            assertSame(together.get(0), near.popFrom(context));
            assertNull(far.popFrom(context));
            assertEquals(Optional.of("eager"), context.policy());
            assertTrue(
                    context.trouble().orElseThrow().contains("which cannot execute it"), context.trouble()::toString);
            assertNull(far.popFrom(context));
            assertEquals(
                    Set.of(together.get(1), together.get(2)), Set.of(near.popFrom(context), near.popFrom(context)));
        }
    }

    /** Gives the oldest task to whoever asks. */
    private static final class Careless implements SchedulingPolicy {
        private final ArrayDeque<Task> queue = new ArrayDeque<>();

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            queue.add(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            while (!queue.isEmpty()) {
                sink.accept(queue.poll());
            }
        }
    }

    @Test
    void shouldSayWhatABundleHolds() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime();
                TaskRuntime other = laboratory.runtime()) {
            TaskBundle bundle = runtime.bundle("tiles");
            Task first = runtime.task(NOTHING).bundle(bundle);
            Task second = runtime.task(NOTHING).bundle(bundle);
            assertEquals(List.of(first, second), bundle.tasks());
            assertEquals(Optional.of(bundle), first.bundle());
            bundle.remove(second);
            assertEquals(Optional.empty(), second.bundle());
            assertEquals(List.of(first), bundle.tasks());
            assertThrows(IllegalArgumentException.class, () -> bundle.remove(second));
            assertThrows(IllegalStateException.class, () -> first.bundle(runtime.bundle("others")));
            assertThrows(
                    IllegalArgumentException.class, () -> other.task(NOTHING).bundle(bundle));
            Task blocked = runtime.task(NOTHING).bundle(bundle).after(second).submit();
            assertThrows(IllegalStateException.class, () -> bundle.remove(blocked));
            bundle.close();
            bundle.close();
            assertThrows(IllegalStateException.class, () -> second.bundle(bundle));
            first.submit();
            second.submit();
            runtime.waitAll();
            assertEquals(0, bundle.memoryNode());
            assertEquals(List.of(), bundle.tasks());
        }
    }

    @Test
    void shouldRunTenBundlesOfFiveTasksOnTheSameData() throws InterruptedException {
        Codelet add = Codelet.named("add")
                .access(Access.RW)
                .cpu(kernel -> kernel.view(0, VectorView.class)
                        .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
                .build();
        long[] counted = new long[1];
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            try (DataHandle counter = runtime.data().vector(counted)) {
                for (int index = 0; index < 10; index++) {
                    TaskBundle bundle = runtime.bundle("bundle-" + index);
                    List<Task> tasks = new ArrayList<>();
                    for (int number = 0; number < 5; number++) {
                        tasks.add(runtime.task(add).data(counter).bundle(bundle));
                    }
                    bundle.remove(tasks.get(index % 5));
                    tasks.forEach(Task::submit);
                    bundle.close();
                }
                runtime.waitAll();
            }
        }
        assertEquals(50, counted[0]);
    }
}
