package org.asterism.driver.cuda.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * The driver of this machine. {@link JCudaCalls} find devices and make contexts, memory, streams and events. The other
 * functions are called directly, at a tenth of the cost.
 */
public final class NativeCuda implements CudaLibrary {
    private static final int LOG_BYTES = 16 << 10;
    private static final int JIT_ERROR_LOG = 5;
    private static final int JIT_ERROR_LOG_BYTES = 6;
    private static final int ATTRIBUTE_MEMORY_TYPE = 2;
    private static final int HOST_MEMORY = 1;
    private static final int OWN_SHARED_MEMORY = 1; // CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
    private static final int MOST_DYNAMIC_SHARED_MEMORY = 8; // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

    private final JCudaCalls jcuda;

    private NativeCuda(JCudaCalls jcuda) {
        this.jcuda = jcuda;
    }

    /**
     * Opens the driver's library. Cheap where there is none, so that it can be tried again.
     *
     * @param whyNot is told in one line why there is no driver to be used
     * @return empty then
     */
    public static Optional<CudaLibrary> open(Consumer<String> whyNot) {
        try {
            // Asked before the class with the handles is touched, which would fail once and for all.
            if (!ProbedLibrary.isThere()) {
                whyNot.accept("there is no " + ProbedLibrary.NAME + ", which NVIDIA's driver brings");
                return Optional.empty();
            }
            JCudaCalls jcuda = new JCudaCalls();
            jcuda.init();
            return Optional.of(new NativeCuda(jcuda));
        } catch (CudaFailure failed) {
            whyNot.accept(
                    failed.error() == CudaFailure.NO_DEVICE
                            ? "NVIDIA's driver is there, but no device"
                            : failed.getMessage());
        } catch (LinkageError unusable) {
            whyNot.accept("NVIDIA's driver cannot be used: " + unusable);
        }
        return Optional.empty();
    }

    @Override
    public int driverVersion() {
        return jcuda.driverVersion();
    }

    @Override
    public int deviceCount() {
        return jcuda.deviceCount();
    }

    @Override
    public String deviceName(int device) {
        return jcuda.deviceName(device);
    }

    @Override
    public long deviceMemory(int device) {
        return jcuda.deviceMemory(device);
    }

    @Override
    public int deviceAttribute(int attribute, int device) {
        return jcuda.deviceAttribute(attribute, device);
    }

    @Override
    public String pciBus(int device) {
        return jcuda.pciBus(device);
    }

    @Override
    public boolean canAccessPeer(int device, int peer) {
        return jcuda.canAccessPeer(device, peer);
    }

    @Override
    public boolean hasOwnLink(int device, int peer) {
        return jcuda.hasOwnLink(device, peer);
    }

    @Override
    public long retainContext(int device) {
        return jcuda.retainContext(device);
    }

    @Override
    public void releaseContext(int device) {
        jcuda.releaseContext(device);
    }

    @Override
    public long freeMemory() {
        return jcuda.freeMemory();
    }

    @Override
    public long allocate(long bytes) {
        return jcuda.allocate(bytes);
    }

    @Override
    public MemorySegment allocateHost(long bytes) {
        return jcuda.allocateHost(bytes);
    }

    @Override
    public long createStream() {
        return jcuda.createStream();
    }

    @Override
    public long createEvent(boolean timing) {
        return jcuda.createEvent(timing);
    }

