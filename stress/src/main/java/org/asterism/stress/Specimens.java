package org.asterism.stress;

import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;

/** Tasks, workers and compute units for tests. */
public final class Specimens {
    /** A codelet whose kernel does nothing. */
    public static final Codelet CODELET =
            Codelet.named("nothing").cpu(context -> {}).build();

    /** A codelet whose kernel is tried again if it throws. */
    public static final Codelet SHAKY =
            Codelet.named("shaky").attempts(3).cpu(context -> {}).build();

    /** A codelet for GPUs too, so that its tasks stand in another lane than those of {@link #CODELET}. */
    public static final Codelet FOR_GPUS_TOO = Codelet.named("nothing-anywhere")
            .cpu(context -> {})
            .implementation(Architecture.CUDA, (Kernel) context -> {})
            .build();

    /** A worker that can execute {@link #CODELET}. */
    public static final Worker WORKER = new SomeWorker();

    private Specimens() {}

    /** A task that runs nothing; ids begin with 1, so that 0 can stand for no task. */
    public static Job job(TaskHost host, int id) {
        return new Job(host, CODELET, id);
    }

    /** A task that its program restricts to {@link #WORKER}. */
    public static Task restrictedJob(TaskHost host, int id) {
        return job(host, id).where((Worker worker) -> worker == WORKER);
    }

    /** The id of a task, or 0 for null. */
    public static int idOf(Task task) {
        return task == null ? 0 : (int) task.id();
    }

    /** A compute unit that runs kernels on the calling thread. */
    public record Unit(String name) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }

    private static final class SomeWorker implements Worker {
        @Override
        public int id() {
            return 0;
        }

        @Override
        public String name() {
            return "cpu-0";
        }

        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public int memoryNode() {
            return 0;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public WorkerState state() {
            return WorkerState.SCHEDULING;
        }

        @Override
        public long executedTasks() {
            return 0;
        }

        @Override
        public boolean canExecute(Task task) {
            return task.codelet().runsOn(Architecture.CPU) && Eligibility.allows((Job) task, this);
        }

        @Override
        public StepResult runOnce() {
            throw new UnsupportedOperationException("this worker is only asked what it can execute");
        }
    }
}
