package org.asterism.kernels.blas.internal.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * The functions of cuBLAS and cuSOLVER that the codelets call. Addresses, of both kinds of memory, and handles are
 * passed as numbers. Each returns a status, and 0 is success. Of the two in a pair the first is for floats, the second
 * for doubles.
 */
final class CudaFunctions {
    /** The same function for floats and doubles. */
    record Pair(MethodHandle floats, MethodHandle doubles) {
        MethodHandle of(boolean single) {
            return single ? floats : doubles;
        }
    }

    private static final Map<Integer, String> BLAS_STATUS = Map.of(
            1, "NOT_INITIALIZED",
            3, "ALLOC_FAILED",
            7, "INVALID_VALUE",
            8, "ARCH_MISMATCH",
            11, "MAPPING_ERROR",
            13, "EXECUTION_FAILED",
            14, "INTERNAL_ERROR",
            15, "NOT_SUPPORTED",
            16, "LICENSE_ERROR");
    private static final Map<Integer, String> SOLVER_STATUS = Map.of(
            1, "NOT_INITIALIZED",
            2, "ALLOC_FAILED",
            3, "INVALID_VALUE",
            4, "ARCH_MISMATCH",
            5, "MAPPING_ERROR",
            6, "EXECUTION_FAILED",
            7, "INTERNAL_ERROR",
            8, "MATRIX_TYPE_NOT_SUPPORTED",
            9, "NOT_SUPPORTED");

    final MethodHandle createBlas;
    final MethodHandle destroyBlas;
    final MethodHandle setBlasStream;
    final MethodHandle setPointerMode;
    final MethodHandle setVector;
    final Pair gemm;
    final Pair syrk;
    final Pair trsm;
    final Pair geam;
    final Pair axpy;
    final Pair dot;
    final MethodHandle createSolver;
    final MethodHandle destroySolver;
    final MethodHandle setSolverStream;
    final Pair potrfSize;
    final Pair potrf;
    final Pair getrfSize;
    final Pair getrf;
    final Pair laswp;

    CudaFunctions(CudaLibraries libraries) {
        SymbolLookup symbols = libraries.symbols();
        createBlas = function(symbols, "cublasCreate_v2", "P");
        destroyBlas = function(symbols, "cublasDestroy_v2", "P");
        setBlasStream = function(symbols, "cublasSetStream_v2", "PP");
        setPointerMode = function(symbols, "cublasSetPointerMode_v2", "PI");
        setVector = function(symbols, "cublasSetVectorAsync", "IIPIPIP");
        gemm = pair(symbols, "cublas%sgemm_v2", "PIIIIIPPIPIPPI");
        syrk = pair(symbols, "cublas%ssyrk_v2", "PIIIIPPIPPI");
        trsm = pair(symbols, "cublas%strsm_v2", "PIIIIIIPPIPI");
        geam = pair(symbols, "cublas%sgeam", "PIIIIPPIPPIPI");
        axpy = pair(symbols, "cublas%saxpy_v2", "PIPPIPI");
        dot = pair(symbols, "cublas%sdot_v2", "PIPIPIP");
        createSolver = function(symbols, "cusolverDnCreate", "P");
        destroySolver = function(symbols, "cusolverDnDestroy", "P");
        setSolverStream = function(symbols, "cusolverDnSetStream", "PP");
        potrfSize = pair(symbols, "cusolverDn%spotrf_bufferSize", "PIIPIP");
        potrf = pair(symbols, "cusolverDn%spotrf", "PIIPIPIP");
        getrfSize = pair(symbols, "cusolverDn%sgetrf_bufferSize", "PIIPIP");
        getrf = pair(symbols, "cusolverDn%sgetrf", "PIIPIPPP");
        laswp = pair(symbols, "cusolverDn%slaswp", "PIPIIIPI");
    }

    private static Pair pair(SymbolLookup symbols, String pattern, String parameters) {
        return new Pair(
                function(symbols, String.format(pattern, "S"), parameters),
                function(symbols, String.format(pattern, "D"), parameters));
    }

    /** A function that returns an int; of its parameters P is an address or a handle, I an int. */
    @SuppressWarnings("restricted") // calling native functions is what this class is for
    static MethodHandle function(SymbolLookup symbols, String name, String parameters) {
        MemoryLayout[] layouts = parameters
                .chars()
                .mapToObj(letter -> letter == 'P' ? JAVA_LONG : JAVA_INT)
                .toArray(MemoryLayout[]::new);
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, layouts));
    }

    /** Has a failure of cuBLAS thrown. */
    static void requireBlas(String function, int status) {
        require("cuBLAS " + function, status, BLAS_STATUS);
    }

    /** Has a failure of cuSOLVER thrown. */
    static void requireSolver(String function, int status) {
        require("cuSOLVER " + function, status, SOLVER_STATUS);
    }

    private static void require(String what, int status, Map<Integer, String> names) {
        if (status != 0) {
            throw new CudaException(what, status, names.getOrDefault(status, "unknown"));
        }
    }

    /** Returns the exception to throw again after a call through a method handle: native functions declare none. */
    static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof RuntimeException failure) {
            return failure;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of a native function threw", thrown);
    }
}
