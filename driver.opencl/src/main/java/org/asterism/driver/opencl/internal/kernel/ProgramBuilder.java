package org.asterism.driver.opencl.internal.kernel;

import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelLanguage;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.SignalHandlers;
import org.asterism.kit.device.KernelCache;
import org.asterism.kit.device.KernelKey;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_device_id;
import org.jocl.cl_program;

/**
 * Builds a program for a device. It uses the compiled program on disk if the device accepts that, and the platform's
 * compiler otherwise.
 */
final class ProgramBuilder {
    private static final System.Logger LOG = System.getLogger(ProgramBuilder.class.getName());

    /** Has the compiler keep the types of parameters, so that mistakes in arguments are found. */
    private static final String KEEP_TYPES = "-cl-kernel-arg-info";

    private final OpenDevice device;
    private final KernelCache cache;
    private final cl_device_id[] parts;

    ProgramBuilder(OpenDevice device, KernelCache cache) {
        this.device = device;
        this.cache = cache;
        parts = device.parts().toArray(cl_device_id[]::new);
    }

    BuiltProgram build(DeviceKernel kernel, KernelKey key) {
        if (kernel.language() != KernelLanguage.OPENCL_C) {
            throw new IllegalArgumentException(device + " runs kernels in " + KernelLanguage.OPENCL_C
                    + ", but was given one in " + kernel.language() + " from " + kernel.origin()
                    + ": give the codelet a DeviceKernel.source(KernelLanguage.OPENCL_C, ...) for opencl");
        }
        Optional<BuiltProgram> kept =
                cache.find(key).flatMap(binary -> SignalHandlers.keepDuring(() -> load(kernel, binary)));
        if (kept.isPresent()) {
            return kept.get();
        }
        BuiltProgram built = SignalHandlers.keepDuring(() -> compile(kernel));
        built.binary().ifPresent(binary -> cache.store(key, binary));
        return built;
    }

    private static String options(DeviceKernel kernel) {
        List<String> options = new ArrayList<>(kernel.options());
        options.add(KEEP_TYPES);
        return String.join(" ", options);
    }

    /** A device may refuse what it made itself, after a change that its version does not tell. */
    private Optional<BuiltProgram> load(DeviceKernel kernel, byte[] binary) {
        long[] lengths = new long[parts.length];
        byte[][] binaries = new byte[parts.length][];
        for (int part = 0; part < parts.length; part++) {
            lengths[part] = binary.length;
            binaries[part] = binary;
        }
        int[] code = new int[1];
        cl_program program = CL.clCreateProgramWithBinary(
                device.contextHandle(), parts.length, parts, lengths, binaries, null, code);
        if (code[0] == ErrorCode.SUCCESS) {
            code[0] = CL.clBuildProgram(program, parts.length, parts, options(kernel), null, null);
            if (code[0] == ErrorCode.SUCCESS) {
                return Optional.of(new BuiltProgram(program, kernel.origin()));
            }
            CL.clReleaseProgram(program);
        }
        LOG.log(
                Level.DEBUG,
                () -> device + " does not take the compiled form of " + kernel.origin() + " that was kept: "
                        + ErrorCode.describe(code[0]));
        return Optional.empty();
    }

    private BuiltProgram compile(DeviceKernel kernel) {
        String text = new String(kernel.program(), StandardCharsets.UTF_8);
        int[] code = new int[1];
        cl_program program = CL.clCreateProgramWithSource(device.contextHandle(), 1, new String[] {text}, null, code);
        if (code[0] != ErrorCode.SUCCESS) {
            throw device.failure("the kernel program from " + kernel.origin(), code[0]);
        }
        code[0] = CL.clBuildProgram(program, parts.length, parts, options(kernel), null, null);
        if (code[0] == ErrorCode.SUCCESS) {
            return new BuiltProgram(program, kernel.origin());
        }
        String log = log(program);
        CL.clReleaseProgram(program);
        throw new BuildFailedException(
                kernel.origin(), device + " (" + device.facts().model() + ")", ErrorCode.describe(code[0]), log);
    }

    private String log(cl_program program) {
        for (cl_device_id part : parts) {
            long[] bytes = new long[1];
            if (CL.clGetProgramBuildInfo(program, part, CL.CL_PROGRAM_BUILD_LOG, 0, null, bytes) == ErrorCode.SUCCESS
                    && bytes[0] > 1) {
                byte[] log = new byte[Math.toIntExact(bytes[0])];
                CL.clGetProgramBuildInfo(program, part, CL.CL_PROGRAM_BUILD_LOG, log.length, Pointer.to(log), null);
                return new String(log, StandardCharsets.UTF_8).replace("\0", "").strip();
            }
        }
        return "";
    }
}
