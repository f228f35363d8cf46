package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices as a user of the shell meets them; with PoCL, processor cores are one. */
class DevicesIT {
    private static final String MIXED = "(|(arch=cpu)(arch=opencl))";

    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private RunningShell shell;

    @BeforeEach
    void unpack() throws Exception {
        asterism = DistributionCopy.in(folder);
    }

    @AfterEach
    void endShell() {
        if (shell != null) {
            shell.close();
        }
    }

    private static void assumePocl() {
        assumeTrue(Files.exists(Path.of("/etc/OpenCL/vendors/pocl.icd")), "PoCL is not installed");
    }

    private static void assumeNoCudaDevice() {
        assumeFalse(Files.exists(Path.of("/dev/nvidiactl")), "there is a CUDA device");
    }

    @Test
    void shouldListDevicesAndFactoriseOnThemInTheShell() throws Exception {
        assumePocl();
        shell = RunningShell.of(asterism, folder.resolve("output"));
        shell.awaitAnswer("asterism:devices", "opencl +opencl-0 +opencl +\\S.* no\\s");
        shell.awaitAnswer("asterism:devices --rescan", "no workers have come");
        shell.awaitAnswer("each (asterism:devices) { echo found ($it name) }", "found opencl-0");
        shell.type("asterism:run cholesky --workers '" + MIXED + "' --policy dmdas --n 512 --tile 128 --json");
        Conditions.await(
                "a correct run on both",
                () -> shell.read()
                        .matches("(?s).*\"policy\":\"dmdas\",\"cpu_workers\":[1-9][0-9]*,\"opencl_workers\":1,"
                                + "\"memory_nodes\":2,[^\n]*\"correct\":true.*"),
                shell::read);
    }

    /** Whoever is free takes the next task, so the device gets some. */
    @Test
    void shouldMoveDataToTheDeviceAndBack() throws Exception {
        assumePocl();
        var result = asterism.run(
                "run", "cholesky", "--workers", MIXED, "--policy", "eager", "--n", "1024", "--tile", "64", "--json");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("\"correct\":true"), result.out());
        for (var memory : new String[] {"main", "opencl-0"}) {
            assertTrue(
                    result.out().matches("(?s).*\"bytes_received\":\\{[^}]*\"" + memory + "\":[1-9].*"),
                    "copies to " + memory + " in " + result.out());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cholesky --n 300 --tile 64", "lu --n 200 --pivoting partial", "gemm --n 200", "heat --steps 20"
            })
    void shouldRunAndCheckApplicationsOnDevicesAlone(String application) throws Exception {
        assumePocl();
        var words = new ArrayList<>(List.of(("run " + application).split(" ")));
        words.addAll(List.of("--opencl", "1", "--cpu", "0", "--json"));
        var result = asterism.run(words.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("\"cpu_workers\":0,\"opencl_workers\":1,\"memory_nodes\":2"), result.out());
        assertTrue(result.out().contains("\"correct\":true"), result.out());
        assertTrue(result.out().matches("(?s).*\"tasks_per_architecture\":\\{\"opencl\":[1-9][0-9]*}.*"), result.out());
    }

    @Test
    void shouldSpreadHeatOnCoresAndDevices() throws Exception {
        assumePocl();
        var result = asterism.run("run", "heat", "--opencl", "1", "--cpu", "1", "--steps", "20", "--json");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("\"tasks_per_architecture\":{\"cpu\":160,\"opencl\":160}"), result.out());
        assertTrue(result.out().contains("\"correct\":true"), result.out());
    }

    @Test
    void shouldSayInOneLineWhyThereIsNoDeviceThatIsAskedFor() throws Exception {
        assumeNoCudaDevice();
        var result = asterism.run("run", "cholesky", "--cuda", "1");
        assertAll(
                () -> assertEquals(1, result.status()),
                () -> assertEquals("", result.out()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(
                        result.err().contains("option '--cuda' is '1', but there is no cuda worker: "), result.err()));
    }

    @Test
    void shouldNameTheDriversWhenOneIsUnknown() throws Exception {
        var result = asterism.run("run", "cholesky", "--driver", "vulkan,workers=2");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(
                        result.err().matches("(?s).*'vulkan'.*there are: .*cpu, cuda, opencl.*"), result.err()));
    }
}
