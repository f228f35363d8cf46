package org.asterism.bench.remotebench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That it measures, on local workers: members need other processes. */
class RemoteBenchTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        assertEquals(0, runtime.data().handles().size(), "handles left open");
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource({"tasks,us_per_task", "chain,us_per_task", "read,mib_per_s", "write,mib_per_s", "cholesky,time_ms"})
    void shouldMeasureEachMode(String mode, String figure) throws Exception {
        Map<String, Object> fields = new RemoteBench()
                .run(new ApplicationTrial(runtime)
                        .with("mode", mode)
                        .with("n", 10)
                        .with("bytes", 4096)
                        .with("nt", 4)
                        .with("us", 100)
                        .with("times", 2))
                .fields();
        assertTrue((double) fields.get(figure) > 0, fields.toString());
        if (mode.equals("cholesky")) {
            assertEquals(20, fields.get("tasks"));
        }
    }

    @Test
    void shouldNameAnUnknownMode() {
        String message = assertThrows(
                        UsageException.class,
                        () -> new RemoteBench().run(new ApplicationTrial(runtime).with("mode", "fly")))
                .getMessage();
        assertTrue(message.contains("'fly'") && message.contains("cholesky"), message);
    }
}
