package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;

/**
 * What every driver must do with kernels and their data, see {@link Execution}; beside {@link DriverContract}, and needs the hardware as
 * that does. Data lie in the memory of the unit, be it one that the host cannot touch, and results are copied from there. No more
 * kernels are under way than the unit takes at a time.
 */
public abstract class ExecutionContract {
    private static final int ROUNDS = 20;
    private static final int FEW_ROUNDS = 3;
    private static final int LENGTH = 1000;
    private static final int LONG_LENGTH = 1 << 16;

    private Clock clock;

    /** For subclasses. */
    protected ExecutionContract() {}

    /**
     * What is tested.
     *
     * @return ready to be opened
     */
    protected abstract Driver driver();

    /**
     * What a runtime says to the driver.
     *
     * @return nothing unless overridden
     */
    protected Map<String, String> properties() {
        return Map.of();
    }

    /**
     * The clock of the runtimes that open the driver.
     *
     * @return the system's unless overridden, as a driver that works in virtual time must: with {@link VirtualEvents}
     */
    protected Clock clock() {
        return Clock.system();
    }

    /**
     * How long anything here may take until the tests call that a failure.
     *
     * @return thirty seconds, unless overridden
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    /**
     * An implementation for this driver that doubles every element of a vector.
     *
     * @return works on the task's first data, a {@link VectorView vector} of 32 bit integers; a {@link Kernel} unless overridden
     */
    protected Implementation doubling() {
        return (Kernel) context -> {
            VectorView vector = context.vector(0);
            for (long index = 0; index < vector.length(); index++) {
                vector.setInt(index, 2 * vector.getInt(index));
            }
        };
    }

    /**
     * An implementation for this driver that fails.
     *
     * @param failure to be thrown by the launch, or by the execution
     * @return works on the same data as {@link #doubling}; a {@link Kernel} unless overridden
     */
    protected Implementation failing(Exception failure) {
        return (Kernel) context -> {
            throw failure;
        };
    }

    /**
     * An implementation for this driver whose kernel is under way until it is let go, for drivers that have means for that, such as an event
     * that the program sets.
     *
     * @param go does not reach 0 before the kernel may end; reaches it before the test ends
     * @return works on the same data as {@link #doubling}; empty if there is no such kernel: then what needs it is skipped
     */
    protected Optional<Implementation> heldUntil(CountDownLatch go) {
        return Optional.empty();
    }

    /**
     * Loses the device that a unit works on, for drivers that have means for that, such as a stand-in for the device's library.
     *
     * @param unit has been started, and has nothing under way
     * @return false if there are no such means: then what needs it is skipped
     */
    protected boolean lose(ComputeUnit unit) {
        return false;
    }

    /**
     * Whether the driver runs {@link DeviceCode}, and has what it has computed {@linkplain
     * org.asterism.api.device.DeviceContext#inspect inspected}.
     *
     * @return false unless overridden: then what needs it is skipped
     */
    protected boolean inspects() {
        return false;
    }

    @Test
    void shouldComputeOnTheDataOfATask() {
        useEach(OptionalInt.empty(), on -> {
            for (int length : new int[] {1, 2, LENGTH - 1, LONG_LENGTH}) {
                try (VectorOnUnit vector = on.vector(length)) {
                    on.await(on.launch(doubling(), vector));
                    vector.expectDoubled(1);
                }
            }
        });
    }

