package org.asterism.driver.cuda.internal.library;

import java.lang.foreign.MemorySegment;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * The functions of the CUDA driver that are used here. Their arguments are numbers: handles of contexts, streams,
 * events, modules and functions, and addresses of device memory. A failing function throws {@link CudaFailure}.
 * Functions about devices work on any thread, the others in the calling thread's current context.
 */
public interface CudaLibrary {
    /** The attribute of a device: its compute capability, the number before the point. */
    int COMPUTE_CAPABILITY_MAJOR = 75;

    /** The attribute of a device: its compute capability, the number behind the point. */
    int COMPUTE_CAPABILITY_MINOR = 76;

    /** The attribute of a device: how many multiprocessors it has. */
    int MULTIPROCESSORS = 16;

    /** The attribute of a device: how far lines of a rectangle may be apart that is copied. */
    int MOST_PITCH = 11;

    /** The attribute of a device: how many bytes of shared memory a block may have if the driver is asked for it. */
    int MOST_SHARED_MEMORY = 97;

    /**
     * The version of CUDA that the driver knows.
     *
     * @return a thousand for each major version and ten for each minor one
     */
    int driverVersion();

    /**
     * Returns the number of devices.
     *
     * @return from 0
     */
    int deviceCount();

    /**
     * Returns the maker's name for a device.
     *
     * @param device its number
     * @return the name
     */
    String deviceName(int device);

    /**
     * Returns the size of a device's memory.
     *
     * @param device its number
     * @return bytes
     */
    long deviceMemory(int device);

    /**
     * A number that describes a device.
     *
     * @param attribute as in {@code CUdevice_attribute}
     * @param device its number
     * @return the value
     */
    int deviceAttribute(int attribute, int device);

    /**
     * At which address of the machine's bus a device is.
     *
     * @param device its number
     * @return such as {@code 0000:3B:00.0}
     */
    String pciBus(int device);

    /**
     * Whether a device can use another one's memory.
     *
     * @param device its number
     * @param peer the other one's
     * @return true if copies between them need not go through main memory
     */
    boolean canAccessPeer(int device, int peer);

    /**
     * Whether two devices have a link of their own, such as NVLink, besides the machine's bus.
     *
     * @param device its number
     * @param peer the other one's
     * @return true if they can even work on each other's memory atomically, which no bus can
     */
    boolean hasOwnLink(int device, int peer);

    /**
     * Takes a device's primary context, which all of the process share.
     *
     * @param device its number
     * @return the context; give it back once with {@link #releaseContext}
     */
    long retainContext(int device);

    /**
     * Gives a device's primary context back.
     *
     * @param device its number
     */
    void releaseContext(int device);

    /**
     * Returns the current context of the calling thread.
     *
     * @return 0 for none
     */
    long current();

    /**
     * Makes a context current on the calling thread.
     *
     * @param context 0 for none
     */
    void setCurrent(long context);

    /**
     * Makes a context current on the calling thread until {@link #popCurrent}.
     *
     * @param context the context
     */
    void pushCurrent(long context);

    /** Makes the context current again that was before {@link #pushCurrent}. */
    void popCurrent();

    /**
     * Lets kernels and copies of the current context use the memory of another one; does nothing if they can already.
     *
     * @param context of another device
     */
    void enablePeerAccess(long context);

    /**
     * Returns the size of the current device's memory that no process uses.
     *
     * @return bytes
     */
    long freeMemory();

    /**
     * Takes memory of the device.
     *
     * @param bytes the size
     * @return its address
     */
    long allocate(long bytes);

    /**
     * Gives memory of the device back.
     *
     * @param address as {@link #allocate} returned it
     */
    void free(long address);

    /**
     * Takes main memory that stays where it is, for copies.
     *
     * @param bytes the size
     * @return the memory
     */
    MemorySegment allocateHost(long bytes);

    /**
     * Gives such main memory back.
     *
     * @param memory as {@link #allocateHost} returned it
     */
    void freeHost(MemorySegment memory);

