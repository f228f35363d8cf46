package org.asterism.remote.member.internal;

import java.util.BitSet;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataView;
import org.asterism.kit.remote.KernelValues;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.spi.driver.ComputeUnit;

/** The context of a kernel on a member. Used by the thread of the unit. */
final class MemberKernelContext implements KernelContext {
    private final MemberUnit unit;
    private final Launch launch;
    private final Codelet codelet;
    private final KernelValues values;
    private Task task;
    private Object result;
    private boolean hasResult;

    MemberKernelContext(MemberUnit unit, Launch launch, Codelet codelet, KernelValues values) {
        this.unit = unit;
        this.launch = launch;
        this.codelet = codelet;
        this.values = values;
    }

    boolean hasResult() {
        return hasResult;
    }

    Object result() {
        return result;
    }

    private String text() {
        return "task " + launch.task() + " (" + codelet.name() + ")";
    }

    @Override
    public Task task() {
        if (task == null) {
            task = Unavailable.of(
                    Task.class,
                    text(),
                    Map.of(
                            "id", _ -> launch.task(),
                            "codelet", _ -> codelet,
                            "priority", _ -> launch.priority(),
                            "implementation", _ -> launch.implementation(),
                            "dataCount", _ -> values.views().size(),
                            "state", _ -> TaskState.RUNNING));
        }
        return task;
    }

    @Override
    public Worker worker() {
        return unit.worker();
    }

    @Override
    public TaskRuntime runtime() {
        return Unavailable.of(TaskRuntime.class, "the runtime of " + text(), Map.of());
    }

    /** Makes the stand-in for the worker of a unit. */
    static Worker worker(int number, String member, ComputeUnit unit) {
        String name = member + "-" + unit.name();
        return Unavailable.of(
                Worker.class,
                name,
                Map.of(
                        "id", _ -> number,
                        "name", _ -> name,
                        "architecture", _ -> unit.architecture(),
                        "memoryNode", _ -> MemoryNode.MAIN,
                        "properties", _ -> unit.properties(),
                        "state", _ -> WorkerState.EXECUTING));
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int teamSize() {
        return 1;
    }

    /** Only this kernel runs the task. */
    @Override
    public void barrier() {}

    @Override
    public BitSet processingUnits() {
        BitSet own = new BitSet();
        if (unit.properties().get(ComputeUnit.PROCESSING_UNIT) instanceof Integer number) {
            own.set(number);
        }
        return own;
    }

    @Override
    public int dataCount() {
        return values.views().size();
    }

    @Override
    public DataView data(int index) {
        return values.views().get(index);
    }

    @Override
    public void result(Object value) {
        result = value;
        hasResult = true;
    }

    @Override
    public <A> A argument(Class<A> type) {
        return type.cast(values.argument());
    }
}