    @Test
    void shouldComputeOnAPartOfWhatItsMemoryGave() {
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LONG_LENGTH)) {
                VectorOnUnit.Part part = vector.part();
                on.await(on.launch(doubling(), part.view()));
                part.expectDoubledAlone();
            }
        });
    }

    @Test
    void shouldStayFinishedOnceAKernelHasEnded() {
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                long begin = clockInUse().nanoTime();
                Execution first = on.launch(doubling(), vector);
                on.await(first);
                long most = clockInUse().nanoTime() - begin;
                assertTrue(
                        first.kernelNanos() <= most,
                        () -> "a kernel ran for " + first.kernelNanos() + " ns within " + most + " ns");
                on.await(on.launch(doubling(), vector));
                for (int round = 0; round < ROUNDS; round++) {
                    assertTrue(first.isFinished(), "a kernel that had ended is under way again");
                }
                vector.expectDoubled(2);
            }
        });
    }

    @Test
    void shouldTellTheEndOfAKernelExactlyOnce() {
        useEach(OptionalInt.of(1), on -> {
            List<AtomicInteger> told = new ArrayList<>();
            try (VectorOnUnit longer = on.vector(LONG_LENGTH);
                    VectorOnUnit vector = on.vector(LENGTH)) {
                for (int round = 0; round < ROUNDS; round++) {
                    Execution execution = on.launch(doubling(), round < FEW_ROUNDS ? longer : vector);
                    AtomicInteger count = new AtomicInteger();
                    boolean promised = execution.whenFinished(count::incrementAndGet);
                    boolean wasTold;
                    boolean finished;
                    do {
                        wasTold = count.get() > 0;
                        finished = on.isFinished(execution);
                        assertFalse(wasTold && !finished, "the end of a kernel was told before isFinished said so");
                    } while (!finished);
                    if (promised) {
                        told.add(count);
                        on.awaitThat(() -> count.get() > 0, "the end of a kernel was promised to be told, but was not");
                        AtomicInteger late = new AtomicInteger();
                        assertTrue(execution.whenFinished(late::incrementAndGet), "who comes late must be told, too");
                        assertEquals(1, late.get(), "who comes late must be told at once");
                        told.add(late);
                    }
                }
                on.await(on.launch(doubling(), vector));
            }
            for (AtomicInteger count : told) {
                assertEquals(1, count.get(), "how often the end of a kernel was told");
            }
        });
    }

    @Test
    void shouldEndKernelsInTheOrderOfTheirLaunches() {
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit longer = on.vector(LONG_LENGTH);
                    VectorOnUnit shorter = on.vector(1)) {
                for (int round = 0; round < FEW_ROUNDS; round++) {
                    List<Execution> launched = new ArrayList<>();
                    for (int number = 0; number < on.unit().pipeline(); number++) {
                        launched.add(on.launch(doubling(), number % 2 == 0 ? longer : shorter));
                    }
                    boolean allEnded;
                    do {
                        allEnded = true;
                        boolean laterHasEnded = false;
                        for (Execution execution : launched.reversed()) {
                            boolean ended = on.isFinished(execution);
                            assertTrue(ended || !laterHasEnded, "a kernel ended before one that was launched earlier");
                            laterHasEnded = ended;
                            allEnded &= ended;
                        }
                    } while (!allEnded);
                }
                longer.expectDoubled(FEW_ROUNDS * ((on.unit().pipeline() + 1) / 2));
                shorter.expectDoubled(FEW_ROUNDS * (on.unit().pipeline() / 2));
            }
        });
    }

    @Test
    void shouldRunKernelsOfAllItsUnitsAtOnce() {
        List<ComputeUnit> units = open(OptionalInt.empty());
        List<UnitInUse> inUse = units.stream()
                .map(unit -> new UnitInUse(unit, patience(), clockInUse()))
                .toList();
        List<VectorOnUnit> vectors = inUse.stream().map(on -> on.vector(LENGTH)).toList();
        // Virtual time has one thread only.
        int together = clockInUse() instanceof VirtualEvents ? 1 : units.size();
        for (int first = 0; first < units.size(); first += together) {
            new UnitLife(patience()).allAtOnce(units.subList(first, first + together), unit -> {
                UnitInUse on = inUse.get(units.indexOf(unit));
                VectorOnUnit vector = vectors.get(units.indexOf(unit));
                Deque<Execution> underWay = new ArrayDeque<>();
                for (int round = 0; round < ROUNDS; round++) {
                    if (underWay.size() == unit.pipeline()) {
                        on.await(underWay.remove());
                    }
                    underWay.add(on.launch(doubling(), vector));
                }
                for (Execution execution : underWay) {
                    on.await(execution);
                }
            });
        }
        vectors.forEach(vector -> vector.expectDoubled(ROUNDS));
        vectors.forEach(VectorOnUnit::close);
        UnitInUse.close(units);
    }

    @Test
    void shouldRunOtherKernelsWhenOneFails() {
        Exception failure = new IllegalStateException("thrown by a kernel of the contract test");
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                for (int round = 0; round < FEW_ROUNDS; round++) {
                    Execution before = on.launch(doubling(), vector);
                    if (on.unit().pipeline() < 3) {
                        on.await(before);
                    }
                    Exception reported = assertThrows(
                            Exception.class,
                            () -> on.await(on.launch(failing(failure), vector)),
                            "a kernel that throws, on " + on.unit().name());
                    assertTrue(
                            Stream.<Throwable>iterate(reported, thrown -> thrown != null, Throwable::getCause)
                                    .anyMatch(thrown -> thrown == failure),
                            "what the kernel threw is neither " + reported + " nor one of its causes");
                    Execution behind = on.launch(doubling(), vector);
                    on.await(before);
                    on.await(behind);
                }
                vector.expectDoubled(2 * FEW_ROUNDS);
            }
        });
    }

    @Test
    void shouldHaveInspectedWhatATaskHasWrittenBeforeTheTaskEnds() {
        assumeTrue(inspects(), "the driver runs no code that could ask for it");
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                for (int round = 1; round <= FEW_ROUNDS; round++) {
                    int expected = 1 << round;
                    List<Integer> seen = new ArrayList<>();
                    DeviceCode code = context -> {
                        if (doubling() instanceof DeviceKernel kernel) {
                            context.launch(kernel);
                        }
                        DeviceBuffer whole = context.buffer(0);
                        DeviceBuffer first = new DeviceBuffer(whole.memory(), whole.offset(), Integer.BYTES);
                        context.inspect(first, content -> seen.add(content.get(ValueLayout.JAVA_INT, 0)));
                        context.inspect(first, content -> seen.add((int) content.byteSize()));
                    };
                    Execution execution = on.launch(code, vector);
                    on.await(execution);
                    int computed = doubling() instanceof DeviceKernel ? expected : 1;
                    assertEquals(List.of(computed, Integer.BYTES), seen, "what was inspected");
                    assertTrue(execution.isFinished(), "a task that was inspected is under way again");
                    assertEquals(2, seen.size(), "a task that has ended was inspected again");
                }
                Exception failure = new IllegalStateException("thrown by an inspection of the contract test");
                DeviceCode failing = context -> context.inspect(
                        new DeviceBuffer(
                                context.buffer(0).memory(), context.buffer(0).offset(), Integer.BYTES),
                        content -> {
                            throw failure;
                        });
                assertSame(failure, assertThrows(Exception.class, () -> on.await(on.launch(failing, vector))));
            }
        });
    }

    /** As when the thread that drives a worker leaves, or the driver's bundle stops: what is under way ends, and nothing hangs. */
    @Test
    void shouldStopWithAKernelUnderWay() {
        for (ComputeUnit unit : open(OptionalInt.of(1))) {
            UnitInUse on = new UnitInUse(unit, patience(), clockInUse());
            VectorOnUnit vector = on.vector(LONG_LENGTH);
            AtomicInteger told = new AtomicInteger();
            AtomicInteger promises = new AtomicInteger();
            for (int round = 0; round < FEW_ROUNDS; round++) {
                on.onAThread(() -> {
                    for (int number = 0; number < unit.pipeline(); number++) {
                        if (on.launch(doubling(), vector).whenFinished(told::incrementAndGet)) {
                            promises.incrementAndGet();
                        }
                    }
                });
            }
            on.onAThread(() -> on.await(on.launch(doubling(), vector)));
            on.awaitThat(() -> told.get() == promises.get(), "the end of a kernel that was under way was not told");
            vector.expectDoubled(FEW_ROUNDS * unit.pipeline() + 1);
            vector.close();
            UnitInUse.close(List.of(unit));
        }
    }

    @Test
    void shouldNotWaitForTheKernelThatItLaunches() {
        CountDownLatch go = new CountDownLatch(1);
        try {
            useEach(OptionalInt.of(1), on -> {
                Optional<Implementation> held = heldUntil(go);
                assumeTrue(held.isPresent(), "the driver has no kernel that can be held");
                try (VectorOnUnit vector = on.vector(LENGTH)) {
                    AtomicInteger told = new AtomicInteger();
                    List<Execution> launched = new ArrayList<>(List.of(on.launch(held.get(), vector)));
                    for (int number = 1; number < on.unit().pipeline(); number++) {
                        launched.add(on.launch(doubling(), vector));
                    }
                    for (Execution execution : launched) {
                        execution.whenFinished(told::incrementAndGet);
                        for (int round = 0; round < ROUNDS; round++) {
                            assertFalse(execution.isFinished(), "a kernel has ended that is held, or is behind one");
                        }
                    }
                    assertEquals(0, told.get(), "ends of kernels that were told while the first was held");
                    go.countDown();
                    for (Execution execution : launched) {
                        on.await(execution);
                    }
                }
            });
        } finally {
            go.countDown();
        }
    }

    @Test
    void shouldSayThatALostDeviceIsLost() {
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                on.await(on.launch(doubling(), vector));
                assumeTrue(lose(on.unit()), "the driver has no means to lose a device");
                for (int round = 0; round < 3; round++) {
                    assertInstanceOf(
                            DeviceLostException.class,
                            assertThrows(Exception.class, () -> on.await(on.launch(doubling(), vector))),
                            "what a kernel on a lost device throws");
                    assertInstanceOf(
                            DeviceLostException.class,
                            assertThrows(Exception.class, vector::copyOut),
                            "what a copy from a lost device throws");
                }
            }
        });
    }

    private Clock clockInUse() {
        if (clock == null) {
            clock = clock();
        }
        return clock;
    }

    private List<ComputeUnit> open(OptionalInt most) {
        return driver().open(new DriverRequest(most, clockInUse(), properties()));
    }

    /** What is done with a unit that runs. */
    private interface UnitUse {
        void of(UnitInUse on) throws Exception;
    }

    /** One unit after the other. */
    private void useEach(OptionalInt most, UnitUse use) {
        List<ComputeUnit> units = open(most);
        for (ComputeUnit unit : units) {
            UnitInUse on = new UnitInUse(unit, patience(), clockInUse());
            on.onAThread(() -> use.of(on));
        }
        UnitInUse.close(units);
    }
}
