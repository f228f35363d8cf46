package org.asterism.driver.opencl.internal.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_program;

/**
 * A program that can be run on a device.
 *
 * @param handle the handle of the program
 * @param origin its source, for messages
 */
record BuiltProgram(cl_program handle, String origin) {
    private static final int KERNEL_NAMES = 0x1168;

    /** The names of its kernels, for messages; a remark if they are not known. */
    String kernelNames() {
        long[] bytes = new long[1];
        int code = CL.clGetProgramInfo(handle, KERNEL_NAMES, 0, null, bytes);
        byte[] names = new byte[Math.toIntExact(bytes[0])];
        if (code == ErrorCode.SUCCESS && names.length > 0) {
            code = CL.clGetProgramInfo(handle, KERNEL_NAMES, names.length, Pointer.to(names), null);
        }
        String text =
                new String(names, StandardCharsets.UTF_8).replace("\0", "").strip();
        return code != ErrorCode.SUCCESS || text.isEmpty() ? "none that is known" : text.replace(";", ", ");
    }

    /** Returns the binary for the first of its devices; empty if the platform does not provide it. */
    Optional<byte[]> binary() {
        int[] devices = new int[1];
        if (CL.clGetProgramInfo(handle, CL.CL_PROGRAM_NUM_DEVICES, Integer.BYTES, Pointer.to(devices), null)
                        != ErrorCode.SUCCESS
                || devices[0] < 1) {
            return Optional.empty();
        }
        long[] sizes = new long[devices[0]];
        int code = CL.clGetProgramInfo(
                handle, CL.CL_PROGRAM_BINARY_SIZES, (long) sizes.length * Long.BYTES, Pointer.to(sizes), null);
        if (code != ErrorCode.SUCCESS) {
            return Optional.empty();
        }
        Pointer[] pointers = new Pointer[sizes.length];
        byte[][] binaries = new byte[sizes.length][];
        byte[] found = null;
        for (int device = 0; device < sizes.length; device++) {
            binaries[device] = new byte[Math.toIntExact(Math.max(1, sizes[device]))];
            pointers[device] = Pointer.to(binaries[device]);
            if (found == null && sizes[device] > 0) {
                found = binaries[device];
            }
        }
        code = CL.clGetProgramInfo(
                handle, CL.CL_PROGRAM_BINARIES, (long) sizes.length * Long.BYTES, Pointer.to(pointers), null);
        return code == ErrorCode.SUCCESS ? Optional.ofNullable(found) : Optional.empty();
    }

    void release() {
        CL.clReleaseProgram(handle);
    }
}
