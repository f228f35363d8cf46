package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;

/**
 * Tasks that add 1 to each number of a piece of data, on devices and on processor cores: the numbers tell how many have
 * run.
 */
final class DeviceTasks {
    private static final int LENGTH = 4096;

    private static final DeviceKernel ON_OPENCL = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void add_one(__global int *x, int n) {
                        int i = get_global_id(0);
                        if (i < n) x[i] += 1;
                    }""")
            .kernel("add_one")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
            .build();

    /** Its body is not run: the stand-in for NVIDIA's library has a function in C of the name. */
    private static final DeviceKernel ON_CUDA = DeviceKernel.source(KernelLanguage.PTX, """
                    .version 8.0
                    .target sm_80
                    .address_size 64
                    .visible .entry add_one(
                        .param .u64 add_one_param_0,
                        .param .u32 add_one_param_1
                    )
                    {
                        ret;
                    }
                    """)
            .kernel("add_one")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
            .build();

    private final AtomicLong onCores = new AtomicLong();
    private final Codelet onDevices;
    private final Codelet anywhere;

    private final TaskRuntime runtime;
    private final List<DataHandle> handles = new ArrayList<>();
    private int rounds;

    /** Tasks of a runtime for devices of one architecture, on so many pieces of data. */
    DeviceTasks(TaskRuntime runtime, Architecture architecture, int pieces) {
        this.runtime = runtime;
        DeviceKernel onDevice = architecture == Architecture.CUDA ? ON_CUDA : ON_OPENCL;
        onDevices = Codelet.named("add-on-devices")
                .access(Access.RW)
                .implementation(architecture, onDevice)
                .build();
        anywhere = Codelet.named("add-anywhere")
                .access(Access.RW)
                .implementation(architecture, onDevice)
                .cpu(kernel -> {
                    onCores.incrementAndGet();
                    VectorView vector = kernel.view(0, VectorView.class);
                    for (long index = 0; index < vector.length(); index++) {
                        vector.setInt(index, vector.getInt(index) + 1);
                    }
                })
                .build();
        for (int piece = 0; piece < pieces; piece++) {
            handles.add(runtime.data().vector(new int[LENGTH]).named("piece-" + piece));
        }
    }

    /** Submits so many tasks for each piece, which only devices can run. */
    List<Task> submitForDevices(int perPiece) {
        return submit(onDevices, perPiece);
    }

    /** Submits so many tasks for each piece, which all can run. */
    List<Task> submitForAll(int perPiece) {
        return submit(anywhere, perPiece);
    }

    /** Submits a task for each piece, to a worker. */
    List<Task> submitTo(Worker worker) {
        List<Task> submitted = new ArrayList<>();
        for (DataHandle handle : handles) {
            submitted.add(runtime.task(onDevices).data(handle).on(worker).submit());
        }
        rounds++;
        return submitted;
    }

    /**
     * Keeps one of the pieces on a processor core until it may go on: tasks for that piece, submitted after this, wait.
     */
    Task hold(CountDownLatch goOn) {
        Codelet hold = Codelet.named("hold")
                .access(Access.RW)
                .cpu(kernel -> goOn.await())
                .build();
        return runtime.task(hold).data(handles.getFirst()).submit();
    }

    private List<Task> submit(Codelet codelet, int perPiece) {
        List<Task> submitted = new ArrayList<>();
        for (int round = 0; round < perPiece; round++) {
            for (DataHandle handle : handles) {
                submitted.add(runtime.task(codelet).data(handle).submit());
            }
        }
        rounds += perPiece;
        return submitted;
    }

    /** How many ran on processor cores. */
    long onCores() {
        return onCores.get();
    }

    /** Whether the only valid copy of a piece is out of main memory. */
    boolean anyIsOnADeviceOnly() {
        return handles.stream().anyMatch(handle -> !handle.stateOn(0).isValid());
    }

    /** Brings the numbers home, and fails if a task was lost, or has run twice. */
    void assertEachRanOnce() throws InterruptedException {
        for (DataHandle handle : handles) {
            try (Acquisition acquired = handle.acquire(Access.R)) {
                for (long index = 0; index < LENGTH; index++) {
                    assertEquals(
                            "tasks that ran on " + handle.name() + ", by its number at " + index,
                            rounds,
                            acquired.view(VectorView.class).getInt(index));
                }
            }
        }
    }
}
