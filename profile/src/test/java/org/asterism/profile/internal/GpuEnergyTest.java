package org.asterism.profile.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.profile.Energy;
import org.asterism.profile.Energy.Part;
import org.asterism.profile.Energy.Source;
import org.asterism.profile.WorkerProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The energy of GPUs, from a library that stands for NVIDIA's and is built from C. */
@Timeout(60)
class GpuEnergyTest {
    private static final String COUNTING = "0000:3b:00.0";
    private static final String LIBRARY = "libnvml-standin.so";
    private static final String OLDER = "0000:5e:00.0";

    @TempDir
    private static Path folder;

    private GpuEnergy gpus;

    @BeforeEach
    void build() throws Exception {
        Path library = folder.resolve(LIBRARY);
        if (!Files.exists(library)) {
            assumeTrue(compile("src/test/c/nvml.c", library), "there is no gcc to build the library for this test");
        }
        gpus = new GpuEnergy(library.toString());
    }

    private static boolean compile(String source, Path library) throws Exception {
        try {
            Process gcc = new ProcessBuilder(
                            "gcc", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", library.toString(), source)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(gcc.getInputStream().readAllBytes());
            assertEquals(0, gcc.waitFor(), said);
            return true;
        } catch (IOException noCompiler) {
            return false;
        }
    }

    @AfterEach
    void close() {
        if (gpus != null) {
            gpus.close();
        }
    }

    private static <T> T of(Class<T> type, Map<String, ?> values) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            return values.get(method.getName());
        }));
    }

    private static Worker worker(String name, Architecture architecture, Map<String, Object> properties) {
        return of(Worker.class, Map.of("name", name, "architecture", architecture, "properties", properties));
    }

    private static Worker gpu(String name, String bus) {
        return worker(name, Architecture.CUDA, Map.of("pci.bus", bus, "device.name", name));
    }

    private static WorkerProfile estimated(Worker worker, double joules) {
        return new WorkerProfile(0, worker.name(), "", 1, 0, joules, Map.of(), Map.of(), Map.of());
    }

    @Test
    void shouldTakeTheDifferenceOfTheCounterSinceTheReset() {
        Worker gpu = gpu("cuda-0", COUNTING);
        gpus.measure(List.of(gpu, gpu("the same GPU", COUNTING)));
        assertEquals(Map.of("cuda-0", 1.5), gpus.joules());
        assertEquals(Map.of("cuda-0", 3.0), gpus.joules());
        gpus.reset();
        assertEquals(Map.of("cuda-0", 1.5), gpus.joules());
        assertTrue(gpus.covers(gpu));
    }

    @SuppressWarnings("restricted") // the signature is that of the source beside the tests
    private static int powerReadings() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = SymbolLookup.libraryLookup(folder.resolve(LIBRARY), arena)
                    .find("power_readings_so_far")
                    .orElseThrow();
            return (int) Linker.nativeLinker()
                    .downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT))
                    .invoke();
        } catch (Throwable failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void shouldAddUpThePowerOfAGpuThatDoesNotCountItsEnergy() {
        long begin = System.nanoTime();
        gpus.measure(List.of(gpu("cuda-1", OLDER)));
        long measuring = System.nanoTime();
        await(() -> powerReadings() >= 4); // nobody asks for figures meanwhile
        double least = 40 * (System.nanoTime() - measuring) / 1e9;
        double joules = gpus.joules().get("cuda-1");
        double most = 40 * (System.nanoTime() - begin) / 1e9;
        assertTrue(least <= joules && joules <= most, joules + " J are not from " + least + " to " + most);
    }

    @Test
    void shouldNotMeasureWhatTheLibraryDoesNotKnow() {
        Worker unknown = gpu("cuda-2", "0000:ff:00.0");
        Worker other = worker("opencl-0", Architecture.OPENCL, Map.of("pci.bus", COUNTING));
        gpus.measure(List.of(unknown, other));
        assertEquals(Map.of(), gpus.joules());
        assertFalse(gpus.covers(unknown) || gpus.covers(other));
    }

    @Test
    void shouldDoWithoutALibrary() {
        GpuEnergy none = new GpuEnergy("libthere-is-none.so.1");
        none.measure(List.of(gpu("cuda-0", COUNTING)));
        assertEquals(Map.of(), none.joules());
        none.reset();
        none.close();
    }

    @Test
    void shouldDoWithALibraryThatLacksFunctions() {
        GpuEnergy wrong = new GpuEnergy("libm.so.6");
        wrong.measure(List.of(gpu("cuda-0", COUNTING)));
        assertEquals(Map.of(), wrong.joules());
        wrong.close();
    }

    @Test
    void shouldMeasureNothingAfterTheEnd() {
        gpus.measure(List.of(gpu("cuda-0", COUNTING)));
        gpus.close();
        gpus.measure(List.of(gpu("cuda-1", OLDER)));
        assertEquals(Map.of("cuda-0", 0.0), gpus.joules());
        gpus.close();
    }

    @Test
    void shouldEstimateOnlyWhatIsNotMeasured() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("powercap/intel-rapl:0"));
        Files.writeString(packages.resolve("energy_uj"), "100");
        Files.writeString(packages.resolve("max_energy_range_uj"), "1000000000");
        Worker core = worker("cpu-0", Architecture.CPU, Map.of());
        Worker opencl = worker("opencl-0", Architecture.OPENCL, Map.of("device.type", "gpu"));
        Worker cores = worker("opencl-1", Architecture.OPENCL, Map.of("device.type", "cpu"));
        List<Worker> workers = List.of(core, gpu("cuda-0", COUNTING), opencl, cores);
        TaskRuntime runtime = of(TaskRuntime.class, Map.of("workers", workers, "simulation", Optional.empty()));
        EnergyTally tally = new EnergyTally(runtime, new Rapl(packages.getParent()), gpus);
        Files.writeString(packages.resolve("energy_uj"), "2000100");
        List<WorkerProfile> profiles =
                workers.stream().map(worker -> estimated(worker, 7)).toList();
        Energy energy = tally.energy(profiles, workers);
        assertEquals(
                List.of(
                        new Part(Source.RAPL, "processor packages", 2),
                        new Part(Source.NVML, "cuda-0", 1.5),
                        new Part(Source.MODELS, "other workers", 7)),
                energy.parts());
        assertEquals(10.5, energy.joules());
        assertEquals(Source.SEVERAL, energy.source());
        assertEquals(Source.NVML, new Energy(energy.parts().subList(1, 2)).source());
    }
}
