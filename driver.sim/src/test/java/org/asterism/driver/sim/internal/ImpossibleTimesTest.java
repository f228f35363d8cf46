package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.model.PerformanceModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times that follow from fields which are allowed, each on its own, and that nevertheless no task can take. */
@Timeout(60)
class ImpossibleTimesTest {
    private static final class GpuCode implements Implementation {}

    private static final Codelet USE = Codelet.named("use it")
            .model(PerformanceModel.history("use"))
            .implementation(Architecture.CUDA, new GpuCode())
            .access(Access.RW)
            .build();

    @TempDir
    Path folder;

    private Path machine(String replaced, String by) throws IOException {
        String text = Files.readString(Path.of(Laboratory.file("two-gpus.json")));
        assertTrue(text.contains(replaced), replaced);
        return Files.writeString(folder.resolve("machine.json"), text.replace(replaced, by));
    }

    private static DataHandle vector(TaskRuntime runtime, long elements) {
        return runtime.data().imagined(new VectorLayout(ElementType.DOUBLE, elements));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "a_us": 0, "c_us": 0            | a_us=0.0 b=1.0 c_us=0.0     | gives 0.0 us for 8000 bytes
            "a_us": 1e11, "b": 10           | a_us=1.0E11 b=10.0 c_us=0.0 | us for 8000 bytes
            "a_us": 1e8                     | a_us=1.0E8 b=1.0 c_us=0.0   | gives 8.0E11 us for 8000 bytes
            "gflops": 1e-6, "overhead_us":1 | gflops=1.0E-6 overhead_us=1.0 | gives 5.0E16 us for 5.0E13 flops
            """)
    void shouldRefuseTasksForWhichALawGivesNoPossibleTime(String law, String fields, String said) throws IOException {
        Path file = machine("\"a_us\": 0, \"c_us\": 100", law);
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(file.toString()))) {
            DataHandle data = vector(runtime, 1000);
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> runtime.task(USE).data(data).flops(5e13).submit())
                    .getMessage();
            assertTrue(message.contains("machine file " + file + ": kernel 'use' on cuda: the law " + fields), message);
            assertTrue(message.contains(said), message);
            assertTrue(
                    message.endsWith(": change it so that the time is more than 0 us and at most 1.0E11 us"), message);
            assertEquals(1, message.lines().count(), message);
        }
    }

    @Test
    void shouldFailTasksWhoseCopiesTakeTooLong() throws Exception {
        Path file = machine("\"bus\": {\"bandwidth_MBps\": 1000}", "\"bus\": {\"bandwidth_MBps\": 0.001}");
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime(Simulation.of(
                        Files.writeString(file, Files.readString(file).replace("1073741824", "1000000000000000000"))
                                .toString()))) {
            Task task =
                    runtime.task(USE).data(vector(runtime, 100_000_000_000L)).submit();
            String message = assertThrows(Exception.class, task::await).toString();
            assertTrue(message.contains("a copy of 800000000000 bytes from ram to gpu0 takes 8"), message);
        }
    }

    @Test
    void shouldFailTasksThatWouldPassTheEndOfTheClock() throws Exception {
        Path file = machine("\"a_us\": 0, \"c_us\": 100", "\"a_us\": 0, \"c_us\": 1e11");
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(Simulation.of(file.toString()).with("workers.cuda", "1"))) {
            DataHandle data = vector(runtime, 1000);
            Task last = null;
            for (int task = 0; task < 50_000; task++) {
                last = runtime.task(USE).data(data).submit();
            }
            Task late = last;
            assertThrows(Exception.class, late::await);
            String message = assertThrows(Exception.class, runtime::waitAll).toString();
            assertTrue(message.contains("the simulation has come to the end of its virtual time"), message);
            long years = runtime.clock().nanoTime() / 1_000_000_000 / 3600 / 24 / 365;
            assertTrue(years >= 145 && years <= 147, years + " years");
        }
    }

    @Test
    void shouldFailTasksWhoseDrawnTimeIsTooLong() throws Exception {
        Path file = machine(
                "{\"law\": {\"a_us\": 0, \"c_us\": 100}, \"spread\": 0.1}",
                "{\"cases\": [{\"bytes\": 8000, \"mean_us\": 1e-300, \"deviation_us\": 1e11}]}");
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime =
                        laboratory.runtime(Simulation.of(file.toString()).with("spread", "on"))) {
            Task task = runtime.task(USE).data(vector(runtime, 1000)).submit();
            String message = assertThrows(Exception.class, task::await).toString();
            assertTrue(message.contains("leave out spread=on"), message);
        }
    }
}
