package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;

/**
 * Contract of every driver for kernels and their data; see {@link Execution}. It applies in addition to
 * {@link DriverContract}, and also needs the hardware.
 *
 * <p>Data are in the memory of the unit, even if the host cannot access it, and results are copied from there. The
 * tests never run more kernels at a time than the unit accepts. Further contracts apply to drivers whose kernels run
 * without the launching thread: see {@link DeviceExecutionContract}, and {@link LosableDeviceContract} if a test can
 * lose the device.
 */
public abstract class ExecutionContract {
    static final int ROUNDS = 20;
    static final int FEW_ROUNDS = 3;
    static final int LENGTH = 1000;
    private static final int LONG_LENGTH = 1 << 16;

    private Clock clock;

    /** For subclasses. */
    protected ExecutionContract() {}

    /**
     * Returns the driver under test.
     *
     * @return ready to be opened
     */
    protected abstract Driver driver();

    /**
     * Returns the driver's properties from the runtime.
     *
     * @return properties; by default none
     */
    protected Map<String, String> properties() {
        return Map.of();
    }

    /**
     * Returns the clock of the runtimes that open the driver.
     *
     * @return clock; by default the system's. A driver in virtual time must override this with {@link VirtualEvents}
     */
    protected Clock clock() {
        return Clock.system();
    }

    /**
     * Returns the timeout of each step.
     *
     * @return timeout; by default thirty seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    /**
     * Returns an implementation for this driver that doubles every element of a vector.
     *
     * @return implementation for the task's first data, a {@link VectorView vector} of 32 bit integers; by default a
     *     {@link Kernel}
     */
    protected Implementation doubling() {
        return (Kernel) context -> {
            VectorView vector = context.view(0, VectorView.class);
            for (long index = 0; index < vector.length(); index++) {
                vector.setInt(index, 2 * vector.getInt(index));
            }
        };
    }

    /**
     * Returns an implementation for this driver that fails.
     *
     * @param failure exception that the launch or the execution throws
     * @return implementation for the same data as {@link #doubling}; by default a {@link Kernel}
     */
    protected Implementation failing(Exception failure) {
        return (Kernel) context -> {
            throw failure;
        };
    }

    /**
     * Whether a launch or an execution has reported the exception of a kernel.
     *
     * @param reported what it has thrown
     * @param failure what the kernel has thrown
     * @return by default whether the first, or one of its causes, is the second. A driver whose kernels run in another
     *     process must override this and compare their texts
     */
    protected boolean reports(Throwable reported, Exception failure) {
        return Stream.<Throwable>iterate(reported, thrown -> thrown != null, Throwable::getCause)
                .anyMatch(thrown -> thrown == failure);
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
        // Virtual time has only one thread.
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
                            reports(reported, failure),
                            "what the kernel threw is neither " + reported + " nor one of its causes");
                    Execution behind = on.launch(doubling(), vector);
                    on.await(before);
                    on.await(behind);
                }
                vector.expectDoubled(2 * FEW_ROUNDS);
            }
        });
    }

    /**
     * This happens when the thread of a worker ends, or the driver's bundle stops: running kernels end, and nothing
     * hangs.
     */
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

    private Clock clockInUse() {
        if (clock == null) {
            clock = clock();
        }
        return clock;
    }

    private List<ComputeUnit> open(OptionalInt most) {
        return driver().open(new DriverRequest(most, clockInUse(), properties()));
    }

    /** Action with a running unit. */
    interface UnitUse {
        void of(UnitInUse on) throws Exception;
    }

    /** Uses one unit after the other. */
    void useEach(OptionalInt most, UnitUse use) {
        List<ComputeUnit> units = open(most);
        for (ComputeUnit unit : units) {
            UnitInUse on = new UnitInUse(unit, patience(), clockInUse());
            on.onAThread(() -> use.of(on));
        }
        UnitInUse.close(units);
    }
}
