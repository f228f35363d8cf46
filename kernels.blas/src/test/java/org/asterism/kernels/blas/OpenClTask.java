package org.asterism.kernels.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceContext;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.Inspection;
import org.asterism.tck.FakeWorker;

/** One run of a codelet's implementation for OpenCL, on copies of its data that come back when it is done. */
final class OpenClTask implements DeviceContext {
    private final OpenClDevice device;
    private final Worker worker;
    private boolean inspects = true;
    private final Object argument;
    private final List<DataView> views;
    private final List<DeviceBuffer> buffers = new ArrayList<>();
    private final Map<DeviceBuffer, Inspection> inspections = new LinkedHashMap<>();

    private OpenClTask(OpenClDevice device, String type, Object argument, DataView... views) {
        this.device = device;
        this.argument = argument;
        this.views = List.of(views);
        worker = new FakeWorker(0, Architecture.OPENCL, 1, Map.of("device.type", type));
        for (DataView view : views) {
            buffers.add(device.copyOf(view.segment()));
        }
    }

    /**
     * Runs it, and has what it wrote in the views.
     *
     * @param type of device that the implementation is told
     */
    static void run(OpenClDevice device, String type, Codelet codelet, Object argument, DataView... views)
            throws Exception {
        run(prepare(device, type, argument, views), codelet, views);
    }

    /** {@link #run} with a driver that cannot inspect results. */
    static void runBlindly(OpenClDevice device, String type, Codelet codelet, DataView... views) throws Exception {
        OpenClTask task = prepare(device, type, null, views);
        task.inspects = false;
        run(task, codelet, views);
    }

    private static void run(OpenClTask task, Codelet codelet, DataView... views) throws Exception {
        OpenClDevice device = task.device;
        task.launch(codelet);
        device.complete();
        try {
            for (Map.Entry<DeviceBuffer, Inspection> each : task.inspections.entrySet()) {
                MemorySegment content = Arena.ofAuto().allocate(each.getKey().bytes(), Long.BYTES);
                device.copyTo(each.getKey(), content);
                each.getValue().inspect(content);
            }
        } finally {
            device.finish();
        }
        for (int i = 0; i < views.length; i++) {
            if (codelet.accessModes().get(i).writes()) {
                device.copyTo(task.buffers.get(i), views[i].segment());
            }
        }
    }

    /** The data on the device, to run codelets with. */
    static OpenClTask prepare(OpenClDevice device, String type, Object argument, DataView... views) {
        return new OpenClTask(device, type, argument, views);
    }

    /** Puts a codelet's work into the device's queue. */
    void launch(Codelet codelet) throws Exception {
        ((DeviceCode) codelet.implementation(Architecture.OPENCL, 0)).run(this);
    }

    @Override
    public DataView data(int index) {
        return views.get(index);
    }

    @Override
    public int dataCount() {
        return views.size();
    }

    @Override
    public DeviceBuffer buffer(int data, int buffer) {
        return buffers.get(data);
    }

    @Override
    public DeviceBuffer workspace(long bytes) {
        return device.workspace(bytes);
    }

    @Override
    public void launch(DeviceKernel kernel) {
        launch(kernel, kernel.grid(this));
    }

    @Override
    public void launch(DeviceKernel kernel, Grid grid, Object... arguments) {
        device.launch(kernel, grid, arguments);
    }

    @Override
    public void inspect(DeviceBuffer buffer, Inspection inspection) {
        if (!inspects) {
            throw new UnsupportedOperationException("not here");
        }
        inspections.put(buffer, inspection);
    }

    @Override
    public <A> A argument(Class<A> type) {
        return type.cast(argument);
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public Task task() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TaskRuntime runtime() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int teamSize() {
        return 1;
    }

    @Override
    public void barrier() {
        // One kernel runs the task.
    }

    @Override
    public BitSet processingUnits() {
        return new BitSet();
    }

    @Override
    public void result(Object result) {}

    @Override
    public long queue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long deviceContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long device() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends AutoCloseable> T attached(Class<T> type, Supplier<? extends T> make) {
        throw new UnsupportedOperationException();
    }
}