    @Override
    public long current() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment context = arena.allocate(ADDRESS);
            check("cuCtxGetCurrent", (int) DriverCalls.GET_CURRENT.invokeExact(context));
            return context.get(JAVA_LONG, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void setCurrent(long context) {
        call("cuCtxSetCurrent", DriverCalls.SET_CURRENT, context);
    }

    @Override
    public void pushCurrent(long context) {
        call("cuCtxPushCurrent", DriverCalls.PUSH_CURRENT, context);
    }

    @Override
    public void popCurrent() {
        call("cuCtxPopCurrent", DriverCalls.POP_CURRENT, 0);
    }

    @Override
    public void enablePeerAccess(long context) {
        int error;
        try {
            error = (int) DriverCalls.ENABLE_PEER_ACCESS.invokeExact(context, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
        if (error != CudaFailure.PEER_ACCESS_ALREADY_ENABLED) {
            check("cuCtxEnablePeerAccess", error);
        }
    }

    @Override
    public void free(long address) {
        call("cuMemFree", DriverCalls.FREE, address);
    }

    @Override
    public void freeHost(MemorySegment memory) {
        call("cuMemFreeHost", DriverCalls.FREE_HOST, memory.address());
    }

    @Override
    public boolean isPinned(long address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment type = arena.allocate(JAVA_INT);
            // Memory that the driver does not know is no error here.
            return (int) DriverCalls.POINTER_ATTRIBUTE.invokeExact(type, ATTRIBUTE_MEMORY_TYPE, address) == 0
                    && type.get(JAVA_INT, 0) == HOST_MEMORY;
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public long loadModule(byte[] image, StringBuilder log) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment module = arena.allocate(ADDRESS);
            MemorySegment errors = arena.allocate(LOG_BYTES);
            MemorySegment options = arena.allocateFrom(JAVA_INT, JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES);
            // The last byte stays 0, however much is written.
            MemorySegment values = arena.allocateFrom(JAVA_LONG, errors.address(), LOG_BYTES - 1);
            MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, image);
            int error = (int) DriverCalls.LOAD_MODULE.invokeExact(module, data, 2, options, values);
            if (error != 0) {
                log.append(errors.getString(0).strip());
            }
            check("cuModuleLoadDataEx", error);
            return module.get(JAVA_LONG, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void unloadModule(long module) {
        call("cuModuleUnload", DriverCalls.UNLOAD_MODULE, module);
    }

    @Override
    public long function(long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(ADDRESS);
            check("cuModuleGetFunction", (int)
                    DriverCalls.FUNCTION.invokeExact(function, module, arena.allocateFrom(name)));
            return function.get(JAVA_LONG, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public int bestBlock(long function, long sharedBytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment grid = arena.allocate(JAVA_INT);
            MemorySegment block = arena.allocate(JAVA_INT);
            check("cuOccupancyMaxPotentialBlockSize", (int)
                    DriverCalls.BEST_BLOCK.invokeExact(grid, block, function, 0L, sharedBytes, 0));
            return block.get(JAVA_INT, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public int ownSharedMemory(long function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(JAVA_INT);
            check("cuFuncGetAttribute", (int)
                    DriverCalls.FUNCTION_ATTRIBUTE.invokeExact(bytes, OWN_SHARED_MEMORY, function));
            return bytes.get(JAVA_INT, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void allowSharedMemory(long function, int bytes) {
        try {
            check("cuFuncSetAttribute", (int)
                    DriverCalls.SET_FUNCTION_ATTRIBUTE.invokeExact(function, MOST_DYNAMIC_SHARED_MEMORY, bytes));
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public int[] parameterBytes(long function) {
        if (DriverCalls.PARAMETER_INFO == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment offset = arena.allocate(JAVA_LONG);
            MemorySegment bytes = arena.allocate(JAVA_LONG);
            IntStream.Builder found = IntStream.builder();
            for (long parameter = 0; ; parameter++) {
                int error = (int) DriverCalls.PARAMETER_INFO.invokeExact(function, parameter, offset, bytes);
                if (error == CudaFailure.INVALID_VALUE) {
                    return found.build().toArray(); // there is no further one
                }
                if (error != 0) {
                    CudaFailure failure = jcuda.failure("cuFuncGetParamInfo", error);
                    if (failure.isLast()) {
                        throw failure;
                    }
                    return null; // a launch may well succeed
                }
                found.add(Math.toIntExact(bytes.get(JAVA_LONG, 0)));
            }
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void destroyStream(long stream) {
        call("cuStreamDestroy", DriverCalls.DESTROY_STREAM, stream);
    }

    @Override
    public void destroyEvent(long event) {
        call("cuEventDestroy", DriverCalls.DESTROY_EVENT, event);
    }

    @Override
    public void recordEvent(long event, long stream) {
        try {
            check("cuEventRecord", (int) DriverCalls.RECORD_EVENT.invokeExact(event, stream));
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public boolean hasHappened(long event) {
        int error;
        try {
            error = (int) DriverCalls.QUERY_EVENT.invokeExact(event);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
        if (error == CudaFailure.NOT_READY) {
            return false;
        }
        check("cuEventQuery", error);
        return true;
    }

    @Override
    public void awaitEvent(long event) {
        call("cuEventSynchronize", DriverCalls.SYNCHRONIZE_EVENT, event);
    }

    @Override
    public float millisBetween(long from, long to) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment millis = arena.allocate(JAVA_FLOAT);
            check("cuEventElapsedTime", (int) DriverCalls.ELAPSED_TIME.invokeExact(millis, from, to));
            return millis.get(JAVA_FLOAT, 0);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void copyIn(Rectangle what, long from, long to, long stream) {
        try {
            if (what.isLine()) {
                check("cuMemcpyHtoDAsync", (int) DriverCalls.COPY_IN.invokeExact(
                        to + what.toOffset(), from + what.fromOffset(), what.width(), stream));
                return;
            }
            copyBox(what, CopyDescriptor.host(from), CopyDescriptor.device(to), stream);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void copyOut(Rectangle what, long from, long to, long stream) {
        try {
            if (what.isLine()) {
                check("cuMemcpyDtoHAsync", (int) DriverCalls.COPY_OUT.invokeExact(
                        to + what.toOffset(), from + what.fromOffset(), what.width(), stream));
                return;
            }
            copyBox(what, CopyDescriptor.device(from), CopyDescriptor.host(to), stream);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void copyPeer(Rectangle what, long from, long fromContext, long to, long toContext, long stream) {
        try (Arena arena = Arena.ofConfined()) {
            if (what.isLine()) {
                check("cuMemcpyPeerAsync", (int) DriverCalls.COPY_PEER.invokeExact(
                        to + what.toOffset(), toContext, from + what.fromOffset(), fromContext, what.width(), stream));
                return;
            }
            MemorySegment box = CopyDescriptor.in3D(
                    arena,
                    what,
                    CopyDescriptor.device(from).of(fromContext),
                    CopyDescriptor.device(to).of(toContext));
            check("cuMemcpy3DPeerAsync", (int) DriverCalls.COPY_3D_PEER.invokeExact(box, stream));
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    private void copyBox(Rectangle what, CopyDescriptor.Side from, CopyDescriptor.Side to, long stream)
            throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            if (what.depth() == 1) {
                MemorySegment box = CopyDescriptor.in2D(arena, what, from, to);
                check("cuMemcpy2DAsync", (int) DriverCalls.COPY_2D.invokeExact(box, stream));
            } else {
                MemorySegment box = CopyDescriptor.in3D(arena, what, from, to);
                check("cuMemcpy3DAsync", (int) DriverCalls.COPY_3D.invokeExact(box, stream));
            }
        }
    }

    @Override
    public void launch(long function, int[] grid, int sharedBytes, long stream, MemorySegment parameters) {
        try {
            check("cuLaunchKernel", (int) DriverCalls.LAUNCH.invokeExact(
                    function,
                    grid[0],
                    grid[1],
                    grid[2],
                    grid[3],
                    grid[4],
                    grid[5],
                    sharedBytes,
                    stream,
                    parameters,
                    MemorySegment.NULL));
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    private void call(String function, MethodHandle handle, long argument) {
        try {
            check(function, (int) handle.invokeExact(argument));
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    private void check(String function, int error) {
        if (error != 0) {
            throw jcuda.failure(function, error);
        }
    }

    /**
     * Returns the exception to throw after a call of a native function: either the caller's own exception, or an error
     * of this class.
     */
    private static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException known
                ? known
                : new IllegalStateException("a call of the CUDA driver failed: " + thrown, thrown);
    }
}
