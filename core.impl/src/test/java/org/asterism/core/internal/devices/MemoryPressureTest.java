package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Devices whose memory is too small for all data, is in pieces, and is shared by the pipelines of several workers.
 * Every task whose own data fit comes to its end.
 */
@Timeout(60)
class MemoryPressureTest {
    private static final int CAPACITY = 2048;

    /** After so many attempts there was probably nothing to end. */
    private static final int STEPS_IN_VAIN = 32;

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();

    @AfterEach
    void close() {
        laboratory.close();
    }

    /** Checks that all elements of each vector are the same, and adds one to those that it may change. */
    private static Codelet codelet(Access... modes) {
        Kernel kernel = context -> {
            for (int index = 0; index < context.dataCount(); index++) {
                VectorView vector = context.view(index, VectorView.class);
                long value = vector.getLong(0);
                for (long element = 0; element < vector.length(); element++) {
                    if (vector.getLong(element) != value) {
                        throw new IllegalStateException(
                                "element " + element + " is " + vector.getLong(element) + ", not " + value);
                    }
                    if (modes[index].writes()) {
                        vector.setLong(element, value + 1);
                    }
                }
            }
        };
        return Codelet.named("work")
                .access(modes)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    private static final Codelet CHANGE = codelet(Access.RW);

    private TaskRuntime runtime() {
        laboratory.addDriver("hand", driver);
        return laboratory.runtime();
    }

    private static DataHandle bytes(TaskRuntime runtime, int number) {
        return runtime.data().vector(new long[number / 8]);
    }

    /** Ends the kernel of the only task under way. */
    private static void end(HandDevice device, Task task) throws InterruptedException {
        await(() -> device.tasks().equals(List.of(task)));
        int unit = 0;
        while (!device.endNext(unit)) { // not all: the next task's kernel may be launched meanwhile
            unit++;
        }
        task.await();
    }

    private Task change(TaskRuntime runtime, DataHandle data) {
        return runtime.task(CHANGE).data(data).submit();
    }

    @Test
    void shouldBeginTheNextTaskOfAPipelineWhenTheOneAheadGivesItsMemoryBack() throws InterruptedException {
        HandDevice device = driver.withPipeline(2).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        List<Task> tasks = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            tasks.add(change(runtime, bytes(runtime, 192)));
        }
        for (Task task : tasks) {
            end(device, task);
        }
        assertEquals(192, device.memory().mostUsed());
    }

    @Test
    void shouldLetSeveralWorkersTakeTurnsInAMemoryThatIsTooSmallForTheirTasks() throws InterruptedException {
        HandDevice device =
                driver.withUnits(3).withPipeline(3).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        Codelet both = codelet(Access.RW, Access.RW);
        List<Task> tasks = new ArrayList<>();
        for (int index = 0; index < 12; index++) {
            tasks.add(runtime.task(both)
                    .data(bytes(runtime, 128), bytes(runtime, 64))
                    .submit());
        }
        for (int ended = 0; ended < tasks.size(); ended++) {
            await(() -> device.underWay() > 0);
            assertEquals(1, device.underWay(), "two do not fit");
            Task under = device.tasks().getFirst();
            for (int unit = 0; unit < 3 && !device.endNext(unit); unit++) {
                // Until the unit is found that has it.
            }
            under.await();
        }
        assertTrue(device.memory().mostUsed() <= 256);
    }

