package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.HandMemory;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two runtimes use one device. What one of them only keeps for later is there for the other. */
@Timeout(20)
class SharedDeviceTest {
    private static final int CAPACITY = 1024;

    private static final Kernel ADDING = kernel -> {
        VectorView vector = kernel.view(0, VectorView.class);
        for (long element = 0; element < vector.length(); element++) {
            vector.setLong(element, vector.getLong(element) + 1);
        }
    };

    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW)
            .implementation(HandDevice.ARCHITECTURE, ADDING)
            .build();

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private TaskRuntime first;
    private TaskRuntime second;
    private HandMemory memoryOfFirst;

    @BeforeEach
    void begin() {
        HandDevice device = driver.withCapacity(CAPACITY).comes();
        device.endAllFromNowOn();
        laboratory.addDriver("hand", driver);
        first = laboratory.runtime();
        memoryOfFirst = device.memory();
        second = laboratory.runtime();
        AtomicLong used = new AtomicLong();
        memoryOfFirst.sharesRoom(used);
        device.memory().sharesRoom(used);
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private static MemoryNode device(TaskRuntime runtime) {
        return runtime.memoryNodes().get(1);
    }

    /** Runs a task whose data are closed then. */
    private static long[] run(TaskRuntime runtime, int bytes) throws InterruptedException {
        long[] numbers = new long[bytes / Long.BYTES];
        try (DataHandle data = runtime.data().vector(numbers)) {
            runtime.task(ADD).data(data).submitAndAwait();
        }
        return numbers;
    }

    @Test
    void shouldGiveWhatAnIdleRuntimeKeepsToTheTaskOfAnother() throws InterruptedException {
        run(first, CAPACITY);
        await(() -> device(first).cached() == CAPACITY);
        long[] numbers = run(second, CAPACITY);
        assertEquals(1, numbers[CAPACITY / Long.BYTES - 1]);
        assertEquals(0, device(first).cached());
        assertEquals(0, memoryOfFirst.used());
    }

    @Test
    void shouldGiveItBackAsOftenAsItIsNeeded() throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            run(first, CAPACITY);
            run(second, CAPACITY / 2);
            run(second, CAPACITY);
        }
    }

    @Test
    void shouldKeepItsOwnCopiesWhileAnotherRuntimeOnlyKeepsMemory() throws InterruptedException {
        DataHandle resident = second.data().vector(new long[CAPACITY / 2 / Long.BYTES]);
        second.task(ADD).data(resident).submitAndAwait();
        resident.fetch(MemoryNode.MAIN).toCompletableFuture().join();
        run(first, CAPACITY / 2);
        await(() -> device(first).cached() == CAPACITY / 2);
        long sent = device(second).received();
        run(second, CAPACITY / 2);
        second.task(ADD).data(resident).submitAndAwait();
        assertEquals(sent + CAPACITY / 2, device(second).received(), "its data came to the device again");
    }

    @Test
    void shouldFailWithTheNumbersIfAnotherRuntimeUsesTheMemory() throws InterruptedException {
        DataHandle used = first.data().vector(new long[CAPACITY / Long.BYTES]);
        first.task(ADD).data(used).submitAndAwait();
        Task task = second.task(ADD)
                .data(second.data().vector(new long[CAPACITY / Long.BYTES]))
                .submit();
        String message =
                assertThrows(TaskFailedException.class, task::await).getCause().getMessage();
        assertTrue(message.contains("but its driver gives none"), message);
        assertThrows(Exception.class, second::waitAll);
        used.close();
        run(second, CAPACITY);
    }

    @Test
    void shouldServeRuntimesThatTakeFromEachOtherAtTheSameTime() throws InterruptedException {
        int rounds = 1000;
        CountDownLatch ended = new CountDownLatch(2);
        List<Thread> programs = List.of(
                Thread.ofPlatform().start(() -> repeat(first, rounds, ended)),
                Thread.ofPlatform().start(() -> repeat(second, rounds, ended)));
        ended.await();
        for (Thread program : programs) {
            program.join();
        }
    }

    /** No task needs more than half of the memory, so there is room for one of each runtime. */
    private static void repeat(TaskRuntime runtime, int rounds, CountDownLatch ended) {
        try {
            for (int round = 0; round < rounds; round++) {
                run(runtime, CAPACITY / (round % 2 == 0 ? 2 : 4));
            }
            ended.countDown();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
