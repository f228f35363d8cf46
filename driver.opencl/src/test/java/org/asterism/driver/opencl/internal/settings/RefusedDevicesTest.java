package org.asterism.driver.opencl.internal.settings;

import static org.asterism.driver.opencl.internal.device.DeviceFacts.CPU;
import static org.asterism.driver.opencl.internal.device.DeviceFacts.GPU;
import static org.asterism.driver.opencl.internal.device.FactsOfTests.gpu;
import static org.asterism.driver.opencl.internal.device.FactsOfTests.of;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.asterism.driver.opencl.internal.device.DeviceFacts;
import org.junit.jupiter.api.Test;

class RefusedDevicesTest {
    private static final String YOUNG = "OpenCL 1.2 x";

    private static void expect(String part, DeviceFacts device, String... properties) {
        Map<String, String> said = properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]);
        String refusal = Settings.of(Map.of(), said).refusal(device);
        if (part.isEmpty()) {
            assertEquals("", refusal);
        } else {
            assertTrue(refusal.contains(part), refusal);
        }
    }

    @Test
    void shouldUseWhatCanBeUsedAndIsNamed() {
        expect("", gpu(0, "NVIDIA CUDA"));
        expect("", gpu(1, "NVIDIA CUDA"), "devices", "0,1");
        expect("", gpu(0, "NVIDIA CUDA"), "platform", "nvidia");
        expect("", of(0, "p", CPU, YOUNG, true, true, true, 64), "cpu.devices", "true");
    }

    @Test
    void shouldSayWhyADeviceIsNotUsed() {
        expect("'devices'", gpu(2, "NVIDIA CUDA"), "devices", "0,1");
        expect("'platform'", gpu(2, "NVIDIA CUDA"), "platform", "intel");
        expect("cpu.devices=true", of(0, "p", CPU, YOUNG, true, true, true, 64));
        expect("not available", of(0, "p", GPU, YOUNG, false, true, true, 64));
        expect("no compiler", of(0, "p", GPU, YOUNG, true, false, true, 64));
        expect("little-endian", of(0, "p", GPU, YOUNG, true, true, false, 64));
        expect("64 bit", of(0, "p", GPU, YOUNG, true, true, true, 32));
        expect("OpenCL 1.2 is needed", of(0, "p", GPU, "OpenCL 1.1 x", true, true, true, 64));
        expect("OpenCL 1.2 is needed", of(0, "p", GPU, "strange", true, true, true, 64));
        expect("", of(0, "p", GPU, "OpenCL 2.0", true, true, true, 64));
    }
}
