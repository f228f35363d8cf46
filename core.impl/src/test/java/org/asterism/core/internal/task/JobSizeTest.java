package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Codelet;
import org.asterism.core.internal.testing.ReadyList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes jobs in a virtual machine with certain headers of objects and compares the bytes that they take with what the
 * documentation says. A field more would be seen here, and an order of fields that leaves gaps.
 */
class JobSizeTest {
    private static final int JOBS = 1000;
    private static final long MOST_SECONDS = 60;

    @ParameterizedTest
    @CsvSource({"+, 64", "-, 72"})
    @Timeout(2 * MOST_SECONDS)
    void shouldTakeNoMoreBytesThanDocumented(String compactHeaders, String bytes)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m", // with more than 32 GB, references would be longer
                        "-XX:" + compactHeaders + "UseCompactObjectHeaders",
                        "-Xint", // the compiler could do without the objects
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        JobSizeTest.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "the virtual machine has not ended");
            String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("a job has " + bytes + " bytes", written.strip());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Prints how many bytes a job has. */
    public static void main(String... none) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ReadyList host = new ReadyList(false);
        Codelet codelet = Codelet.without("nothing");
        Job[] kept = new Job[JOBS];
        kept[0] = new Job(host, codelet, 0); // initialises classes
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int index = 0; index < JOBS; index++) {
            kept[index] = new Job(host, codelet, index);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        System.out.println("a job has " + allocated / JOBS + " bytes");
    }
}
