package org.asterism.driver.sim.internal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.Law;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineLibraryTest {
    private static final List<String> CHOLESKY =
            List.of("chol_model_potrf", "chol_model_trsm", "chol_model_syrk", "chol_model_gemm");

    /** Kernels of the measured programs that wait on the host for what the device computes. */
    private static final List<String> SYNCHRONOUS = List.of(
            "chol_model_potrf",
            "starpu_slu_lu_model_getrf",
            "starpu_dlu_lu_model_getrf",
            "starpu_slu_lu_model_getrf_pivot",
            "starpu_dlu_lu_model_getrf_pivot");

    private static Machine resource(String name) throws URISyntaxException {
        return MachineLibrary.read(Path.of(MachineLibraryTest.class
                        .getResource("/org/asterism/driver/sim/internal/" + name)
                        .toURI())
                .toString());
    }

    @Test
    void shouldNameTheShippedMachinesInTheServiceOfTheDriver() throws IOException {
        try (InputStream in =
                getClass().getResourceAsStream("/OSGI-INF/org.asterism.driver.sim.internal.SimulationDriver.xml")) {
            String component = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Matcher machines = Pattern.compile("<property name=\"driver\\.machines\"[^>]*>([^<]*)<")
                    .matcher(component);
            assertTrue(machines.find(), component);
            assertEquals(
                    MachineLibrary.SHIPPED,
                    machines.group(1).strip().lines().map(String::strip).toList());
        }
    }

    @Test
    void shouldReadPlatformFilesAsTheyAre() throws URISyntaxException {
        Machine machine = resource("small-platform.json");
        assertEquals("small", machine.name());
        assertEquals(
                List.of("cuda0", "cuda1", "opencl0", "cpu"),
                machine.workers().stream()
                        .map(group -> group.timings().getFirst())
                        .toList());
        assertEquals(
                List.of(1, 1, 0, 2),
                machine.workers().stream().map(WorkerGroup::count).toList());
        assertEquals(
                List.of(2, 2, 2, 1),
                machine.workers().stream().map(WorkerGroup::pipeline).toList());
        assertEquals(900_000_000, machine.memories().get(1).bytes(), "what is usable");
        assertEquals(1_000_000_000, machine.memories().get(2).bytes(), "all, if nothing is said of what is usable");
        assertTrue(machine.network().byLatency());
        Way in = machine.network().ways()[0][1];
        assertEquals(2, in.links().length);
        assertEquals(9_500 + 1_000_000, in.nanosAlone(1_000_000), "by the matrices");
        assertEquals(3, machine.network().ways()[1][2].links().length);
        assertEquals(1, machine.network().ways()[2][1].links().length, "by the matrices, where no route is given");
        assertNull(machine.network().ways()[0][3], "nobody works there");
        assertEquals(
                100_500,
                machine.kernels()
                        .timing("work_goto", List.of("cpu"))
                        .time(0, 0, 0)
                        .nanos());
        assertNull(machine.kernels().timing("gpu_only", List.of("cpu")));
        for (String symbol : SYNCHRONOUS) {
            assertTrue(machine.kernels().synchronous().contains(symbol), symbol);
        }
    }

    @Test
    void shouldNotLetDevicesReachEachOtherThatCannot() throws Exception {
        Path file = Files.createTempFile("machine", ".json");
        try {
            String text = new String(
                    MachineLibraryTest.class
                            .getResourceAsStream("/org/asterism/driver/sim/internal/small-platform.json")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
            Files.writeString(file, text.replace("\"memcpy_peer\": true", "\"memcpy_peer\": false"));
            Machine machine = MachineLibrary.read(file.toString());
            assertNull(machine.network().ways()[1][2]);
            assertNotNull(machine.network().ways()[1][0]);
        } finally {
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "laptop",
                "node-2gpu",
                "node-4socket-8gpu",
                "workers-1000",
                "synthetic(cpu=2,cuda=3)",
                "cluster(members=2,workers=3)"
            })
    void shouldShipMachinesThatRunCholeskyEverywhere(String name) {
        Machine machine = MachineLibrary.read(name);
        assertEquals(name, machine.name());
        for (WorkerGroup group : machine.workers()) {
            for (String symbol : CHOLESKY) {
                KernelTiming timing = machine.kernels().timing(symbol, group.timings());
                assertTrue(timing.time(1, 3L * 8 * 512 * 512, 0).nanos() > 0, symbol + " on " + group);
                assertTrue(timing.spread() > 0, symbol + " on " + group);
            }
            assertNotNull(machine.kernels().timing("whatever else", group.timings()));
            assertTrue(group.busyWatts() > group.idleWatts());
        }
    }

    @Test
    void shouldMakeMachinesToMeasure() {
        Machine machine = MachineLibrary.read("synthetic(cpu=9992, cuda=8)");
        assertEquals(
                10_000, machine.workers().stream().mapToInt(WorkerGroup::count).sum());
        assertEquals(9, machine.memories().size());
        assertEquals(1, MachineLibrary.read("synthetic(cpu=3)").memories().size());
        assertFalse(MachineLibrary.read("synthetic(cuda=2)").workers().isEmpty());
    }

    @Test
    void shouldPreferWhatWasMeasuredOfAFootprintAndASize() {
        KernelTiming.Case exact = new KernelTiming.Case(7, true, 100, 1, 0, Double.NaN);
        KernelTiming.Case footprint = new KernelTiming.Case(7, true, 50, 2, 0, Double.NaN);
        KernelTiming.Case size = new KernelTiming.Case(0, false, 100, 3, 0, 0.5);
        KernelTiming timing = new KernelTiming(List.of(size, footprint, exact), new Law.Power(2, 1.5, 4), 0.1);
        assertEquals(1, timing.time(7, 100, 0).nanos());
        assertEquals(2, timing.time(7, 50, 0).nanos());
        assertEquals(3, timing.time(8, 100, 0).nanos());
        assertEquals(2 * 64 + 4, timing.time(8, 16, 0).nanos());
        assertEquals(0.1 * (2 * 64 + 4), timing.time(8, 16, 0).deviation());
        assertTrue(Double.isNaN(
                new KernelTiming(List.of(exact), null, 0).time(8, 50, 0).nanos()));
        assertEquals(40, new Law.Rate(100, 30).nanos(0, 1000));
        assertTrue(Double.isNaN(new Law.Rate(100, 30).nanos(16, 0)));
    }
}
