package org.asterism.kernels.blas.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceContext;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.Inspection;

/** One task on a "device" whose memory is the host's, for tests of code that calls libraries. */
final class HostContext implements DeviceContext {
    private final Arena arena = Arena.ofShared();
    private final Map<Class<?>, AutoCloseable> attached = new HashMap<>();
    private final List<Inspection> inspections = new ArrayList<>();
    private final List<MemorySegment> inspected = new ArrayList<>();
    private final Map<Long, MemorySegment> workspaces = new HashMap<>();
    private List<DataView> data = List.of();
    private Object argument;

    /** Runs code on data as a worker would, until its work has ended. */
    void run(DeviceCode code, Object given, DataView... views) throws Exception {
        data = List.of(views);
        argument = given;
        inspections.clear();
        inspected.clear();
        code.run(this);
        for (int i = 0; i < inspections.size(); i++) {
            inspections.get(i).inspect(inspected.get(i));
        }
    }

    @Override
    public DataView data(int index) {
        return data.get(index);
    }

    @Override
    public int dataCount() {
        return data.size();
    }

    @Override
    public DeviceBuffer buffer(int index, int buffer) {
        MemorySegment segment = switch (data.get(index)) {
            case MatrixView matrix -> matrix.segment();
            case VectorView vector -> vector.segment();
            case VariableView one -> one.segment();
            default -> throw new AssertionError(data.get(index));
        };
        return new DeviceBuffer(segment.address(), 0, segment.byteSize());
    }

    @Override
    public DeviceBuffer workspace(long bytes) {
        MemorySegment segment = arena.allocate(bytes, 256).fill((byte) 0x7f);
        workspaces.put(segment.address(), segment);
        return new DeviceBuffer(segment.address(), 0, bytes);
    }

    @Override
    public void inspect(DeviceBuffer buffer, Inspection inspection) {
        inspections.add(inspection);
        inspected.add(workspaces.get(buffer.address()));
    }

    @Override
    public <T extends AutoCloseable> T attached(Class<T> type, Supplier<? extends T> make) {
        return type.cast(attached.computeIfAbsent(type, missing -> make.get()));
    }

    @Override
    public <A> A argument(Class<A> type) {
        return type.cast(argument);
    }

    @Override
    public long queue() {
        return 0;
    }

    @Override
    public long deviceContext() {
        return 0;
    }

    @Override
    public long device() {
        return 0;
    }

    @Override
    public void launch(DeviceKernel kernel) {
        throw new AssertionError("no kernel is expected");
    }

    @Override
    public void launch(DeviceKernel kernel, Grid grid, Object... arguments) {
        throw new AssertionError("no kernel is expected");
    }

    @Override
    public Task task() {
        return null;
    }

    @Override
    public Worker worker() {
        return null;
    }

    @Override
    public TaskRuntime runtime() {
        return null;
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
    public void result(Object result) {
        throw new AssertionError("no result is expected");
    }

    /** Closes what the code has attached, as the end of a worker does. */
    void end() throws Exception {
        for (AutoCloseable each : attached.values()) {
            each.close();
        }
        arena.close();
    }
}
