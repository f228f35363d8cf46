package org.asterism.driver.cuda.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Handles to functions of the CUDA driver that are called often, or on handles that other code has made. They are
 * constants, so that the JVM's compiler can inline them. They are resolved when this class is loaded, so use it only if
 * the library is there.
 */
final class DriverCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = open();

    static final MethodHandle GET_CURRENT = find("cuCtxGetCurrent", ADDRESS);
    static final MethodHandle SET_CURRENT = find("cuCtxSetCurrent", JAVA_LONG);
    static final MethodHandle PUSH_CURRENT = find("cuCtxPushCurrent_v2", JAVA_LONG);
    static final MethodHandle POP_CURRENT = find("cuCtxPopCurrent_v2", JAVA_LONG);
    static final MethodHandle ENABLE_PEER_ACCESS = find("cuCtxEnablePeerAccess", JAVA_LONG, JAVA_INT);
    static final MethodHandle FREE = find("cuMemFree_v2", JAVA_LONG);
    static final MethodHandle FREE_HOST = find("cuMemFreeHost", JAVA_LONG);
    static final MethodHandle POINTER_ATTRIBUTE = find("cuPointerGetAttribute", ADDRESS, JAVA_INT, JAVA_LONG);
    static final MethodHandle LOAD_MODULE = find("cuModuleLoadDataEx", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    static final MethodHandle UNLOAD_MODULE = find("cuModuleUnload", JAVA_LONG);
    static final MethodHandle FUNCTION = find("cuModuleGetFunction", ADDRESS, JAVA_LONG, ADDRESS);
    static final MethodHandle BEST_BLOCK =
            find("cuOccupancyMaxPotentialBlockSize", ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle FUNCTION_ATTRIBUTE = find("cuFuncGetAttribute", ADDRESS, JAVA_INT, JAVA_LONG);
    static final MethodHandle SET_FUNCTION_ATTRIBUTE = find("cuFuncSetAttribute", JAVA_LONG, JAVA_INT, JAVA_INT);

    /** Null with drivers before CUDA 12.4. */
    static final MethodHandle PARAMETER_INFO =
            findIfThere("cuFuncGetParamInfo", JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

    static final MethodHandle DESTROY_STREAM = find("cuStreamDestroy_v2", JAVA_LONG);
    static final MethodHandle DESTROY_EVENT = find("cuEventDestroy_v2", JAVA_LONG);
    static final MethodHandle RECORD_EVENT = find("cuEventRecord", JAVA_LONG, JAVA_LONG);
    static final MethodHandle QUERY_EVENT = find("cuEventQuery", JAVA_LONG);
    static final MethodHandle SYNCHRONIZE_EVENT = find("cuEventSynchronize", JAVA_LONG);
    static final MethodHandle ELAPSED_TIME = find("cuEventElapsedTime", ADDRESS, JAVA_LONG, JAVA_LONG);
    static final MethodHandle COPY_IN = find("cuMemcpyHtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle COPY_OUT = find("cuMemcpyDtoHAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle COPY_PEER =
            find("cuMemcpyPeerAsync", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle COPY_2D = find("cuMemcpy2DAsync_v2", ADDRESS, JAVA_LONG);
    static final MethodHandle COPY_3D = find("cuMemcpy3DAsync_v2", ADDRESS, JAVA_LONG);
    static final MethodHandle COPY_3D_PEER = find("cuMemcpy3DPeerAsync", ADDRESS, JAVA_LONG);
    static final MethodHandle LAUNCH = find(
            "cuLaunchKernel",
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS,
            ADDRESS);

    private DriverCalls() {}

    @SuppressWarnings("restricted") // the driver is what this class is for
    private static SymbolLookup open() {
        return SymbolLookup.libraryLookup(ProbedLibrary.NAME, Arena.global());
    }

    private static MethodHandle find(String function, MemoryLayout... parameters) {
        MethodHandle found = findIfThere(function, parameters);
        if (found == null) {
            throw new UnsatisfiedLinkError(ProbedLibrary.NAME + " has no function " + function
                    + ": the driver is older than this bundle can use");
        }
        return found;
    }

    @SuppressWarnings("restricted") // the signatures are those of cuda.h
    private static MethodHandle findIfThere(String function, MemoryLayout... parameters) {
        return SYMBOLS.find(function)
                .map(address -> LINKER.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, parameters)))
                .orElse(null);
    }
}