    @Test
    void shouldMakeOneGapOfManyThoughAllHasToBeBroughtHomeBefore() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        List<DataHandle> small = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            small.add(bytes(runtime, 64));
        }
        for (int index : new int[] {0, 1, 2, 3, 1, 3}) {
            end(device, change(runtime, small.get(index)));
        }
        // The two that were not used for the longest time lie apart.
        device.memory().hold();
        Task large = change(runtime, bytes(runtime, 128));
        await(() -> device.memory().copiesUnderWay() == 2);
        device.memory().release();
        end(device, large);
        assertEquals(256, device.memory().mostUsed());
    }

    @Test
    void shouldWaitForTheTaskWhoseDataLieInTheMiddleOfTheMemory() throws InterruptedException {
        HandDevice device =
                driver.withUnits(2).withPipeline(1).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        DataHandle left = bytes(runtime, 64);
        DataHandle middle = bytes(runtime, 64);
        end(device, change(runtime, left));
        Task staying = change(runtime, middle);
        await(() -> device.underWay() == 1);
        Task large = change(runtime, bytes(runtime, 192));
        await(() -> left.stateOn(0) == org.asterism.api.data.ReplicateState.SHARED || !left.isAllocatedOn(1));
        assertEquals(List.of(staying), device.tasks(), "there are 192 bytes, but not in one piece");
        end(device, staying);
        end(device, large);
    }

    @Test
    void shouldMoveWhatATaskHasThereAlreadyIfItLiesInTheWayOfTheRest() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        DataHandle middle = bytes(runtime, 64);
        end(device, change(runtime, bytes(runtime, 64)));
        end(device, change(runtime, middle));
        Task both = runtime.task(codelet(Access.RW, Access.RW))
                .data(middle, bytes(runtime, 192))
                .submit();
        end(device, both);
        try (var acquired = middle.acquire(Access.R)) {
            assertEquals(2, acquired.view(VectorView.class).getLong(0));
        }
    }

    @Test
    void shouldGiveBackWhatIsKeptForLaterIfItLiesInTheWay() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        DataHandle left = bytes(runtime, 64);
        DataHandle middle = bytes(runtime, 64);
        end(device, change(runtime, left));
        end(device, change(runtime, middle));
        left.close();
        middle.close();
        end(
                device,
                runtime.task(codelet(Access.RW, Access.RW))
                        .data(bytes(runtime, 64), bytes(runtime, 192))
                        .submit());
    }

    @Test
    void shouldSayHowMuchATaskNeedsThatCanNeverFit() throws InterruptedException {
        HandDevice device = driver.withCapacity(256).comes();
        TaskRuntime runtime = runtime();
        device.endAllFromNowOn();
        Task task = runtime.task(codelet(Access.R, Access.R))
                .data(bytes(runtime, 192), bytes(runtime, 128))
                .submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("needs 320 bytes on memory hand-0, which has 256"), message);
        change(runtime, bytes(runtime, 256)).await();
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldEndEveryTaskWhoseDataFit() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("memory pressure: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 4; round++) {
            new Trial(random).run();
        }
    }

    /** Random tasks on two devices with several pipelines each, whose kernels and copies end at any time and late. */
    private static final class Trial {
        private final Random random;
        private final Random fate;
        private final HandDriver driver;
        private final List<HandDevice> devices;
        private final AtomicBoolean over = new AtomicBoolean();
        private final List<DataHandle> data = new ArrayList<>();
        private final List<long[]> arrays = new ArrayList<>();
        private final List<Task> tasks = new ArrayList<>();
        private final long[] changes = new long[12];

        Trial(Random random) {
            this.random = random;
            fate = new Random(random.nextLong());
            driver = new HandDriver()
                    .withUnits(1 + random.nextInt(3))
                    .withPipeline(1 + random.nextInt(4))
                    .withCapacity(CAPACITY);
            if (random.nextBoolean()) {
                driver.withPeers();
            }
            devices = List.of(driver.comes(), driver.comes());
        }

        void run() throws InterruptedException {
            try (Laboratory laboratory = new Laboratory()) {
                laboratory.addDriver("hand", driver);
                TaskRuntime runtime = laboratory.runtime();
                for (int index = 0; index < changes.length; index++) {
                    arrays.add(new long[1 + random.nextInt(index < 8 ? 40 : 250)]);
                    data.add(runtime.data().vector(arrays.get(index)));
                }
                Thread ending = Thread.ofPlatform().daemon().start(this::endThings);
                try {
                    runTasks(runtime);
                    data.forEach(DataHandle::close);
                } finally {
                    over.set(true);
                }
                ending.join();
            }
            for (int index = 0; index < changes.length; index++) {
                assertEquals(changes[index], arrays.get(index)[0]);
            }
            for (HandDevice device : devices) {
                assertEquals(0, device.memory().used());
            }
        }

        private void runTasks(TaskRuntime runtime) throws InterruptedException {
            List<Task> tooLarge = new ArrayList<>();
            for (int index = 0; index < 1000; index++) {
                submit(runtime, tooLarge);
            }
            for (Task task : tasks) {
                boolean mustFail = tooLarge.contains(task);
                try {
                    task.await();
                } catch (TaskFailedException failed) {
                    assertTrue(mustFail, failed::getMessage);
                }
                assertEquals(mustFail ? TaskState.FAILED : TaskState.DONE, task.state());
            }
            for (Task task : tooLarge) {
                String message =
                        assertThrows(TaskFailedException.class, task::await).getMessage();
                assertTrue(message.contains("bytes on memory hand-") && message.contains("which has 2048"), message);
            }
        }

        private void submit(TaskRuntime runtime, List<Task> tooLarge) {
            List<Integer> chosen = new ArrayList<>();
            for (int index = 0; index < changes.length; index++) {
                chosen.add(index);
            }
            Collections.shuffle(chosen, random);
            chosen = chosen.subList(0, 1 + random.nextInt(3));
            long needed = 0;
            for (int index : chosen) {
                needed += (arrays.get(index).length * 8L + 63) / 64 * 64;
            }
            Access[] modes = new Access[chosen.size()];
            for (int position = 0; position < modes.length; position++) {
                boolean changes = needed <= CAPACITY && random.nextBoolean();
                modes[position] = changes ? Access.RW : Access.R;
                this.changes[chosen.get(position)] += changes ? 1 : 0;
            }
            Task task = runtime.task(codelet(modes))
                    .data(chosen.stream().map(data::get).toArray(DataHandle[]::new))
                    .submit();
            tasks.add(task);
            if (needed > CAPACITY) {
                tooLarge.add(task);
            }
        }

        /**
         * Ends kernels and copies as long as it finds some. It leaves the processor to the workers only when it has
         * found none repeatedly: on a loaded machine each turn costs as long as many steps.
         */
        private void endThings() {
            int inVain = 0;
            while (!over.get()) {
                inVain = hasEndedAny(devices.get(fate.nextInt(2))) ? 0 : inVain + 1;
                if (inVain == STEPS_IN_VAIN) {
                    inVain = 0;
                    Thread.yield();
                }
            }
            for (HandDevice device : devices) {
                device.memory().release();
                device.endAllFromNowOn();
            }
        }

        private boolean hasEndedAny(HandDevice device) {
            switch (fate.nextInt(8)) {
                case 0 -> device.memory().hold();
                case 1 -> {
                    return device.memory().release();
                }
                case 2, 3, 4 -> {
                    return device.memory().endAnyCopy(fate);
                }
                default -> {
                    return device.endNext(fate.nextInt(3));
                }
            }
            return false;
        }
    }
}
