package org.asterism.driver.sim.internal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that no machine has: each is refused with one line, and within bounded time. */
@Timeout(60)
class MachineLimitsTest {
    /** A machine with every field that has a number; each number is its schema's path, after an @. */
    private static final String MACHINE = """
            {"format": "asterism-machine-1", "name": "all fields",
             "parallel_efficiency": @parallel_efficiency@,
             "memories": [{"name": "ram"}, {"name": "gpu", "bytes": @memory.bytes@}],
             "workers": [
               {"architecture": "cpu", "count": @workers.count@, "memory": "ram", "pipeline": @workers.pipeline@,
                "busy_watts": 1e9, "idle_watts": @workers.idle_watts@},
               {"architecture": "cuda", "memory": "gpu", "busy_watts": @workers.busy_watts@, "count": 0}],
             "members": {"count": @members.count@, "bytes": @members.bytes@, "to": {"bandwidth_MBps": 1},
               "from": {"bandwidth_MBps": 1},
               "workers": [
                 {"architecture": "cpu", "count": @memberWorkers.count@, "pipeline": @memberWorkers.pipeline@,
                  "busy_watts": 1e9, "idle_watts": @memberWorkers.idle_watts@},
                 {"architecture": "cpu", "count": 0, "busy_watts": @memberWorkers.busy_watts@}]},
             "links": {"bus": {"bandwidth_MBps": @link.bandwidth_MBps@, "latency_us": @link.latency_us@}},
             "routes": [{"from": "ram", "to": "gpu", "links": ["bus"], "both_ways": true}],
             "kernels": {"use": {
               "cpu": {"law": {"a_us": @law.oneOf.0.a_us@, "b": @law.oneOf.0.b@, "c_us": @law.oneOf.0.c_us@},
                       "spread": @timing.spread@,
                       "cases": [{"footprint": "0", "bytes": @case.bytes@, "tile": @case.tile@, "flops": @case.flops@,
                                  "mean_us": @case.mean_us@, "deviation_us": @case.deviation_us@,
                                  "samples": @case.samples@, "joules": @case.joules@, "members": @case.members@}]},
               "cuda": {"law": {"gflops": @law.oneOf.1.gflops@, "overhead_us": @law.oneOf.1.overhead_us@}}}},
             "costs": {"device_allocation_us": @costs.device_allocation_us@, "device_free_us": @costs.device_free_us@,
                       "queueing_us": @costs.queueing_us@, "submit_us": @costs.submit_us@, "push_us": @costs.push_us@,
                       "fetch_us": @costs.fetch_us@, "turn_us": @costs.turn_us@}}
            """;

    private static final List<String> NO_NUMBERS =
            List.of("1e308", "-1", "-1e-9", "1e400", "1e30000", "9".repeat(900), "\"5\"", "true", "null", "[5]", "{}");

