package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;

/**
 * Contract of every driver; see {@link Driver}. It needs the hardware: a subclass for optional hardware must check in a
 * {@code @BeforeEach} assumption that it is present.
 *
 * <p>As with workers, each unit is used by its own thread. {@link ExecutionContract} and its subclasses test how units
 * run kernels on data. {@link DeviceMemoryContract} tests drivers whose units have memories.
 */
public abstract class DriverContract {
    /** Property with the device of a unit, as named in the driver's {@link Driver#report}. */
    private static final String DEVICE_NAME = "device.name";

    private Clock clock;

    /** Called by subclasses. */
    protected DriverContract() {}

    /**
     * Returns the driver under test.
     *
     * @return driver that can be opened
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
     * Returns an implementation for this driver that counts its launches.
     *
     * @param runs counter, which each launch increments once
     * @return implementation; by default a {@link Kernel}
     */
    protected Implementation counting(AtomicInteger runs) {
        return (Kernel) context -> runs.incrementAndGet();
    }

    /**
     * Returns an implementation for this driver that fails.
     *
     * @param failure exception that the launch or the execution throws
     * @return implementation; by default a {@link Kernel}
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

    /**
     * Returns the timeout of each step.
     *
     * @return timeout; by default thirty seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @Test
    void shouldOpenNoMoreUnitsThanAsked() {
        assertEquals(0, closing(open(OptionalInt.of(0))).size(), "units when at most 0 were asked for");
        assertEquals(1, closing(open(OptionalInt.of(1))).size(), "units when at most 1 was asked for");
        assertFalse(closing(open(OptionalInt.empty())).isEmpty(), "no unit at all when none was excluded");
    }

    @Test
    void shouldGiveEveryUnitANameOfItsOwn() {
        List<ComputeUnit> units = closing(open(OptionalInt.empty()));
        Set<String> names = new HashSet<>();
        for (ComputeUnit unit : units) {
            assertFalse(unit.name().isBlank(), "a unit's name is blank");
            assertTrue(names.add(unit.name()), "two units of one runtime are named " + unit.name());
        }
    }

    @Test
    void shouldSayTheSameOfAUnitAtEveryCall() {
        for (ComputeUnit unit : closing(open(OptionalInt.empty()))) {
            assertSame(unit.architecture(), unit.architecture(), "architecture of " + unit.name());
            assertEquals(unit.name(), unit.name(), "name of a unit");
            assertEquals(
                    unit.properties().keySet(), unit.properties().keySet(), "names of properties of " + unit.name());
        }
    }

    @Test
    void shouldNumberDevicesAndNameThem() {
        List<ComputeUnit> units = closing(open(OptionalInt.empty()));
        for (ComputeUnit unit : units) {
            Object device = unit.properties().get(ComputeUnit.DEVICE);
            if (device != null) {
                assertTrue(
                        device instanceof Integer number && number >= 0,
                        () -> "property " + ComputeUnit.DEVICE + " of " + unit.name()
                                + " must be an Integer from 0 but is: " + device);
            }
            for (String text : List.of(DEVICE_NAME, ComputeUnit.PCI_BUS, ComputeUnit.PLACE)) {
                Object value = unit.properties().get(text);
                assertTrue(
                        value == null || value instanceof String name && !name.isBlank(),
                        () -> "property " + text + " of " + unit.name() + " must be a String but is: " + value);
            }
        }
    }

    @Test
    void shouldReportTheDevicesThatItsUnitsAreOn() {
        Driver driver = driver();
        Set<String> used = new HashSet<>();
        for (ComputeUnit unit : closing(driver.open(request(OptionalInt.empty())))) {
            Object device = unit.properties().get(DEVICE_NAME);
            if (device != null) {
                used.add(unit.architecture() + " " + device);
            }
        }
        DeviceReport report = driver.report(request(OptionalInt.empty()));
        assertNotNull(report, "report must give a report, an empty one if there is nothing to say");
        assertFalse(report.remark().contains("\n"), "the remark of a report is one line, and this is not: " + report);
        Set<String> reported = new HashSet<>();
        for (DeviceDescription device : report.devices()) {
            assertTrue(
                    reported.add(device.architecture() + " " + device.name()),
                    "two devices of a report are named " + device.name());
            assertTrue(device.memory() >= 0, "memory of " + device);
            assertFalse(device.name().isBlank() || device.remark().contains("\n"), () -> "name or remark of " + device);
        }
        assertTrue(
                report.devices().isEmpty() && used.isEmpty() || reported.containsAll(used),
                () -> "units are on " + used + ", but the report tells of " + reported);
    }

    @Test
    void shouldFindNothingAnewThatItHasOpened() {
        Driver driver = driver();
        DriverRequest request = request(OptionalInt.empty());
        List<ComputeUnit> open = driver.open(request);
        List<ComputeUnit> found = driver.rescan(request, open);
        assertNotNull(found, "rescan must give a list, empty if no hardware has come");
        Set<String> names = new HashSet<>();
        open.forEach(unit -> names.add(unit.name()));
        List<String> again =
                found.stream().map(ComputeUnit::name).filter(names::contains).toList();
        closing(found.stream().filter(unit -> !open.contains(unit)).toList());
        closing(open);
        assertEquals(List.of(), again, "units that rescan gave although the runtime had them");
    }

    @Test
    void shouldRunEveryKernelExactlyOnce() {
        AtomicInteger runs = new AtomicInteger();
        List<ComputeUnit> units = open(OptionalInt.empty());
        for (ComputeUnit unit : units) {
            onItsThread(unit, () -> {
                for (int i = 0; i < 100; i++) {
                    launch(unit, counting(runs));
                }
            });
        }
        assertEquals(100 * units.size(), runs.get(), "runs of a kernel that each unit launched 100 times");
    }

    @Test
    void shouldReportWhatAKernelThrowsAndGoOn() {
        Exception failure = new IllegalStateException("thrown by a kernel of the contract test");
        AtomicInteger runs = new AtomicInteger();
        for (ComputeUnit unit : open(OptionalInt.of(1))) {
            onItsThread(unit, () -> {
                Exception reported = assertThrows(
                        Exception.class,
                        () -> launch(unit, failing(failure)),
                        "a kernel that throws, on " + unit.name());
                assertTrue(
                        reports(reported, failure),
                        "what the kernel threw is neither " + reported + " nor one of its causes");
                launch(unit, counting(runs));
            });
            assertEquals(1, runs.get(), "runs of a kernel launched after one that threw");
        }
    }

    @Test
    void shouldRefuseAnImplementationItDoesNotKnow() {
        for (ComputeUnit unit : open(OptionalInt.of(1))) {
            onItsThread(unit, () -> {
                Exception refusal = assertThrows(
                        Exception.class,
                        () -> launch(unit, new ForeignImplementation()),
                        "an implementation of a type that belongs to no driver, on " + unit.name());
                assertTrue(
                        String.valueOf(refusal.getMessage()).contains(ForeignImplementation.class.getSimpleName()),
                        () -> "the refusal must name the implementation's type but says: " + refusal);
            });
        }
    }

    @Test
    void shouldServeSeveralRuntimesAtOnce() {
        AtomicInteger runs = new AtomicInteger();
        Driver driver = driver();
        List<ComputeUnit> first = driver.open(request(OptionalInt.of(1)));
        List<ComputeUnit> second = driver.open(request(OptionalInt.of(1)));
        for (ComputeUnit one : first) {
            onItsThread(one, () -> {
                for (ComputeUnit other : second) {
                    onItsThread(other, () -> launch(other, counting(runs)));
                }
                // Closing one runtime must not have affected the unit of the other one.
                launch(one, counting(runs));
            });
        }
        assertEquals(2, runs.get(), "kernels run by two runtimes that use one driver");
    }

    /** This happens to workers that programs drive, when one thread passes them to another. */
    @Test
    void shouldServeOneThreadAfterTheOther() {
        AtomicInteger runs = new AtomicInteger();
        for (ComputeUnit unit : open(OptionalInt.of(1))) {
            for (int thread = 0; thread < 3; thread++) {
                new UnitLife(patience()).onAThread(unit, () -> launch(unit, counting(runs)));
            }
            unit.close();
            assertEquals(3, runs.get(), "kernels run by three threads, one after the other, on " + unit.name());
        }
    }

