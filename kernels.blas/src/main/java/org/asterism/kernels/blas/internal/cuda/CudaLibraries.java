package org.asterism.kernels.blas.internal.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * cuBLAS and cuSOLVER, of one major version of CUDA. They are loaded for good: their threads and tables stay with the
 * process.
 *
 * <p>If a library is in a folder that the system's loader does not know, the loader does not find the libraries that it
 * needs. So these are loaded first, by their paths, because the loader finds loaded libraries by name.
 *
 * @param major of CUDA: 13 or 12
 * @param blas the path of cuBLAS
 * @param symbols of both libraries
 */
record CudaLibraries(int major, String blas, SymbolLookup symbols) {
    /**
     * The libraries of a major version, those that others need first; the last two are called, the others may be
     * missing.
     */
    private static final Map<Integer, List<String>> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put(
                13,
                List.of(
                        "libcudart.so.13",
                        "libcublasLt.so.13",
                        "libnvJitLink.so.13",
                        "libcusparse.so.12",
                        "libcublas.so.13",
                        "libcusolver.so.12"));
        NAMES.put(
                12,
                List.of(
                        "libcudart.so.12",
                        "libcublasLt.so.12",
                        "libnvJitLink.so.12",
                        "libcusparse.so.12",
                        "libcublas.so.12",
                        "libcusolver.so.11"));
    }

    private static final System.Logger LOG = System.getLogger(CudaLibraries.class.getName());

    /** The result of a search: the libraries, or the reason why there are none. */
    record Search(Optional<CudaLibraries> found, String report) {}

    /** The libraries for the driver of this machine; looked for at each call. */
    static Optional<CudaLibraries> ofMachine() {
        int driver = driverVersion();
        if (driver == 0) {
            return Optional.empty();
        }
        Search search = search(LibraryPlaces.ofMachine(), driver / 1000);
        if (search.found().isPresent()) {
            LOG.log(System.Logger.Level.INFO, () -> "kernels.blas computes on CUDA devices with " + search.report());
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "the codelets of kernels.blas do not run on CUDA devices: " + search.report());
        }
        return search.found();
    }

    /**
     * Returns the version of CUDA that the devices' driver supports: a thousand times the major version; 0 if there is
     * no driver.
     */
    private static int driverVersion() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(JAVA_INT);
            MethodHandle function = CudaFunctions.function(open("libcuda.so.1"), "cuDriverGetVersion", "P");
            return (int) function.invokeExact(version.address()) == 0 ? version.get(JAVA_INT, 0) : 0;
        } catch (IllegalArgumentException | NoSuchElementException notThere) {
            return 0;
        } catch (Throwable failure) {
            throw CudaFunctions.unexpected(failure);
        }
    }

    /**
     * Looks for the libraries: in folders first, then where the system's loader looks; the newest version that is
     * complete counts.
     *
     * @param folders further folders to search
     * @param newest the newest major version of CUDA that the driver of the device knows
     */
    static Search search(List<Path> folders, int newest) {
        List<String> reasons = new ArrayList<>();
        for (Map.Entry<Integer, List<String>> version : NAMES.entrySet()) {
            if (version.getKey() > newest) {
                reasons.add(
                        "those of CUDA " + version.getKey() + " were not tried, as the driver is of CUDA " + newest);
                continue;
            }
            List<String> names = version.getValue();
            Map<String, SymbolLookup> loaded = new LinkedHashMap<>();
            List<String> places = new ArrayList<>();
            for (String name : names) {
                load(name, folders, loaded, places, reasons);
            }
            SymbolLookup blas = loaded.get(names.get(names.size() - 2));
            SymbolLookup solver = loaded.get(names.getLast());
            if (blas != null && solver != null) {
                String where = String.join(", ", places.subList(places.size() - 2, places.size()));
                return new Search(
                        Optional.of(new CudaLibraries(version.getKey(), where, blas.or(solver))), "found " + where);
            }
        }
        return new Search(
                Optional.empty(),
                "cuBLAS and cuSOLVER of CUDA 13 or 12 were not found: " + String.join("; ", reasons)
                        + ". Looked where the system's loader does, and in "
                        + (folders.isEmpty() ? "no other folder" : folders)
                        + ". Install them, or name their folders (of a toolkit, or the site-packages of a Python"
                        + " installation) with the system property " + LibraryPlaces.PROPERTY
                        + " or the environment variable " + LibraryPlaces.VARIABLE);
    }

    private static void load(
            String name,
            List<Path> folders,
            Map<String, SymbolLookup> loaded,
            List<String> places,
            List<String> reasons) {
        String reason = "no " + name;
        for (Path folder : folders) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                try {
                    loaded.put(name, open(file));
                    places.add(file.toString());
                    return;
                } catch (IllegalArgumentException unusable) {
                    reason = file + " cannot be loaded: " + unusable.getMessage();
                }
            }
        }
        try {
            loaded.put(name, open(name));
            places.add(name);
        } catch (IllegalArgumentException notThere) {
            reasons.add(reason);
        }
    }

    @SuppressWarnings("restricted") // opening native libraries is what this class is for
    private static SymbolLookup open(Path file) {
        return SymbolLookup.libraryLookup(file.toAbsolutePath(), Arena.global());
    }

    @SuppressWarnings("restricted") // opening native libraries is what this class is for
    private static SymbolLookup open(String name) {
        return SymbolLookup.libraryLookup(name, Arena.global());
    }
}