    /** Read once: a test asks for them for each value. */
    private static final List<Field> FIELDS = new ArrayList<>();

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("machine.json"), text);
    }

    private String refusal(String text) throws IOException {
        return refusalOf(file(text).toString());
    }

    private static String refusalOf(String name) {
        String message = assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read(name), name)
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.length() < 700, message);
        return message;
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = MachineLimitsTest.class.getResourceAsStream("/org/asterism/driver/sim/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A field: its name in the text above, whether it is whole, and its bounds. */
    record Field(String name, boolean isWhole, BigDecimal least, BigDecimal most) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All fields of the schema that have a number. */
    static List<Field> fields() throws IOException {
        if (!FIELDS.isEmpty()) {
            return FIELDS;
        }
        Map<?, ?> schema = (Map<?, ?>) JSON.std.anyFrom(resource("machine.schema.json"));
        collect("", schema, FIELDS);
        ((Map<?, ?>) schema.get("$defs")).forEach((name, type) -> {
            collect(name + ".", (Map<?, ?>) type, FIELDS);
            if (((Map<?, ?>) type).get("oneOf") instanceof List<?> kinds) {
                for (int kind = 0; kind < kinds.size(); kind++) {
                    collect(name + ".oneOf." + kind + ".", (Map<?, ?>) kinds.get(kind), FIELDS);
                }
            }
        });
        return FIELDS;
    }

    private static void collect(String prefix, Map<?, ?> type, List<Field> fields) {
        if (type.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, given) -> {
                Map<?, ?> field = (Map<?, ?>) given;
                if (List.of("integer", "number").contains(String.valueOf(field.get("type")))) {
                    fields.add(new Field(
                            prefix + name,
                            field.get("type").equals("integer"),
                            new BigDecimal(String.valueOf(field.get("minimum"))),
                            new BigDecimal(String.valueOf(field.get("maximum")))));
                }
            });
        }
    }

    /** The machine with a value in one field, and the smallest allowed values in all others. */
    private static String machine(Field changed, String value) throws IOException {
        String text = MACHINE;
        for (Field field : fields()) {
            String place = "@" + field.name + "@";
            assertTrue(text.contains(place), "the machine of this test lacks " + field.name);
            String smallest = field.name.equals("workers.busy_watts") ? "1e9" : field.least.toPlainString();
            text = text.replace(place, field.equals(changed) ? value : smallest);
        }
        return text;
    }

    @ParameterizedTest
    @MethodSource("fields")
    void shouldRefuseWhatTheSchemaDoesNotAllow(Field field) throws IOException {
        List<String> values = new ArrayList<>(NO_NUMBERS);
        values.add(field.most.multiply(BigDecimal.TWO).toPlainString());
        values.add(field.least.subtract(BigDecimal.ONE).toPlainString());
        if (field.isWhole) {
            values.add("1.5");
        }
        for (String value : values) {
            String message = refusal(machine(field, value));
            String[] names = field.name.split("\\.");
            assertTrue(message.contains(names[names.length - 1] + ": is "), field + " " + value + ": " + message);
            assertTrue(message.contains("give a"), field + " " + value + ": " + message);
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void shouldTakeTheBoundsOfTheSchema(Field field) throws IOException {
        MachineLibrary.read(file(machine(field, field.least.toPlainString())).toString());
        MachineLibrary.read(file(machine(field, field.most.toPlainString())).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "cpu_cores": 4         | "cpu_cores": X           | $.cpu_cores
            "cpu_workers_default": 2 | "cpu_workers_default": X | $.cpu_workers_default
            "count": 2             | "count": X               | $.workers[0].count
            "memory_bytes": 1000000000 | "memory_bytes": X    | $.workers[1].memory_bytes
            90pct": 900000000      | 90pct": X                | $.workers[1].usable_memory_bytes_at_default_90pct
            [0, 1000, 1000, 500]   | [0, X, 1000, 500]        | $.bandwidth_MBps_from_row_to_col[0][1]
            [0, 9.5, 9.5, 20]      | [0, X, 9.5, 20]          | $.latency_us_from_row_to_col[0][1]
            "bandwidth_MBps": 1000 | "bandwidth_MBps": X      | $.simgrid_links.Host.bandwidth_MBps
            "latency_us": 0        | "latency_us": X          | $.simgrid_links.Host.latency_us
            "size_bytes": 0        | "size_bytes": X          | $.kernels.work.cpu['00000000'].size_bytes
            "tile": 1              | "tile": X                | $.kernels.work.cpu['00000000'].tile
            "flops": 0             | "flops": X               | $.kernels.work.cpu['00000000'].flops
            "mean_us": 100.5       | "mean_us": X             | $.kernels.work.cpu['00000000'].mean_us
            "dev_us": 10           | "dev_us": X              | $.kernels.work.cpu['00000000'].dev_us
            "samples": 7           | "samples": X             | $.kernels.work.cpu['00000000'].samples
            """)
    void shouldRefuseImpossibleNumbersInPlatformFiles(String replaced, String by, String place) throws IOException {
        String text = resource("internal/small-platform.json");
        int at = text.indexOf(replaced);
        assertTrue(at >= 0, replaced);
        for (String value : NO_NUMBERS) {
            String changed = text.substring(0, at) + by.replace("X", value) + text.substring(at + replaced.length());
            String message = refusal(changed);
            assertTrue(message.contains(place + ": is "), value + ": " + message);
            assertTrue(message.contains(": give "), value + ": " + message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-308", "0.0009"})
    void shouldRefuseLatenciesThatSharesOfALinkCannotBeComputedFrom(String latency) throws IOException {
        String message = refusal(resource("internal/two-gpus.json")
                .replace(
                        "\"to gpu0\": {\"bandwidth_MBps\": 1000, \"latency_us\": 10}",
                        "\"to gpu0\": {\"bandwidth_MBps\"" + ": 1000, \"latency_us\": " + latency + "}"));
        assertTrue(message.contains("$.links['to gpu0'].latency_us: is "), message);
        assertTrue(message.contains("give a number, 0 or from 0.001 to 1000000"), message);
    }

    @Test
    void shouldCountTheWorkersOfAllGroups() throws IOException {
        String message = refusal(resource("internal/small-platform.json")
                .replace("\"count\": 2", "\"count\": 600000")
                .replace("\"count\": 1", "\"count\": 400000"));
        assertTrue(message.endsWith("$.workers: has 1400000 workers in all: give a number from 0 to 1000000"), message);
    }

    @Test
    void shouldRefuseMoreMemoriesThanTablesOfWaysCanHave() throws IOException {
        List<String> memories = Collections.nCopies(10_001, "{\"name\": \"m\"}");
        String message =
                refusal("{\"format\": \"asterism-machine-1\", \"name\": \"n\", \"memories\": " + memories + "}");
        assertTrue(message.endsWith("$.memories: has 10001 elements: give 10000 at most"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "{\"format\": [", "{\"note\": [["})
    void shouldRefuseDeepNesting(String bracket) throws IOException {
        for (int depth : new int[] {101, 100_000}) {
            String message = refusal(bracket.repeat(depth));
            assertTrue(message.contains("is no good JSON: line 1, column "), message);
            assertTrue(message.contains("nesting depth (101) exceeds the maximum allowed (100)"), message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" }", "\n{}", " 1", " x", ",", "\n\u0000", " null"})
    void shouldRefuseWhatFollowsTheDocument(String behind) throws IOException {
        String message = refusal(resource("internal/two-gpus.json").strip() + behind);
        assertTrue(message.contains("is no good JSON: line "), message);
        assertTrue(message.contains(", column "), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "nothing", "\"text\"", "7", "null", "NaN", "{", "[]", "<platform/>", "\uFEFF"})
    void shouldRefuseWhatIsNoObject(String text) throws IOException {
        String message = refusal(text);
        assertTrue(message.contains("is no good JSON: line 1") || message.contains("give a JSON object"), message);
    }

    @Test
    void shouldRefuseBinaryFiles() throws IOException {
        Path file = Files.write(folder.resolve("picture.png"), new byte[] {'{', '"', (byte) 0x89, 'P', 0, 1, 2});
        assertEquals(
                "machine file " + file + ": is no text in UTF-8: byte 0x89 at offset 2: give a JSON file",
                refusalOf(file.toString()));
        Files.write(file, new byte[] {' ', (byte) 0xe2, (byte) 0x82});
        assertTrue(refusalOf(file.toString()).contains("is no text in UTF-8"), "cut within a character");
    }

    @Test
    void shouldRefuseLargeFiles() throws IOException {
        Path file = Files.write(folder.resolve("large.json"), new byte[(16 << 20) + 1]);
        assertEquals(
                "machine file " + file + ": is larger than 16 MiB, the most that is read", refusalOf(file.toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "name": "two GPUs on one bus" | "name": "LONG"           | $.name: is the text
            "name": "two GPUs on one bus" | "name": "two\\nlines"    | $.name: is the text 'two?lines': give a text of up to 1000 characters
            "name": "two GPUs on one bus" | "name": null             | $.name: is null
            "name": "two GPUs on one bus" | "LONG": 1, "name": "x"   | maximum allowed (1000)
            "memory": "gpu0"              | "memory": "LONG"         | $.workers[0].memory: is the text
            "architecture": "cuda"        | "architecture": "LONG"   | $.workers[0].architecture: is the text
            "links": ["bus", "to gpu0"]   | "links": [MANY]          | $.routes[0].links: has 1001 elements: give 1000 at most
            "bytes": 1073741824           | "bytes": LONG            | Number value length
            """)
    void shouldRefuseWhatDoesNotFitOnALine(String replaced, String by, String said) throws IOException {
        String text = resource("internal/two-gpus.json");
        int at = text.indexOf(replaced);
        String changed = by.replace("LONG", "9".repeat(5000))
                .replace("MANY", String.join(",", Collections.nCopies(1001, "\"bus\"")));
        String message = refusal(text.substring(0, at) + changed + text.substring(at + replaced.length()));
        assertTrue(message.contains(said), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "synthetic(cpu=9999999)",
                "synthetic(cpu=1000000,cuda=1)",
                "synthetic(cpu=99999999999)",
                "synthetic(cuda=10000)",
                "synthetic(cpu=-1)",
                "synthetic(cpu=1e9)",
                "synthetic(",
                "synthetic()"
            })
    void shouldRefuseSyntheticMachinesThatAreTooLarge(String name) {
        String message = refusalOf(name);
        assertTrue(message.startsWith("machine '" + name + "'"), message);
        assertTrue(message.contains("1000000"), message);
    }

    @Test
    void shouldRefuseNamesThatNoFileCanHave() {
        assertTrue(refusalOf("a\0b").startsWith("there is no machine 'a?b'"));
    }

    @Test
    void shouldTellOnlyTheFirstThingsThatAreWrong() throws IOException {
        String odd = String.join(",", Collections.nCopies(100_000, "{\"odd\": 1}"));
        Path file = file("{\"format\": \"asterism-machine-1\", \"name\": \"n\", \"memories\": [{\"name\": \"ram\"}],"
                + " \"kernels\": {}, \"workers\": [" + odd + "]}");
        String message = assertThrows(IllegalArgumentException.class, () -> MachineLibrary.read(file.toString()))
                .getMessage();
        assertTrue(message.length() < 10_000, "length " + message.length());
        assertTrue(message.contains(" more"), message);
    }

    @Test
    void shouldRefuseWhatIsNoFileWithoutOpeningIt() throws Exception {
        Path pipe = folder.resolve("pipe.json");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (Path each : List.of(pipe, folder, Path.of("/dev/zero"))) {
                IllegalArgumentException refused =
                        assertThrows(IllegalArgumentException.class, () -> JsonText.of(each));
                assertTrue(refused.getMessage().contains("; name a file"), refused.getMessage());
            }
        });
    }
}
