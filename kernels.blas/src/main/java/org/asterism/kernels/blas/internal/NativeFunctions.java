package org.asterism.kernels.blas.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** The functions of CBLAS and LAPACK that are used, found in a library. */
@SuppressWarnings("restricted") // calling native code is what this class is for
final class NativeFunctions {
    final MethodHandle sgemm;
    final MethodHandle dgemm;
    final MethodHandle ssyrk;
    final MethodHandle dsyrk;
    final MethodHandle strsm;
    final MethodHandle dtrsm;
    final MethodHandle spotrf;
    final MethodHandle dpotrf;
    final MethodHandle saxpy;
    final MethodHandle daxpy;
    final MethodHandle dsdot;
    final MethodHandle ddot;

    /**
     * Finds all of them.
     *
     * @param symbols of BLAS and LAPACK
     * @throws IllegalArgumentException if one is missing: names it
     */
    NativeFunctions(SymbolLookup symbols) {
        sgemm = procedure(symbols, "cblas_sgemm", product(JAVA_FLOAT));
        dgemm = procedure(symbols, "cblas_dgemm", product(JAVA_DOUBLE));
        ssyrk = procedure(symbols, "cblas_ssyrk", square(JAVA_FLOAT));
        dsyrk = procedure(symbols, "cblas_dsyrk", square(JAVA_DOUBLE));
        strsm = procedure(symbols, "cblas_strsm", solution(JAVA_FLOAT));
        dtrsm = procedure(symbols, "cblas_dtrsm", solution(JAVA_DOUBLE));
        // The last parameter is what Fortran's compilers add for a string: its length.
        MemoryLayout[] factorisation = {ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG};
        spotrf = procedure(symbols, "spotrf_", factorisation);
        dpotrf = procedure(symbols, "dpotrf_", factorisation);
        saxpy = procedure(symbols, "cblas_saxpy", sum(JAVA_FLOAT));
        daxpy = procedure(symbols, "cblas_daxpy", sum(JAVA_DOUBLE));
        FunctionDescriptor dot = FunctionDescriptor.of(JAVA_DOUBLE, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
        dsdot = function(symbols, "cblas_dsdot", dot);
        ddot = function(symbols, "cblas_ddot", dot);
    }

    private static MemoryLayout[] product(MemoryLayout scalar) {
        return new MemoryLayout[] {
            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, scalar, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT,
            scalar, ADDRESS, JAVA_INT
        };
    }

    private static MemoryLayout[] square(MemoryLayout scalar) {
        return new MemoryLayout[] {
            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, scalar, ADDRESS, JAVA_INT, scalar, ADDRESS, JAVA_INT
        };
    }

    private static MemoryLayout[] solution(MemoryLayout scalar) {
        return new MemoryLayout[] {
            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, scalar, ADDRESS, JAVA_INT, ADDRESS,
            JAVA_INT
        };
    }

    private static MemoryLayout[] sum(MemoryLayout scalar) {
        return new MemoryLayout[] {JAVA_INT, scalar, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT};
    }

    private static MethodHandle procedure(SymbolLookup symbols, String name, MemoryLayout... parameters) {
        return function(symbols, name, FunctionDescriptor.ofVoid(parameters));
    }

    static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor shape) {
        return Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name)
                                .orElseThrow(() -> new IllegalArgumentException("it has no function " + name)),
                        shape);
    }

    /**
     * Returns the exception to throw again after a call. The call declares any exception but throws unchecked ones
     * only.
     */
    static RuntimeException unexpected(Throwable failure) {
        if (failure instanceof RuntimeException exception) {
            return exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(failure);
    }
}
