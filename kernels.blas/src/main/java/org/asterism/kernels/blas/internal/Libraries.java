package org.asterism.kernels.blas.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Chooses the library for computations: a BLAS library of the machine, or plain Java. */
public final class Libraries {
    /** The system property that says which one is to be used. */
    public static final String PROPERTY = "asterism.blas";

    private static final System.Logger LOG = System.getLogger(Libraries.class.getName());

    /** BLAS first; a second file has LAPACK where the first has not. */
    private static final List<List<String>> KNOWN = List.of(
            List.of("libopenblas.so.0"),
            List.of("libopenblasp.so.0"),
            List.of("/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0"),
            List.of("/usr/lib/aarch64-linux-gnu/openblas-pthread/libopenblas.so.0"),
            List.of("libblas.so.3", "liblapack.so.3"));

    /**
     * Functions that only an optimised BLAS has, with its name; the reference implementation is slower than plain Java.
     */
    private static final List<List<String>> MARKS = List.of(
            List.of("openblas_get_config", "OpenBLAS"),
            List.of("bli_info_get_version_str", "BLIS"),
            List.of("mkl_get_version_string", "MKL"),
            List.of("ATL_buildinfo", "ATLAS"));

    private Libraries() {}

    /** An existing library that several threads must not call. */
    private static final class WithoutThreads extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        WithoutThreads(String message) {
            super(message);
        }
    }

    /** The library chosen at the first query. */
    private static final class Chosen {
        static final DenseLibrary LIBRARY;
        static final RuntimeException FAILURE;

        static {
            DenseLibrary found = null;
            RuntimeException failure = null;
            try {
                found = choose(System.getProperty(PROPERTY, "auto"));
                LOG.log(System.Logger.Level.INFO, "kernels.blas computes with " + found.description());
            } catch (IllegalArgumentException wrong) {
                failure = wrong;
            }
            LIBRARY = found;
            FAILURE = failure;
        }
    }

    /**
     * The library that this JVM uses; looked for once.
     *
     * @throws IllegalArgumentException if the system property asks for one that is not there
     */
    public static DenseLibrary chosen() {
        DenseLibrary found = Chosen.LIBRARY;
        if (found == null) {
            throw new IllegalArgumentException(Chosen.FAILURE.getMessage(), Chosen.FAILURE);
        }
        return found;
    }

    /** Finds the library that a value of the property asks for. */
    public static DenseLibrary choose(String asked) {
        return switch (asked) {
            case "java" -> new JavaLibrary();
            case "auto" -> ofMachine().orElseGet(JavaLibrary::new);
            case "native" ->
                ofMachine()
                        .orElseThrow(() -> new IllegalArgumentException("system property " + PROPERTY
                                + " is 'native', but this machine has no optimised BLAS as one of " + KNOWN
                                + ": install OpenBLAS, or allow 'auto' or 'java'"));
            default -> {
                if (!asked.contains("/")) {
                    throw new IllegalArgumentException("system property " + PROPERTY + " is '" + asked
                            + "': give auto, java, native or the path of a BLAS library with CBLAS and LAPACK");
                }
                try {
                    yield open(List.of(Path.of(asked).toAbsolutePath().toString()), false)
                            .orElseThrow();
                } catch (IllegalArgumentException unusable) {
                    throw new IllegalArgumentException(
                            "system property " + PROPERTY + " is '" + asked + "', which cannot be used: "
                                    + unusable.getMessage(),
                            unusable);
                }
            }
        };
    }

    /** An optimised library that the machine has in a usual place. */
    public static Optional<DenseLibrary> ofMachine() {
        for (List<String> names : KNOWN) {
            try {
                Optional<DenseLibrary> found = open(names, true);
                if (found.isPresent()) {
                    return found;
                }
            } catch (WithoutThreads passedOver) {
                LOG.log(System.Logger.Level.INFO, passedOver.getMessage());
            } catch (IllegalArgumentException unusable) {
                LOG.log(System.Logger.Level.DEBUG, () -> names + " cannot be used: " + unusable.getMessage());
            }
        }
        return Optional.empty();
    }

    @SuppressWarnings("restricted") // opening native libraries is what this class is for
    private static Optional<DenseLibrary> open(List<String> files, boolean onlyOptimised) {
        SymbolLookup symbols = null;
        for (String file : files) {
            // Its threads and tables stay with the process: closing such a library is not safe.
            SymbolLookup opened = file.contains("/")
                    ? SymbolLookup.libraryLookup(Path.of(file), Arena.global())
                    : SymbolLookup.libraryLookup(file, Arena.global());
            symbols = symbols == null ? opened : symbols.or(opened);
        }
        for (List<String> mark : MARKS) {
            if (symbols.find(mark.getFirst()).isPresent()) {
                return Optional.of(opened(mark.getLast(), files.getFirst(), symbols));
            }
        }
        return onlyOptimised ? Optional.empty() : Optional.of(opened("BLAS", files.getFirst(), symbols));
    }

    private static DenseLibrary opened(String name, String file, SymbolLookup symbols) {
        NativeFunctions functions = new NativeFunctions(symbols);
        try {
            requireThreads(file, symbols);
            useOneThread(symbols, "openblas_set_num_threads");
            useOneThread(symbols, "MKL_Set_Num_Threads");
            String about = name;
            if (symbols.find("openblas_get_config").isPresent()) {
                about = text(symbols, "openblas_get_config").trim() + ", kernels for "
                        + text(symbols, "openblas_get_corename");
            }
            return new NativeLibrary(about + " (" + file + ")", functions);
        } catch (Throwable failure) {
            throw NativeFunctions.unexpected(failure);
        }
    }

    /**
     * OpenBLAS built without threads has no locks either: calls by several workers at once share work space and give
     * wrong results, in one of some thousand (measured with Debian's {@code libopenblas0-serial} 0.3.21, and two
     * threads).
     */
    private static void requireThreads(String file, SymbolLookup symbols) throws Throwable {
        if (symbols.find("openblas_get_parallel").isPresent()) {
            int kind = (int) NativeFunctions.function(symbols, "openblas_get_parallel", FunctionDescriptor.of(JAVA_INT))
                    .invokeExact();
            if (kind == 0) {
                throw new WithoutThreads(file + " is an OpenBLAS that was built without threads, which gives"
                        + " wrong results when several workers call it: install one with threads, such as Debian's"
                        + " libopenblas0-pthread");
            }
        }
    }

    /** The runtime has a worker per core; a library that starts threads of its own takes them from each other. */
    private static void useOneThread(SymbolLookup symbols, String setter) throws Throwable {
        if (symbols.find(setter).isPresent()) {
            NativeFunctions.function(symbols, setter, FunctionDescriptor.ofVoid(JAVA_INT))
                    .invokeExact(1);
        }
    }

    @SuppressWarnings("restricted") // the library gives a string that ends with a zero
    private static String text(SymbolLookup symbols, String getter) throws Throwable {
        MemorySegment text = (MemorySegment) NativeFunctions.function(symbols, getter, FunctionDescriptor.of(ADDRESS))
                .invokeExact();
        return text.reinterpret(256).getString(0);
    }
}
