package org.asterism.bench.parts.budget;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;

/**
 * Runs empty tasks on one worker, so that the measured cost is that of the core and the policy alone.
 *
 * <p>A kernel holds the worker while a batch is submitted, and the program sleeps while the worker runs the batch. So
 * the program and the worker never compete, the worker never runs out of tasks, and every batch takes the same course.
 */
public final class HotPath implements TaskProgram {
    private static final int PAIRS = 8;

    private final Load load;
    private final Laboratory laboratory = new Laboratory();
    private final TaskRuntime runtime;

    /** The data of the tasks, in turn; made once, so that the program's own arrays are not measured. */
    private final DataHandle[][] data;

    private final Semaphore held = new Semaphore(0);
    private final Semaphore submitted = new Semaphore(0);
    private final Codelet first =
            Codelet.named("first").access().cpu(kernel -> hold()).build();
    private final Codelet task;
    private final Codelet last =
            Codelet.named("last").access().cpu(kernel -> endOfBatch()).build();

    private Meter meter;

    /** Number of tasks of the batch that have not run. */
    private int left;

    /** Number of tasks that the running task and its successors still have to submit. */
    private int toSpawn;

    private boolean closing;

    /**
     * Makes a runtime.
     *
     * @param load the kind of the tasks
     * @param policy the name of its policy
     */
    public HotPath(Load load, String policy) {
        this.load = load;
        MeasuredPolicies.addTo(laboratory);
        laboratory.addDriver("cpu", load == Load.DEVICE ? InlineDriver.withMemory(1) : new InlineDriver(1));
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy(policy, Map.of()));
        Access[] modes = switch (load) {
            case READ -> new Access[] {Access.R};
            case WRITE, CLAIM -> new Access[] {Access.W};
            case CHAIN -> new Access[] {Access.RW};
            case DATA, DEVICE -> new Access[] {Access.RW, Access.RW};
            default -> new Access[0];
        };
        task = Codelet.named("task").access(modes).cpu(kernel -> oneRuns()).build();
        data = new DataHandle[modes.length == 0 ? 0 : modes.length == 1 ? 1 : PAIRS][modes.length];
        for (DataHandle[] set : data) {
            Arrays.setAll(
                    set,
                    index -> load == Load.CLAIM
                            ? runtime.data().temporary(new VectorLayout(ElementType.DOUBLE, 1))
                            : runtime.data().vector(new double[1]));
        }
        runtime.task(first).submit();
        held.acquireUninterruptibly();
    }

    @Override
    public void batch(int tasks, Meter given) throws InterruptedException {
        meter = given;
        left = tasks;
        toSpawn = tasks;
        runtime.tags().clear(); // those of the batch before
        meter.begin(Part.SUBMIT.ordinal());
        submit(tasks);
        meter.end();
        submitted.release();
        held.acquire();
    }

    private void submit(int tasks) {
        switch (load) {
            case INDEP -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(task).submit();
                }
            }
            case CHAINTASK -> submitChain(tasks);
            case CHAINTAG -> submitTags(tasks);
            case SPAWN -> spawn();
            default -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(task).data(data[i % data.length]).submit();
                }
            }
        }
    }

    /** Each task is submitted before the one that it waits for begins. */
    private void submitChain(int tasks) {
        Task[] predecessor = {runtime.task(task)};
        Task begin = predecessor[0];
        for (int i = 1; i < tasks; i++) {
            predecessor[0] = runtime.task(task).after(predecessor).submit();
        }
        begin.submit();
    }

    private void submitTags(int tasks) {
        for (int tag = 0; tag < tasks; tag++) {
            Task tagged = runtime.task(task).tag(tag);
            (tag == 0 ? tagged : tagged.afterTags(tag - 1L)).submit();
        }
    }

    private void spawn() {
        if (toSpawn > 0) {
            toSpawn--;
            runtime.task(task).submit();
        }
    }

    // The kernels.

    private void hold() throws InterruptedException {
        held.release();
        submitted.acquire();
        if (closing) {
            return;
        }
        meter.begin(Part.POP.ordinal());
        if (left == 0) {
            submitLast(Part.POP);
        }
    }

    private void oneRuns() {
        if (load == Load.SPAWN) {
            spawn();
        }
        if (--left == 0) {
            submitLast(Part.RUN);
        }
    }

    /** Behind all others, whenever these become ready. */
    private void submitLast(Part now) {
        meter.end();
        runtime.task(last).submit();
        meter.begin(now.ordinal());
    }

    private void endOfBatch() {
        meter.end();
        runtime.task(first).submit();
    }

    @Override
    public void close() {
        closing = true;
        submitted.release();
        runtime.close();
        laboratory.close();
    }
}
