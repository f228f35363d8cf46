package org.asterism.driver.cuda.internal.library;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** The rare calls, through JCuda. Making the first object loads its native library. */
final class JCudaCalls {
    private static final int MOST_NAME_BYTES = 256;
    private static final int NATIVE_ATOMICS = 3; // CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED
    private static final int PORTABLE = 1; // pinned for all devices

    private final Method address;

    JCudaCalls() {
        try {
            address = NativePointerObject.class.getDeclaredMethod("getNativePointer");
            address.setAccessible(true);
        } catch (NoSuchMethodException other) {
            throw new LinkageError("this is another version of JCuda than that of native.jcuda", other);
        }
        JCudaDriver.setExceptionsEnabled(false);
    }

    void init() {
        check("cuInit", JCudaDriver.cuInit(0));
    }

    int driverVersion() {
        int[] version = new int[1];
        check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
        return version[0];
    }

    int deviceCount() {
        int[] count = new int[1];
        check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        return count[0];
    }

    private CUdevice device(int number) {
        CUdevice device = new CUdevice();
        check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, number));
        return device;
    }

    String deviceName(int device) {
        byte[] name = new byte[MOST_NAME_BYTES];
        check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, name.length, device(device)));
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        return new String(name, 0, length, StandardCharsets.UTF_8).strip();
    }

    long deviceMemory(int device) {
        long[] bytes = new long[1];
        check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(bytes, device(device)));
        return bytes[0];
    }

    int deviceAttribute(int attribute, int device) {
        int[] value = new int[1];
        check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, attribute, device(device)));
        return value[0];
    }

    String pciBus(int device) {
        String[] bus = new String[1];
        check("cuDeviceGetPCIBusId", JCudaDriver.cuDeviceGetPCIBusId(bus, MOST_NAME_BYTES, device(device)));
        return bus[0].strip();
    }

    boolean canAccessPeer(int device, int peer) {
        int[] can = new int[1];
        check("cuDeviceCanAccessPeer", JCudaDriver.cuDeviceCanAccessPeer(can, device(device), device(peer)));
        return can[0] != 0;
    }

    boolean hasOwnLink(int device, int peer) {
        int[] atomics = new int[1];
        check(
                "cuDeviceGetP2PAttribute",
                JCudaDriver.cuDeviceGetP2PAttribute(atomics, NATIVE_ATOMICS, device(device), device(peer)));
        return atomics[0] != 0;
    }

    long retainContext(int device) {
        CUcontext context = new CUcontext();
        check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device(device)));
        return address(context);
    }

    void releaseContext(int device) {
        check("cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(device(device)));
    }

    long freeMemory() {
        long[] left = new long[1];
        long[] total = new long[1];
        check("cuMemGetInfo", JCudaDriver.cuMemGetInfo(left, total));
        return left[0];
    }

    long allocate(long bytes) {
        CUdeviceptr memory = new CUdeviceptr();
        check("cuMemAlloc", JCudaDriver.cuMemAlloc(memory, bytes));
        return address(memory);
    }

    @SuppressWarnings("restricted") // the size is the one that was asked for
    MemorySegment allocateHost(long bytes) {
        Pointer memory = new Pointer();
        check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(memory, bytes, PORTABLE));
        return MemorySegment.ofAddress(address(memory)).reinterpret(bytes);
    }

    long createStream() {
        CUstream stream = new CUstream();
        check("cuStreamCreate", JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
        return address(stream);
    }

    long createEvent(boolean timing) {
        CUevent event = new CUevent();
        int flags = CUevent_flags.CU_EVENT_BLOCKING_SYNC | (timing ? 0 : CUevent_flags.CU_EVENT_DISABLE_TIMING);
        check("cuEventCreate", JCudaDriver.cuEventCreate(event, flags));
        return address(event);
    }

    private void check(String function, int error) {
        if (error != 0) {
            throw failure(function, error);
        }
    }

    /** Asks the driver what an error means. */
    CudaFailure failure(String function, int error) {
        String[] name = new String[1];
        String[] text = new String[1];
        JCudaDriver.cuGetErrorName(error, name);
        JCudaDriver.cuGetErrorString(error, text);
        return new CudaFailure(function, error, name[0], text[0]);
    }

    private long address(NativePointerObject object) {
        try {
            return (long) address.invoke(object);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("JCuda does not tell a handle's value", impossible);
        }
    }
}
