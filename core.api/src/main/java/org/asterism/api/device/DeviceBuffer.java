package org.asterism.api.device;

/**
 * The location of one buffer of a piece of data on a device.
 *
 * @param memory the driver's handle: for CUDA the address of the first byte ({@code CUdeviceptr}), for OpenCL the
 *     memory object ({@code cl_mem})
 * @param offset bytes from the beginning of that memory to the first byte of the buffer; always 0 for CUDA
 * @param bytes its length, gaps between its runs included
 */
public record DeviceBuffer(long memory, long offset, long bytes) {
    /**
     * The address of the first byte, for devices whose memory has addresses.
     *
     * @return {@link #memory} plus {@link #offset}
     */
    public long address() {
        return memory + offset;
    }
}
