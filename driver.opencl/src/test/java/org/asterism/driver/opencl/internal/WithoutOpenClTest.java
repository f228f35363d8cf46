package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
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

    @Test
    void shouldSayThatThereIsNoPlatform() throws Exception {
        Pocl.assumeThere();
        assertEquals(
                "0|0|no OpenCL: the library is there, but no platform is installed",
                OtherJvm.run(Main.class, Map.of("OCL_ICD_VENDORS", empty.toString())));
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws Exception {
        String said = OtherJvm.run(
                Main.class, Map.of(), "-Dos.name=Windows 11"); // has the driver look for a library that is not here
        assertTrue(said.startsWith("0|0|no OpenCL: "), said);
        assertTrue(said.contains("OpenCL.dll"), said);
    }
}
