package org.asterism.driver.cuda.internal.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Finds NVRTC: in the folder that {@code CUDA_HOME} or {@code CUDA_PATH} names, where CUDA is usually installed, and
 * where the system's loader looks; the newer version first. Once found it is kept; until then each request searches
 * anew.
 */
public final class NvrtcFinder implements Supplier<Optional<CudaCompiler>> {
    private static final System.Logger LOG = System.getLogger(NvrtcFinder.class.getName());

    private static final List<String> NAMES = List.of("libnvrtc.so.13", "libnvrtc.so.12");
    private static final List<String> FOLDERS = List.of("lib64", "lib", "targets/x86_64-linux/lib");

    private final Set<Path> roots = new LinkedHashSet<>();
    private final AtomicReference<CudaCompiler> found = new AtomicReference<>();

    /**
     * A finder for an environment.
     *
     * @param environment the process's variables
     * @param usual the folder in which CUDA is installed if no variable names one
     */
    NvrtcFinder(Map<String, String> environment, Path usual) {
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
            String value = environment.get(variable);
            if (value != null && !value.isBlank()) {
                roots.add(Path.of(value));
            }
        }
        roots.add(usual);
    }

    /** A finder for this process. */
    public NvrtcFinder() {
        this(System.getenv(), Path.of("/usr/local/cuda"));
    }

    /** Several may look at the same time; what one finds is what all use. */
    @Override
    public Optional<CudaCompiler> get() {
        CudaCompiler known = found.get();
        if (known == null) {
            CudaCompiler fresh = look();
            known = found.compareAndSet(null, fresh) ? fresh : found.get();
        }
        return Optional.ofNullable(known);
    }

    private CudaCompiler look() {
        for (Path root : roots) {
            for (String name : NAMES) {
                for (String folder : FOLDERS) {
                    Path library = root.resolve(folder).resolve(name);
                    if (Files.exists(library)) {
                        CudaCompiler compiler = open(library);
                        if (compiler != null) {
                            return compiler;
                        }
                    }
                }
            }
        }
        for (String name : NAMES) {
            CudaCompiler compiler = open(name);
            if (compiler != null) {
                return compiler;
            }
        }
        return null;
    }

    /** The library opens its built-in headers by name when it compiles, which works if they are loaded already. */
    @SuppressWarnings("restricted") // the compiler is what this class is for
    private static CudaCompiler open(Path library) {
        try {
            for (Path builtins : builtins(library)) {
                SymbolLookup.libraryLookup(builtins, Arena.global());
            }
            return new Nvrtc(SymbolLookup.libraryLookup(library, Arena.global()));
        } catch (IllegalArgumentException | IOException unusable) {
            LOG.log(System.Logger.Level.INFO, "driver.cuda: " + library + " cannot be used: " + unusable.getMessage());
            return null;
        }
    }

    private static List<Path> builtins(Path library) throws IOException {
        List<Path> builtins = new ArrayList<>();
        String major = library.toString().substring(library.toString().lastIndexOf('.') + 1);
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(library.getParent(), "libnvrtc-builtins.so." + major + ".*")) {
            files.forEach(builtins::add);
        }
        return builtins;
    }

    @SuppressWarnings("restricted") // the compiler is what this class is for
    private static CudaCompiler open(String name) {
        try {
            return new Nvrtc(SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException missing) {
            LOG.log(System.Logger.Level.DEBUG, "driver.cuda: no " + name + ": " + missing.getMessage());
            return null;
        }
    }
}
