package org.asterism.driver.opencl.internal.kernel;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.asterism.api.device.DeviceKernel;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.kit.device.KernelCache;
import org.asterism.kit.device.KernelKey;

/**
 * The programs of an open device. Each is built once, by the first worker that launches one of its kernels; other
 * workers that need it meanwhile wait. A program that cannot be compiled is not tried again.
 */
public final class Programs {
    private final ProgramBuilder builder;
    private final List<String> target;
    private final ConcurrentMap<KernelKey, FutureTask<BuiltProgram>> built = new ConcurrentHashMap<>();

    /**
     * Programs of a device.
     *
     * @param device the device, which must stay open until {@link #release}
     * @param cache keeps what was compiled
     */
    public Programs(OpenDevice device, KernelCache cache) {
        builder = new ProgramBuilder(device, cache);
        target = device.facts().compilerTarget();
    }

    BuiltProgram of(DeviceKernel kernel) {
        KernelKey key = KernelKey.of(kernel, target);
        FutureTask<BuiltProgram> task = new FutureTask<>(() -> builder.build(kernel, key));
        FutureTask<BuiltProgram> other = built.putIfAbsent(key, task);
        if (other == null) {
            task.run();
            return result(key, task);
        }
        return result(key, other);
    }

    private BuiltProgram result(KernelKey key, FutureTask<BuiltProgram> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException stray) {
                    interrupted = true; // the compiler cannot be interrupted, and ends
                }
            }
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof BuildFailedException)) {
                built.remove(key, task);
            }
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a kernel program could not be compiled", failed.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gives all programs back, when no unit of the device is left. */
    public void release() {
        for (FutureTask<BuiltProgram> task : built.values()) {
            try {
                task.resultNow().release();
            } catch (IllegalStateException neverBuilt) {
                continue;
            }
        }
        built.clear();
    }
}
