package org.asterism.core.internal.soak;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;

/**
 * A program of millions of tasks, each of which counts one: without data, on one handle or two in changing modes,
 * behind tags, behind tasks, and on temporary data. At its end the sum must be exact. It is meant for a virtual machine
 * of its own with a small heap, where it comes to its end only if the runtime forgets what has ended.
 */
public final class ManyTasks {
    private static final int WORKERS = 2;
    private static final int HANDLES = 16;
    private static final long GO_ON = 5_000;
    private static final long MOST = 10_000;

    /** Every so many tasks there is one with a tag, one behind another task, and one on temporary data. */
    private static final int TAGGED_EVERY = 50;

    private static final int BEHIND_EVERY = 20;
    private static final int TEMPORARY_EVERY = 1_000;

    private final TaskRuntime runtime;

    /** What tasks have counted that may run side by side. */
    private final LongAdder beside = new LongAdder();

    /** What tasks have counted that have the handle for themselves. */
    private final long[][] cells = new long[HANDLES][1];

    private final DataHandle[] handles = new DataHandle[HANDLES];
    private Task before;
    private long tag;

    private final Codelet onNothing = Codelet.named("on-nothing")
            .access()
            .cpu(kernel -> beside.increment())
            .build();
    private final Codelet reading = Codelet.named("reading")
            .access(Access.R)
            .cpu(kernel -> beside.add(kernel.view(0, VectorView.class).getLong(0) < 0 ? 0 : 1))
            .build();
    private final Codelet changing = Codelet.named("changing")
            .access(Access.RW)
            .cpu(kernel -> addOne(kernel, 0))
            .build();
    private final Codelet commuting = Codelet.named("commuting")
            .access(Access.COMMUTE)
            .cpu(kernel -> addOne(kernel, 0))
            .build();
    private final Codelet readingAndChanging = Codelet.named("reading-and-changing")
            .access(Access.R, Access.RW)
            .cpu(kernel -> addOne(kernel, kernel.view(0, VectorView.class).getLong(0) < 0 ? 0 : 1))
            .build();
    private final Codelet commutingOnTwo = Codelet.named("commuting-on-two")
            .access(Access.COMMUTE, Access.COMMUTE)
            .cpu(kernel -> addOne(kernel, 0))
            .build();
    private final Codelet writing = Codelet.named("writing")
            .access(Access.W)
            .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 2))
            .build();
    private final Codelet collecting = Codelet.named("collecting")
            .access(Access.R)
            .cpu(kernel -> beside.add(kernel.view(0, VectorView.class).getLong(0)))
            .build();

    private ManyTasks(TaskRuntime runtime) {
        this.runtime = runtime;
        for (int index = 0; index < HANDLES; index++) {
            handles[index] = runtime.data().vector(cells[index]);
        }
    }

    /**
     * Runs the program.
     *
     * @param arguments how many tasks
     */
    public static void main(String[] arguments) throws InterruptedException {
        long tasks = Long.parseLong(arguments[0]);
        long begin = System.nanoTime();
        try (Laboratory laboratory = Laboratory.withWorkers(WORKERS);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.defaultContext().limitSubmitted(GO_ON, MOST);
            ManyTasks program = new ManyTasks(runtime);
            program.submit(tasks);
            runtime.waitAll();
            long counted = program.counted();
            if (counted != tasks) {
                throw new IllegalStateException(tasks + " tasks have counted " + counted);
            }
        }
        System.out.printf(Locale.ROOT, "%d tasks in %.1f seconds%n", tasks, (System.nanoTime() - begin) / 1e9);
    }

    private void submit(long tasks) {
        for (long number = 0; number < tasks; number++) {
            if (number % TEMPORARY_EVERY == 0 && number + 1 < tasks) {
                submitOnTemporary();
                number++; // these are two
            } else if (number % TAGGED_EVERY == 3) {
                submitTagged();
            } else if (number % BEHIND_EVERY == 2) {
                submitBehind();
            } else {
                submitPlain(number);
            }
        }
    }

    private void submitPlain(long number) {
        DataHandle one = handles[(int) (number % HANDLES)];
        DataHandle other = handles[(int) ((number + 1 + number / HANDLES % (HANDLES - 1)) % HANDLES)];
        switch ((int) (number % 7)) {
            case 0 -> runtime.task(reading).data(one).submit();
            case 1 -> runtime.task(changing).data(one).submit();
            case 2 -> runtime.task(commuting).data(one).submit();
            case 3 -> runtime.task(readingAndChanging).data(one, other).submit();
            case 4 -> runtime.task(commutingOnTwo).data(one, other).submit();
            default -> runtime.task(onNothing).submit();
        }
    }

    /** One written, one read: two tasks, and the second counts for both. */
    private void submitOnTemporary() {
        DataHandle temporary = runtime.data().temporary(new VectorLayout(ElementType.LONG, 1));
        runtime.task(writing).data(temporary).submit();
        runtime.task(collecting).data(temporary).submit();
        temporary.closeAsync();
    }

    /** Each waits for the tag of the one before it, which nobody names afterwards. */
    private void submitTagged() {
        Task task = runtime.task(onNothing).tag(tag);
        if (tag > 0) {
            task.afterTags(tag - 1);
        }
        task.submit();
        runtime.tags().remove(tag - 1);
        tag++;
    }

    /** Each waits for the one before it. */
    private void submitBehind() {
        Task task = runtime.task(onNothing);
        if (before != null) {
            task.after(before);
        }
        before = task.submit();
    }

    private static void addOne(KernelContext kernel, int index) {
        kernel.view(index, VectorView.class)
                .setLong(0, kernel.view(index, VectorView.class).getLong(0) + 1);
    }

    private long counted() {
        long sum = beside.sum();
        for (DataHandle handle : handles) {
            handle.close();
        }
        for (long[] cell : cells) {
            sum += cell[0];
        }
        return sum;
    }
}
