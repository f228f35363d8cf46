package org.asterism.driver.sim.internal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of bad descriptions: the file, the place in it, and the reason. */
class MachineErrorsTest {
    @TempDir
    Path folder;

    private static String resource(String name) throws IOException {
        try (InputStream stream =
                MachineErrorsTest.class.getResourceAsStream("/org/asterism/driver/sim/internal/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String refusal(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("machine.json"), text);
        String message = assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read(file.toString()))
                .getMessage();
        assertTrue(message.startsWith("machine file " + file + ": "), message);
        return message.substring(("machine file " + file + ": ").length());
    }

    private String refusal(String name, String replaced, String by) throws IOException {
        String text = resource(name);
        assertTrue(text.contains(replaced), replaced);
        return refusal(text.replaceFirst(Pattern.quote(replaced), Matcher.quoteReplacement(by)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "count": 2,            | "count": -2,           | $.workers[0].count: is -2: give a whole number, from 0 to 1000000
            "count": 2,            | "count": "two",        | $.workers[0].count: is the text 'two': give a whole number, from 0 to 1000000
            "count": 2,            | "number": 2, "count":2,| $.workers[0].number: is an unknown field: there are arch, count, memcpy_peer, memory_bytes, memory_node, model, usable_memory_bytes_at_default_90pct
            "memory_node": "RAM"   | "memory_node": "ROM"   | $.workers[0].memory_node: names no memory: there is no 'ROM' among [CUDA0, CUDA1, OpenCL0, RAM]
            "arch": "cpu"          | "arch": "CPU-7"        | $.workers[0].arch: 'CPU-7' is no kind of worker: give cpu, or letters and a number, such as cuda0
            "mean_us": 100.5       | "mean_us": -3          | $.kernels.work.cpu['00000000'].mean_us: is -3: give a number, from 0 to 1e11
            "mean_us": 100.5       | "mean": 100.5          | $.kernels.work.cpu['00000000'].mean: is an unknown field: there are dev_us, flops, mean_us, samples, size_bytes, tile
            "dev_us": 10           | "dev_us": true         | $.kernels.work.cpu['00000000'].dev_us: is true: give a number, from 0 to 1e11
            "00000000"             | "xyz"                  | $.kernels.work.cpu.xyz: 'xyz' is no footprint: give up to 8 hexadecimal digits
            "work_goto": "work"    | "work_goto": "toil"    | $.kernel_aliases.work_goto: names a missing kernel: there is no 'toil' among [chol_model_potrf, gpu_only, work]
            "work": {              | "work": {"cuda7": {},  | $.kernels.work.cuda7: is for an unknown worker: there are cpu, cuda0, cuda1, opencl0
            "work": {              | "idle": {}, "work": {  | $.kernels.idle: has no times: give some for a kind of worker (cpu, cuda0, cuda1, opencl0), or leave the kernel out
            ["RAM-CUDA0", "Host"]  | ["RAM-CUDA0", "Hostel"]| $.simgrid_routes[0].links[1]: names no link: there is no 'Hostel' among the links of this file
            ["RAM-CUDA0", "Host"]  | []                     | $.simgrid_routes[0].links: is empty: a route has at least one link
            "sharing": "SHARED"    | "sharing": "SOMETIMES" | $.simgrid_links.Host.sharing: is 'SOMETIMES': give SHARED or FATPIPE
            "bandwidth_MBps": 1000 | "bandwidth_MBps": 0    | $.simgrid_links.Host.bandwidth_MBps: is 0: give a number, from 0.001 to 1e9
            "latency_us": 10       | "latency_us": -10      | $.simgrid_links['RAM-CUDA0'].latency_us: is -10: give a number, 0 or from 0.001 to 1000000
            "machine": "small"     | "engine": "small"      | $.engine: is an unknown field
            [0, 1000, 1000, 500]   | [0, 1000, 1000]        | $.bandwidth_MBps_from_row_to_col[0]: has 3 columns: give one for each of the 4 memory nodes
            """)
    void shouldSayWhatIsWrongWithAPlatformFile(String replaced, String by, String said) throws IOException {
        String message = refusal("small-platform.json", replaced, by);
        assertTrue(message.contains(said), message);
    }

    @Test
    void shouldSayThatALinkIsMissingBetweenMemories() throws IOException {
        String text = resource("small-platform.json")
                .replace("[0, 1000, 1000, 500]", "[0, 0, 1000, 500]")
                .replace(
                        "{\"src\": \"RAM\", \"dst\": \"CUDA0\", \"symmetrical\": \"NO\", \"links\": [\"RAM-CUDA0\", "
                                + "\"Host\"]},",
                        "");
        assertEquals(
                "$.simgrid_routes: has no route from RAM to CUDA0, and the matrix has no bandwidth for it: a link is "
                        + "missing",
                refusal(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "asterism-machine-1"           | "asterism-machine-9"              | $.format: is 'asterism-machine-9': give asterism-machine-1
            "name": "ram"                  | "name": "gpu0"                    | $.memories[1].name: is the name of another memory, too: names must differ
            {"name": "ram"}                | {"name": "ram", "kind": "device"} | $.memories[0].kind: is 'device': give host
            "bytes": 1073741824            | "bytes": 0                        | $.memories[1].bytes: is 0: give a whole number, from 1 to 1e18
            "memory": "gpu0"               | "memory": "gpu7"                  | $.workers[0].memory: names no memory: there is no 'gpu7' among [gpu0, gpu1, ram]
            "memory": "gpu0"               | "memory": "gpu0", "pipeline": 0   | $.workers[0].pipeline: is 0: give a whole number, from 1 to 1000
            "architecture": "cuda"         | "architecture": "?"               | $.workers[0].architecture: architecture '?': use letters, digits, '-' and '.'
            "busy_watts": 100              | "busy_watts": 10                  | $.workers[0].busy_watts: is 10.0, less than idle_watts: give 20.0 or more
            "links": ["bus", "to gpu0"]    | "links": ["bus", "to gpu9"]       | $.routes[0].links[1]: names no link: there is no 'to gpu9'
            "from": "ram", "to": "gpu1"    | "from": "ram", "to": "gpu0"       | $.routes[1]: is a second way from ram to gpu0: give one
            "from": "ram", "to": "gpu1"    | "from": "gpu0", "to": "gpu1"      | $.routes: has no route from ram to gpu1, where workers are: a link is missing
            "from": "ram", "to": "gpu1"    | "from": "gpu1", "to": "gpu1"      | $.routes[1]: leads from gpu1 to itself: give two memories
            {"cuda": {"law"                | {"tpu": {"law"                    | $.kernels.use.tpu: is for an unknown worker: there are cuda
            {"a_us": 0, "c_us": 100}       | {"a": 0, "c_us": 100}             | $.kernels.use.cuda.law.a: is an unknown field: there are a_us, b, c_us
            {"a_us": 0, "c_us": 100}       | {"a_us": 0, "c_us": -100}         | $.kernels.use.cuda.law.c_us: is -100: give a number, from 0 to 1e11
            {"a_us": 0, "c_us": 100}       | {"gflops": 0}                     | $.kernels.use.cuda.law.gflops: is 0: give a number, from 1e-6 to 1e12
            {"law": {"a_us": 0, "c_us": 100}, "spread": 0.1} | {"spread": 0.1} | $.kernels.use.cuda: has no times: give cases or a law
            {"law": {"a_us": 0, "c_us": 100}, "spread": 0.1} | {"cases": [{"mean_us": 3}]} | $.kernels.use.cuda.cases[0]: says not what it is for: give footprint, bytes or both
            {"use": {"cuda"                | {} , "x": {"use": {"cuda"         | $.kernels: has no kernel: give at least one, or '*' for any
            "kernels":                     | "costs": {"queueing_us": -1}, "kernels": | $.costs.queueing_us: is -1: give a number, from 0 to 1e9
            "kernels":                     | "costs": {"sleep_us": 1}, "kernels": | $.costs.sleep_us: is an unknown field
            "kernels":                     | "sharing": "by size", "kernels":  | $.sharing: is 'by size': give equal or latency
            """)
    void shouldSayWhatIsWrongWithAMachineFile(String replaced, String by, String said) throws IOException {
        String text = resource("two-gpus.json");
        assertTrue(text.contains(replaced), replaced);
        int at = text.indexOf(replaced);
        String changed = text.substring(0, at) + by + text.substring(at + replaced.length());
        String message = refusal(changed);
        assertTrue(message.contains(said), message);
    }

    @Test
    void shouldSayAllThatIsWrongAtOnce() throws IOException {
        String message = refusal(resource("small-platform.json")
                .replace("\"count\": 2,", "\"count\": -2,")
                .replace("\"mean_us\": 100.5", "\"mean_us\": -100.5")
                .replace("\"note\": \"same board\"", "\"remark\": \"same board\""));
        assertTrue(message.startsWith("3 things are wrong:"), message);
        assertTrue(message.contains("$.workers[0].count"), message);
        assertTrue(message.contains("$.workers[3].remark"), message);
        assertTrue(message.contains("$.kernels.work.cpu['00000000'].mean_us"), message);
        assertEquals(3, message.split(";\\R").length, "they can be told apart on one line, too: " + message);
    }

    @Test
    void shouldSayWhereAFileIsNoJson() throws IOException {
        String message = refusal("{\"format\": \"asterism-machine-1\",\n  \"name\" 7}");
        assertTrue(message.startsWith("is no good JSON: line 2, column "), message);
        assertFalse(refusal("{").contains("start marker"), "what the reader of JSON calls the text");
        assertTrue(refusal("{\"format\": 1, \"format\": 2}").contains("Duplicate"), "the same field twice");
        assertEquals("is no description of a machine: give a JSON object", refusal("[]"));
    }

    @Test
    void shouldSayWhichFormatsThereAre() throws IOException {
        assertEquals(
                "is of no known format: give a field format with the value asterism-machine-1,"
                        + " or the fields of a platform file, such as memory_nodes",
                refusal("{}"));
    }

    @Test
    void shouldSayWhichMachinesThereAreIfThereIsNoneOfAName() {
        String message = assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read("lapdog"))
                .getMessage();
        assertTrue(message.startsWith("there is no machine 'lapdog': no file "), message);
        assertTrue(
                message.endsWith("are laptop, node-2gpu, node-4socket-8gpu, workers-1000, synthetic(cpu=N,cuda=M) and"
                        + " cluster(members=N,workers=W)"),
                message);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read("synthetic(cpu=many)"))
                .getMessage()
                .contains("say synthetic(cpu=N,cuda=M)"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read("synthetic(cpu=0)"))
                .getMessage()
                .contains("has no workers"));
    }
}
