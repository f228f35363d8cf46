package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Clock;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way of having no OpenCL, in a JVM of its own: what a JVM has loaded it keeps. */
class WithoutOpenClTest {
    @TempDir
    private Path empty;

    /** Run in the other JVM. */
    public static final class Main {
        public static void main(String... arguments) {
            OpenClDriver driver = new OpenClDriver(Map.of("cpu.devices", "true"));
            DriverRequest anything = new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of());
            DeviceReport report = driver.report(anything);
            int units = driver.open(anything).size();
            System.out.println(report.devices().size() + "|" + units + "|" + report.remark());
        }
    }

    private static String run(Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.add(Main.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the other JVM does not end");
            assertEquals(0, process.exitValue(), output);
            return output.strip();
        } catch (IOException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    @Test
    void shouldSayThatThereIsNoPlatform() throws Exception {
        Pocl.assumeThere();
        assertEquals(
                "0|0|no OpenCL: the library is there, but no platform is installed",
                run(Map.of("OCL_ICD_VENDORS", empty.toString())));
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws Exception {
        String said = run(Map.of(), "-Dos.name=Windows 11"); // has the driver look for a library that is not here
        assertTrue(said.startsWith("0|0|no OpenCL: "), said);
        assertTrue(said.contains("OpenCL.dll"), said);
    }
}