    @Test
    void shouldLetGoOfUnitsThatNobodyHasStarted() {
        Driver driver = driver();
        for (int round = 0; round < 3; round++) {
            driver.open(request(OptionalInt.of(1))).forEach(ComputeUnit::close);
        }
        AtomicInteger runs = new AtomicInteger();
        for (ComputeUnit unit : driver.open(request(OptionalInt.of(1)))) {
            onItsThread(unit, () -> launch(unit, counting(runs)));
        }
        assertEquals(1, runs.get(), "kernels run by the unit that was opened last");
    }

    @Test
    void shouldOpenAgainAfterItsUnitsStopped() {
        AtomicInteger runs = new AtomicInteger();
        Driver driver = driver();
        for (int round = 0; round < 3; round++) {
            for (ComputeUnit unit : driver.open(request(OptionalInt.of(1)))) {
                onItsThread(unit, () -> launch(unit, counting(runs)));
            }
        }
        assertEquals(3, runs.get(), "kernels run in three lives of a unit");
    }

    private static final class ForeignImplementation implements Implementation {}

    private Clock clockInUse() {
        if (clock == null) {
            clock = clock();
        }
        return clock;
    }

    private DriverRequest request(OptionalInt most) {
        return new DriverRequest(most, clockInUse(), properties());
    }

    private List<ComputeUnit> open(OptionalInt most) {
        List<ComputeUnit> units = driver().open(request(most));
        assertNotNull(units, "open must give a list, empty if there is no such hardware");
        return units;
    }

    /** Starts and stops units that a test only queries, so that they release their resources. */
    private List<ComputeUnit> closing(List<ComputeUnit> units) {
        units.forEach(unit -> onItsThread(unit, () -> {}));
        return units;
    }

    private void launch(ComputeUnit unit, Implementation implementation) throws Exception {
        Codelet codelet = Codelet.named("contract")
                .implementation(unit.architecture(), implementation)
                .build();
        KernelContext context =
                new FakeKernelContext(new FakeTask(1, codelet, 0), new FakeWorker(0, unit.architecture()), null);
        Execution execution = unit.launch(implementation, context);
        assertNotNull(execution, "launch must give an execution, Execution.FINISHED if the kernel has ended");
        long start = System.nanoTime();
        while (!execution.isFinished()) {
            assertTrue(
                    System.nanoTime() - start < patience().toNanos(),
                    () -> "a kernel on " + unit.name() + " did not end within " + patience());
            letTimePass(execution);
        }
    }

    private void letTimePass(Execution execution) {
        if (clockInUse() instanceof VirtualEvents virtual) {
            assertTrue(execution.nextPoll() < Long.MAX_VALUE, "in virtual time a kernel must say when it ends");
            virtual.advanceTo(execution.nextPoll());
        } else {
            Thread.onSpinWait();
        }
    }

    private void onItsThread(ComputeUnit unit, UnitLife.Use use) {
        new UnitLife(patience()).of(unit, use);
    }
}
