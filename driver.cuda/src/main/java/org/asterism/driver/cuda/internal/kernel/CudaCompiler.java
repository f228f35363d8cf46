package org.asterism.driver.cuda.internal.kernel;

import java.util.List;

/** Compiles CUDA C++. Any thread may use it. */
public interface CudaCompiler {
    /**
     * Returns the inputs of the result other than the program.
     *
     * @return the compiler's name and version
     */
    String version();

    /**
     * Compiles a program for a kind of device.
     *
     * @param source the program
     * @param origin the origin of the program, for messages
     * @param capability compute capability of the device, ten for each major version and one for each minor one
     * @param driverVersion the version of CUDA that the device's driver supports, a thousand for each major version and
     *     ten for each minor one
     * @param options more of them, in the compiler's own words
     * @return a binary for the device, or PTX text if the compiler does not know the device, or the driver is of an
     *     older major version
     * @throws IllegalArgumentException if the program cannot be compiled: has the compiler's log
     */
    byte[] compile(String source, String origin, int capability, int driverVersion, List<String> options);
}
