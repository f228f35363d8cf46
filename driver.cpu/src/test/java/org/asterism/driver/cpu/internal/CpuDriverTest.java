package org.asterism.driver.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuDriverTest {
    private static final int PLENTY = 1000;
    private final FakeTopology machine = new FakeTopology(2, 4);
    private Configuration configuration = new Configuration(0, 1, true, "");
    private Map<String, Object> configured = Map.of();
    private Map<String, String> environment = Map.of();

    /** What Declarative Services make of a configuration. */
    static class Configuration implements CpuConfiguration {
        private final int workers;
        private final int threadsPerCore;
        private final boolean bind;
        private final String cpus;

        Configuration(int workers, int threadsPerCore, boolean bind, String cpus) {
            this.workers = workers;
            this.threadsPerCore = threadsPerCore;
            this.bind = bind;
            this.cpus = cpus;
        }

        @Override
        public int workers() {
            return workers;
        }

        @Override
        public int threads_per_core() {
            return threadsPerCore;
        }

        @Override
        public boolean bind() {
            return bind;
        }

        @Override
        public String cpus() {
            return cpus;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return CpuConfiguration.class;
        }
    }

    @Test
    void shouldOpenAUnitPerCoreOnItsFirstHardwareThread() {
        List<ComputeUnit> units = open(OptionalInt.empty());
        assertEquals(
                List.of("cpu-0", "cpu-1", "cpu-2", "cpu-3", "cpu-4", "cpu-5", "cpu-6", "cpu-7"),
                units.stream().map(ComputeUnit::name).toList());
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), processingUnits(units));
        assertSame(Architecture.CPU, units.getFirst().architecture());
    }

    @Test
    void shouldSayWhereAUnitIs() {
        assertEquals(
                Map.of(
                        "place", "1.11.5.0",
                        "cpu.pu", 5,
                        "cpu.thread", 0,
                        "cpu.core", 5,
                        "cpu.package", 1,
                        "numa.node", 11,
                        "cpu.bound", true),
                open(OptionalInt.empty()).get(5).properties());
    }

    @Test
    void shouldUseTheSecondHardwareThreadsAfterAllFirstOnes() {
        configuration = new Configuration(0, 2, true, "");
        assertEquals(
                List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                processingUnits(open(OptionalInt.empty())));
        configuration = new Configuration(0, 0, true, "");
        assertEquals(16, open(OptionalInt.empty()).size());
    }

    @Test
    void shouldOpenAsManyAsTheRuntimeAsksFor() {
        assertEquals(List.of(0, 1, 2), processingUnits(open(OptionalInt.of(3))));
        assertEquals(List.of(), open(OptionalInt.of(0)));
    }

    @Test
    void shouldTakeFurtherHardwareThreadsBeforeTwoWorkersShareOne() {
        List<ComputeUnit> units = open(OptionalInt.of(10));
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), processingUnits(units));
        units.getLast().start();
        assertEquals(List.of(FakeTopology.bits(9)), machine.bound);
    }

    @Test
    void shouldGoRoundAndNotBindWhenThereAreMoreWorkersThanProcessingUnits() {
        List<ComputeUnit> units = open(OptionalInt.of(18));
        assertEquals(18, units.size());
        assertEquals(List.of(15, 0, 1), processingUnits(units).subList(15, 18));
        units.forEach(ComputeUnit::start);
        units.forEach(ComputeUnit::stop);
        assertEquals(List.of(), machine.bound);
        assertEquals(false, units.getFirst().properties().get("cpu.bound"));
    }

    @Test
    void shouldBindTheThreadThatStartsAUnitAndLetItGoAtItsStop() {
        ComputeUnit unit = open(OptionalInt.empty()).get(2);
        assertEquals(List.of(), machine.bound);
        unit.start();
        assertEquals(List.of(FakeTopology.bits(2)), machine.bound);
        unit.stop();
        assertEquals(machine.machine().root().processingUnits(), machine.bound.getLast());
        assertEquals(2, machine.bound.size());
    }

    @Test
    void shouldRunUnboundWhenBindingFails() {
        machine.canBind = false;
        ComputeUnit unit = open(OptionalInt.empty()).getFirst();
        unit.start();
        assertEquals(false, unit.properties().get("cpu.bound"));
        unit.stop();
        assertEquals(1, machine.bound.size());
    }

    @Test
    void shouldNotBindWhenConfiguredSo() {
        configuration = new Configuration(0, 1, false, "");
        ComputeUnit unit = open(OptionalInt.empty()).getFirst();
        unit.start();
        assertEquals(List.of(), machine.bound);
        assertEquals(false, unit.properties().get("cpu.bound"));
    }

    @Test
    void shouldUseTheNamedProcessingUnitsInTheirOrder() {
        configuration = new Configuration(0, 1, true, "12, 0,4-6");
        assertEquals(List.of(12, 0, 4, 5, 6), processingUnits(open(OptionalInt.empty())));
        assertEquals(List.of(12, 0, 4, 5, 6, 12), processingUnits(open(OptionalInt.of(6))));
    }

    @Test
    void shouldRefuseToUseAProcessingUnitThatIsNotThere() {
        configuration = new Configuration(0, 1, true, "0,16");
        assertRefused("'cpus'", "16", "[0, 1, 2,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1-", "-1", "3-1", "0,,1", "0,1,0", "0-99999999"})
    void shouldRefuseListsThatAreNone(String cpus) {
        configuration = new Configuration(0, 1, true, cpus);
        assertRefused("'cpus'", CpuConfiguration.PID, "'" + cpus + "'", "0,2,4-7");
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        configuration = new Configuration(-1, 1, true, "");
        configured = Map.of("workers", -1);
        assertRefused("'workers'", "-1", "0 to 4096");
        configuration = new Configuration(0, -1, true, "");
        assertRefused("'threads.per.core'", "-1");
    }

    @Test
    void shouldNameThePropertyThatIsNoNumber() {
        CpuConfiguration wrong = new Configuration(0, 1, true, "") {
            @Override
            public int workers() {
                throw new NumberFormatException("For input string: \"abc\""); // as Declarative Services do
            }
        };
        configured = Map.of("workers", "abc");
        CpuDriver driver = new CpuDriver(wrong, configured, machine, environment, PLENTY);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> driver.open(request(OptionalInt.empty())));
        assertTrue(e.getMessage().contains("'workers' of org.asterism.driver.cpu is no number"), e.getMessage());
    }

    @Test
    void shouldRefuseToOpenAbsurdlyManyWorkers() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> open(OptionalInt.of(1_000_000)));
        assertTrue(e.getMessage().contains("1000000") && e.getMessage().contains("0 to 4096"), e.getMessage());
    }

    @Test
    void shouldOpenAsManyAsConfiguredUnlessTheRuntimeSaysOtherwise() {
        configuration = new Configuration(3, 1, true, "");
        configured = Map.of("workers", 3);
        assertEquals(3, open(OptionalInt.empty()).size());
        assertEquals(5, open(OptionalInt.of(5)).size());
    }

    @Test
    void shouldLetTheEnvironmentChangeOnlyTheDefault() {
        environment = Map.of("ASTERISM_NCPU", "2");
        assertEquals(2, open(OptionalInt.empty()).size());
        environment = Map.of("ASTERISM_NCPU", "2", "asterism.cpu.workers", "3");
        assertEquals(3, open(OptionalInt.empty()).size());
        configuration = new Configuration(5, 1, true, "");
        configured = Map.of("workers", 5);
        assertEquals(5, open(OptionalInt.empty()).size());
        configuration = new Configuration(0, 1, true, "");
        configured = Map.of("workers", 0);
        assertEquals(8, open(OptionalInt.empty()).size());
    }

    @Test
    void shouldNameTheEnvironmentVariableThatIsNoNumber() {
        environment = Map.of("ASTERISM_NCPU", "all");
        assertRefused("ASTERISM_NCPU", "'all'");
    }

    @Test
    void shouldOpenNoMoreByItselfThanTheJvmHasProcessors() {
        assertEquals(3, driver(machine, 3).open(request(OptionalInt.empty())).size());
        assertEquals(6, driver(machine, 3).open(request(OptionalInt.of(6))).size());
    }

    @Test
    void shouldWorkWithoutTopologyProvider() {
        List<ComputeUnit> units = driver(null, 3).open(request(OptionalInt.empty()));
        assertEquals(3, units.size());
        units.forEach(ComputeUnit::start);
        assertEquals(Map.of("cpu.bound", false), units.getFirst().properties());
        units.forEach(ComputeUnit::stop);
        assertEquals(7, driver(null, 3).open(request(OptionalInt.of(7))).size());
        configuration = new Configuration(0, 1, true, "5,6");
        assertEquals(2, driver(null, 3).open(request(OptionalInt.empty())).size());
    }

    @Test
    void shouldWorkWithAProviderThatFails() {
        machine.failure = new IllegalStateException("no such file");
        assertEquals(3, driver(machine, 3).open(request(OptionalInt.empty())).size());
    }

    @Test
    void shouldRunAKernelOnTheCallingThread() throws Exception {
        List<Thread> ran = new ArrayList<>();
        Kernel kernel = context -> ran.add(Thread.currentThread());
        assertSame(Execution.FINISHED, open(OptionalInt.of(1)).getFirst().launch(kernel, null));
        assertEquals(List.of(Thread.currentThread()), ran);
    }

    @Test
    void shouldAllocateNothingPerLaunch() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ComputeUnit unit = open(OptionalInt.of(1)).getFirst();
        Kernel kernel = context -> {};
        int launches = 100_000;
        unit.launch(kernel, null);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < launches; i++) {
            unit.launch(kernel, null);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < launches, bytes + " bytes for " + launches + " launches");
    }

    @Test
    void shouldWorkWithAMachineThatTellsNoProcessingUnits() {
        FakeTopology empty = new FakeTopology(0, 0);
        assertEquals(3, driver(empty, 3).open(request(OptionalInt.empty())).size());
    }

    @Test
    void shouldLetAKernelsExceptionThrough() {
        IOException thrown = new IOException("broken");
        Kernel kernel = context -> {
            throw thrown;
        };
        ComputeUnit unit = open(OptionalInt.of(1)).getFirst();
        assertSame(thrown, assertThrows(IOException.class, () -> unit.launch(kernel, null)));
    }

    @Test
    void shouldRefuseImplementationsThatAreNoKernel() {
        Implementation other = new Implementation() {};
        ComputeUnit unit = open(OptionalInt.of(1)).getFirst();
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> unit.launch(other, null));
        assertTrue(e.getMessage().contains("cpu-0"), e.getMessage());
        assertTrue(e.getMessage().contains(other.getClass().getName()), e.getMessage());
        assertTrue(e.getMessage().contains(Kernel.class.getName()), e.getMessage());
    }

    @Test
    void shouldOpenUnitsForSeveralRuntimesAtOnce() {
        CpuDriver driver = driver(machine, PLENTY);
        ComputeUnit one = driver.open(request(OptionalInt.empty())).getFirst();
        ComputeUnit other = driver.open(request(OptionalInt.empty())).getFirst();
        assertFalse(one == other);
        assertEquals(one.name(), other.name());
    }

    @Test
    void shouldDealItsUnitsOutOverMemoriesInTurn() {
        List<ComputeUnit> units = open(OptionalInt.of(7), Map.of("memory.nodes", "3", "memory.limit", "16m"));
        assertEquals(
                List.of("main", "ram-1", "ram-2", "main", "ram-1", "ram-2", "main"),
                units.stream()
                        .map(unit -> unit.memory().map(DeviceMemory::name).orElse("main"))
                        .toList());
        assertSame(units.get(1).memory().get(), units.get(4).memory().get());
        assertEquals(16 << 20, units.get(2).memory().get().capacity());
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), processingUnits(units));
    }

    @Test
    void shouldCopyOnAThreadThatIsBoundNowhere() throws Exception {
        DeviceMemory memory = open(OptionalInt.of(2), Map.of("memory.nodes", "2"))
                .get(1)
                .memory()
                .get();
        CountDownLatch ended = new CountDownLatch(1);
        assertTrue(memory.copyIn(List.of()).whenFinished(ended::countDown));
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals(List.of(machine.machine().root().processingUnits()), machine.bound);
        memory.close();
    }

    @Test
    void shouldWorkInMainMemoryWhenNothingIsSaid() {
        assertTrue(open(OptionalInt.empty()).stream()
                .allMatch(unit -> unit.memory().isEmpty()));
    }

    @Test
    void shouldOpenAUnitPerMemoryAtLeast() {
        Map<String, String> twelve = Map.of("memory.nodes", "12");
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), processingUnits(open(OptionalInt.empty(), twelve)));
        assertEquals(
                12,
                driver(null, 3)
                        .open(new DriverRequest(OptionalInt.empty(), Clock.system(), twelve))
                        .size());
        assertEquals(8, open(OptionalInt.empty(), Map.of("memory.nodes", "2")).size());
        List<ComputeUnit> few = open(OptionalInt.of(2), twelve);
        assertEquals(2, few.size());
        assertEquals("ram-1", few.get(1).memory().get().name());
        assertEquals(List.of(), open(OptionalInt.of(0), twelve));
    }

    @Test
    void shouldRefusePropertiesThatItDoesNotKnow() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> open(OptionalInt.empty(), Map.of("memories", "3")));
        assertTrue(e.getMessage().contains("'memories'") && e.getMessage().contains("memory.nodes"), e.getMessage());
    }

    private List<ComputeUnit> open(OptionalInt most, Map<String, String> properties) {
        return driver(machine, PLENTY).open(new DriverRequest(most, Clock.system(), properties));
    }

    private List<ComputeUnit> open(OptionalInt most) {
        return driver(machine, PLENTY).open(request(most));
    }

    private static DriverRequest request(OptionalInt most) {
        return new DriverRequest(most, Clock.system(), Map.of());
    }

    private CpuDriver driver(FakeTopology topologies, int processors) {
        return new CpuDriver(configuration, configured, topologies, environment, processors);
    }

    private static List<Object> processingUnits(List<ComputeUnit> units) {
        return units.stream().map(unit -> unit.properties().get("cpu.pu")).toList();
    }

    private void assertRefused(String... parts) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> open(OptionalInt.empty()));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e.getMessage() + " should contain " + part);
        }
        assertEquals(1, e.getMessage().lines().count());
    }
}