    /**
     * Whether main memory stays where it is, so that devices copy it without the help of a thread.
     *
     * @param address in main memory
     * @return true if the program has allocated or registered it so
     */
    boolean isPinned(long address);

    /**
     * Loads a program.
     *
     * @param image PTX text that ends with a 0, or a binary
     * @param log gets what the driver's compiler says, if it fails
     * @return the module
     */
    long loadModule(byte[] image, StringBuilder log);

    /**
     * Gives a program back.
     *
     * @param module as {@link #loadModule} returned it
     */
    void unloadModule(long module);

    /**
     * Looks for a kernel.
     *
     * @param module of the program
     * @param name the kernel's
     * @return the function
     */
    long function(long module, String name);

    /**
     * Returns a good number of threads in a block, for a kernel.
     *
     * @param function the kernel
     * @param sharedBytes dynamic shared memory of each block
     * @return threads
     */
    int bestBlock(long function, long sharedBytes);

    /**
     * Returns the size of the shared memory that the kernel's program declares, besides that of a launch.
     *
     * @param function the kernel
     * @return bytes of a block
     */
    int ownSharedMemory(long function);

    /**
     * Lets blocks of a kernel have more dynamic shared memory than the 48 KiB that every kernel may have.
     *
     * @param function the kernel
     * @param bytes the greatest size for a block
     */
    void allowSharedMemory(long function, int bytes);

    /**
     * Returns the size of a kernel's parameters.
     *
     * @param function the kernel
     * @return bytes of each, in their order; null if the driver does not tell, as those before CUDA 12.4
     */
    int[] parameterBytes(long function);

    /**
     * Makes a stream that does not wait for the default one.
     *
     * @return the stream
     */
    long createStream();

    /**
     * Ends a stream when what is in it has been done.
     *
     * @param stream as {@link #createStream} returned it
     */
    void destroyStream(long stream);

    /**
     * Makes an event, for which threads wait asleep.
     *
     * @param timing whether it takes the time
     * @return the event
     */
    long createEvent(boolean timing);

    /**
     * Gives an event back.
     *
     * @param event as {@link #createEvent} returned it
     */
    void destroyEvent(long event);

    /**
     * Has an event happen when what is in a stream has been done.
     *
     * @param event the event
     * @param stream the stream
     */
    void recordEvent(long event, long stream);

    /**
     * Whether an event has happened since it was recorded.
     *
     * @param event the event
     * @return false if not
     */
    boolean hasHappened(long event);

    /**
     * Waits for an event.
     *
     * @param event the event
     */
    void awaitEvent(long event);

    /**
     * Returns the time between two events.
     *
     * @param from the earlier
     * @param to the later
     * @return milliseconds
     */
    float millisBetween(long from, long to);

    /**
     * Puts a copy from main memory to the device into a stream.
     *
     * @param what offsets and distances
     * @param from the source, in main memory
     * @param to the target, on the device
     * @param stream the stream
     */
    void copyIn(Rectangle what, long from, long to, long stream);

    /**
     * Puts a copy from the device to main memory into a stream.
     *
     * @param what offsets and distances
     * @param from the source, on the device
     * @param to the target, in main memory
     * @param stream the stream
     */
    void copyOut(Rectangle what, long from, long to, long stream);

    /**
     * Puts a copy from one device to another into a stream.
     *
     * @param what offsets and distances
     * @param from the source
     * @param fromContext the source's device
     * @param to the target
     * @param toContext the target's device
     * @param stream of one of both
     */
    void copyPeer(Rectangle what, long from, long fromContext, long to, long toContext, long stream);

    /**
     * Puts a kernel into a stream.
     *
     * @param function the kernel
     * @param grid blocks in x, y and z, then threads per block in x, y and z
     * @param sharedBytes dynamic shared memory of each block
     * @param stream the stream
     * @param parameters addresses of the parameters, one after the other
     */
    void launch(long function, int[] grid, int sharedBytes, long stream, MemorySegment parameters);
}
