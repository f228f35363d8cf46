package org.asterism.driver.opencl.internal.queue;

/** Interprets errors: decides what an error means for a device. */
@FunctionalInterface
public interface DeviceFailure {
    /**
     * Returns the exception that reports an error.
     *
     * @param what has failed, such as the name of a kernel
     * @param code OpenCL's number
     * @return names the device; says that it is lost, if it does not answer any more
     */
    RuntimeException of(String what, int code);
}
