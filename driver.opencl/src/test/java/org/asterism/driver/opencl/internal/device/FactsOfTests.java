package org.asterism.driver.opencl.internal.device;

/** Devices that are not there. */
public final class FactsOfTests {
    private FactsOfTests() {}

    /** A device that is used by default. */
    public static DeviceFacts gpu(int number, String platform) {
        return of(number, platform, DeviceFacts.GPU, "OpenCL 3.0 CUDA", true, true, true, 64);
    }

    /** A device of any kind. */
    public static DeviceFacts of(
            int number,
            String platform,
            long type,
            String version,
            boolean available,
            boolean hasCompiler,
            boolean littleEndian,
            int addressBits) {
        return new DeviceFacts(
                number,
                platform,
                "1",
                "model",
                "vendor",
                version,
                "1",
                type,
                1L << 30,
                1L << 28,
                128,
                16,
                available,
                hasCompiler,
                littleEndian,
                addressBits,
                false,
                true,
                "",
                platform + number);
    }
}
