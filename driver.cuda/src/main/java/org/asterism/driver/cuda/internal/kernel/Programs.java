package org.asterism.driver.cuda.internal.kernel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelLanguage;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.kit.device.KernelCache;
import org.asterism.kit.device.KernelKey;

/**
 * The programs that are loaded on a device, each once for all kernels that name it.
 *
 * <p>The first thread that needs a program compiles and loads it. Threads that need the same program wait, and no
 * others. Any thread with the device's context may use it.
 */
public final class Programs implements AutoCloseable {
    private static final String NO_COMPILER =
            "CUDA C needs NVRTC (libnvrtc.so.13 or libnvrtc.so.12), which was not found: install it, name its place "
                    + "by the"
                    + " environment variable CUDA_HOME, or give the codelet PTX or CUBIN";

    private final CudaContext context;
    private final CudaLibrary library;
    private final int capability;
    private final int driverVersion;
    private final KernelCache cache;
    private final Supplier<Optional<CudaCompiler>> compiler;
    private final Map<KernelKey, FutureTask<Long>> modules = new ConcurrentHashMap<>();

    /**
     * Programs of a device, none yet.
     *
     * @param context the device
     * @param capability its compute capability, ten for each major version and one for each minor one
     * @param cache the cache of compiled programs
     * @param compiler for CUDA C, if there is one
     */
    public Programs(CudaContext context, int capability, KernelCache cache, Supplier<Optional<CudaCompiler>> compiler) {
        this.context = context;
        this.library = context.library();
        this.capability = capability;
        this.driverVersion = library.driverVersion();
        this.cache = cache;
        this.compiler = compiler;
    }

    /** Finds a kernel, compiling and loading its program if nobody has yet. */
    Function function(DeviceKernel kernel, String name) {
        if (kernel.language() == KernelLanguage.OPENCL_C) {
            throw new IllegalArgumentException(
                    "the device " + context.name() + " runs CUDA_C, PTX and CUBIN, but the kernel " + name + " is "
                            + kernel + ": give the codelet an implementation for CUDA in one of these");
        }
        try {
            return new Function(library, library.function(module(kernel), name), name, context.device());
        } catch (CudaFailure failed) {
            if (failed.error() == CudaFailure.NOT_FOUND) {
                throw new IllegalArgumentException(
                        "there is no kernel '" + name + "' in " + kernel
                                + ": names are those of extern \"C\" functions, or of .entry directives",
                        failed);
            }
            throw failed;
        }
    }

    private long module(DeviceKernel kernel) {
        KernelKey key = KernelKey.of(kernel, List.of());
        FutureTask<Long> task = new FutureTask<>(() -> load(kernel));
        FutureTask<Long> earlier = modules.putIfAbsent(key, task);
        if (earlier == null) {
            task.run();
        } else {
            task = earlier;
        }
        try {
            return task.get();
        } catch (ExecutionException failed) {
            modules.remove(key, task);
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + kernel + " was loaded", interrupted);
        }
    }

    private long load(DeviceKernel kernel) {
        byte[] image = kernel.language() == KernelLanguage.CUDA_C ? compiled(kernel) : kernel.program();
        StringBuilder log = new StringBuilder();
        try {
            return library.loadModule(isBinary(image) ? image : Ptx.readableBy(driverVersion, image), log);
        } catch (CudaFailure failed) {
            if (failed.isLast()) {
                throw failed;
            }
            throw new IllegalArgumentException(
                    kernel + " cannot be loaded on " + context.name() + ", which has compute capability "
                            + capability / 10 + "." + capability % 10 + " and a driver for CUDA "
                            + driverVersion / 1000 + "." + driverVersion % 1000 / 10 + ": " + failed.getMessage()
                            + (log.isEmpty() ? "" : "\n" + log),
                    failed);
        }
    }

    private byte[] compiled(DeviceKernel kernel) {
        CudaCompiler found = compiler.get().orElseThrow(() -> new IllegalArgumentException(NO_COMPILER));
        KernelKey key = KernelKey.of(
                kernel, List.of("cuda", found.version(), "sm_" + capability, "driver " + driverVersion / 1000));
        Optional<byte[]> kept = cache.find(key);
        if (kept.isPresent()) {
            return kept.get();
        }
        byte[] image = found.compile(
                new String(kernel.program(), StandardCharsets.UTF_8),
                kernel.origin(),
                capability,
                driverVersion,
                kernel.options());
        cache.store(key, image);
        return image;
    }

    /** Binaries for one kind of device are ELF files, those for several begin with a number of their own. */
    private static boolean isBinary(byte[] image) {
        return image.length >= 4
                && (image[0] == 0x7f && image[1] == 'E'
                        || image[0] == 0x50 && image[1] == (byte) 0xed && image[2] == 0x55);
    }

    /** Unloads all programs; nothing of them runs any more. */
    @Override
    public void close() {
        for (FutureTask<Long> loaded : modules.values()) {
            if (loaded.state() == Future.State.SUCCESS) {
                context.giveBack("a program", () -> library.unloadModule(loaded.resultNow()));
            }
        }
        modules.clear();
    }
}
