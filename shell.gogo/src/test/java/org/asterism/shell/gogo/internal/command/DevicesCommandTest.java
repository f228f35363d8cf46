package org.asterism.shell.gogo.internal.command;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.junit.jupiter.api.Test;

class DevicesCommandTest {
    private static final DeviceReport OPENCL = new DeviceReport(
            "opencl",
            "",
            List.of(
                    new DeviceDescription(
                            "opencl-0",
                            Architecture.OPENCL,
                            "Tesla T4",
                            15L << 30,
                            true,
                            "",
                            Map.of("driver.version", "1.8")),
                    new DeviceDescription(
                            "opencl-1",
                            Architecture.OPENCL,
                            "pthread EPYC",
                            3 << 29,
                            false,
                            "is a CPU: set cpu.devices to open it",
                            Map.of())));
    private static final DeviceReport NO_CUDA =
            new DeviceReport("cuda", "offers nothing: there is no libcuda.so.1", List.of());
    private static final DeviceReport CPU = new DeviceReport("cpu", "", List.of());

    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final DevicesCommand devices = new DevicesCommand(RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime)));

    private static Worker worker(int id, String name, String device) {
        return Fakes.onDevice(
                id,
                name,
                Architecture.OPENCL,
                1,
                Map.of("device.name", device, "device.model", "Tesla T4", "device", 0));
    }

    private static String text(Command command, String... words) {
        return ((Answer) command.execute(null, words(words))).text(120);
    }

    @Test
    void shouldListDevicesTheirWorkersAndWhyADriverHasNone() {
        runtime.devices = List.of(CPU, NO_CUDA, OPENCL);
        runtime.workers =
                List.of(Fakes.worker(0), worker(1, "opencl-0.0", "opencl-0"), worker(2, "opencl-0.1", "opencl-0"));

        assertEquals("""
                driver  name      arch    model         memory   workers        used
                opencl  opencl-0  opencl  Tesla T4      15 GiB   opencl-0.0..1  yes
                opencl  opencl-1  opencl  pthread EPYC  1.5 GiB                 no

                device opencl-1: is a CPU: set cpu.devices to open it
                driver cuda: offers nothing: there is no libcuda.so.1""", text(devices));
    }

    @Test
    void shouldSayThatThereIsNoDevice() {
        runtime.devices = List.of(CPU, NO_CUDA);
        assertEquals("""
                No driver has found a device.

                driver cuda: offers nothing: there is no libcuda.so.1""", text(devices));
        runtime.devices = List.of(CPU);
        assertEquals("No driver has found a device.", text(devices));
    }

    @Test
    void shouldGiveScriptsTheDevicesAndMachinesEverything() throws IOException {
        runtime.devices = List.of(NO_CUDA, OPENCL);
        List<?> rows = (List<?>) devices.execute(null, words());
        assertEquals(2, rows.size());
        assertEquals("Tesla T4", ((DeviceListing.Row) rows.getFirst()).model());

        Map<String, Object> json = JSON.std.mapFrom((String) devices.execute(null, words("--json")));
        assertEquals(
                Map.of(
                        "driver", "opencl",
                        "name", "opencl-0",
                        "architecture", "opencl",
                        "model", "Tesla T4",
                        "memory", 15L << 30,
                        "workers", List.of(),
                        "used", true,
                        "remark", "",
                        "facts", Map.of("driver.version", "1.8")),
                ((List<?>) json.get("devices")).getFirst());
        assertEquals(
                List.of(
                        Map.of("driver", "cuda", "devices", 0, "remark", "offers nothing: there is no libcuda.so.1"),
                        Map.of("driver", "opencl", "devices", 2, "remark", "")),
                json.get("drivers"));
        assertTrue(!json.containsKey("came"));
    }

    @Test
    void shouldLookAgainAndSayWhatHasCome() throws IOException {
        runtime.devices = List.of(OPENCL);
        runtime.coming = List.of(worker(2, "opencl-1.0", "opencl-1"), worker(3, "opencl-1.1", "opencl-1"));

        assertEquals("""
                driver  name      arch    model         memory   workers        used
                opencl  opencl-0  opencl  Tesla T4      15 GiB                  yes
                opencl  opencl-1  opencl  pthread EPYC  1.5 GiB  opencl-1.0..1  yes

                device opencl-1: is a CPU: set cpu.devices to open it
                2 workers: opencl-1.0..1 came""", text(devices, "--rescan"));
        assertEquals(
                "no workers have come",
                text(devices, "--rescan").lines().toList().getLast());
        Map<String, Object> json = JSON.std.mapFrom((String) devices.execute(null, words("--rescan", "--json")));
        assertEquals(Map.of("default", List.of()), json.get("came"));
    }

    @Test
    void shouldTellTheWorkersOfSeveralRuntimesApart() {
        FakeRuntime cholesky = new FakeRuntime("prio");
        Map<String, FakeRuntime> both = new LinkedHashMap<>();
        both.put(Runtimes.DEFAULT, runtime);
        both.put("cholesky", cholesky);
        runtime.devices = List.of(OPENCL);
        runtime.workers = List.of(worker(1, "opencl-0", "opencl-0"));
        cholesky.workers = List.of(worker(0, "opencl-0", "opencl-0"));
        cholesky.coming = List.of(worker(1, "opencl-1", "opencl-1"));

        String shown = text(new DevicesCommand(RuntimesForTests.of(both)), "--rescan");
        assertTrue(shown.contains("default/opencl-0, cholesky/"), shown);
        assertTrue(
                shown.endsWith("\nruntime default: no workers have come\nruntime cholesky: 1 worker: opencl-1 came"),
                shown);
    }

    @Test
    void shouldCallADeviceUsedThatAnyRuntimeUses() {
        FakeRuntime cholesky = new FakeRuntime("prio");
        Map<String, FakeRuntime> both = new LinkedHashMap<>();
        both.put(Runtimes.DEFAULT, runtime);
        both.put("cholesky", cholesky);
        runtime.devices = List.of(NO_CUDA, OPENCL);
        DeviceDescription cpu = OPENCL.devices().getLast();
        cholesky.devices = List.of(
                NO_CUDA,
                new DeviceReport(
                        "opencl",
                        "",
                        List.of(
                                OPENCL.devices().getFirst(),
                                new DeviceDescription(
                                        cpu.name(),
                                        cpu.architecture(),
                                        cpu.model(),
                                        cpu.memory(),
                                        true,
                                        "",
                                        Map.of()))));

        assertEquals("""
                driver  name      arch    model         memory   workers  used
                opencl  opencl-0  opencl  Tesla T4      15 GiB            yes
                opencl  opencl-1  opencl  pthread EPYC  1.5 GiB           yes

                driver cuda: offers nothing: there is no libcuda.so.1""", text(new DevicesCommand(RuntimesForTests.of(both))));
    }

    @Test
    void shouldShowDevicesBesideWorkersAndMemoryNodes() {
        runtime.workers = List.of(Fakes.worker(0), worker(1, "opencl-0", "opencl-0"));
        runtime.nodes = List.of(Fakes.node(0, "main", Long.MAX_VALUE), Fakes.node(1, "opencl-0", 1 << 20));
        Runtimes one = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime));

        assertEquals("""
                id  name      arch    node  device    state     contexts  tasks  properties
                 0  cpu-0     cpu        0            sleeping  default       0  cpu.pu=0
                 1  opencl-0  opencl     1  Tesla T4  sleeping  default       0  device=0 device.name=opencl-0""", text(new WorkersCommand(one)));
        assertEquals("""
                id  name      device    capacity  used  cached  valid handles  workers
                 0  main                             0       0              0  cpu-0
                 1  opencl-0  Tesla T4   1048576  1000      10              0  opencl-0""", text(new NodesCommand(one)));
    }
}
