package org.asterism.itest.container;

import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.asterism.api.Architecture;

/** The driver for OpenCL, on a device that is made of processor cores. */
public class OpenClDriverIT extends DeviceDriverJourney {
    /** Called by Pax Exam. */
    public OpenClDriverIT() {
        super(Architecture.OPENCL, "OpenClDriver", "org.jocl.CL");
    }

    @Override
    Map<String, Object> prepare() {
        assumeTrue(
                "PoCL is not installed: nothing is tested on OpenCL",
                Files.exists(Path.of("/etc/OpenCL/vendors/pocl.icd")));
        return Map.of("cpu.devices", true);
    }
}
