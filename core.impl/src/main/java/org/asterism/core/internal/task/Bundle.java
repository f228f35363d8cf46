package org.asterism.core.internal.task;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskState;

/** Tasks that should run on workers of one memory node. The first task that gets a worker determines the node. */
public final class Bundle implements TaskBundle {
    private static final int NOWHERE = -1;

    private final String name;
    private final TaskHost host;
    private final ConcurrentNavigableMap<Long, Job> jobs = new ConcurrentSkipListMap<>();
    private final AtomicInteger node = new AtomicInteger(NOWHERE);
    private volatile boolean closed;

    /**
     * @param name for people
     * @param host of the runtime that the bundle belongs to
     */
    public Bundle(String name, TaskHost host) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a bundle of tasks needs a name that is not blank");
        }
        this.name = name;
        this.host = host;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Task> tasks() {
        return List.copyOf(jobs.values());
    }

    @Override
    public void remove(Task task) {
        if (!(Objects.requireNonNull(task, "task") instanceof Job job) || !jobs.containsKey(job.id())) {
            throw new IllegalArgumentException(task + " is not in " + this + ", which holds " + jobs.values());
        }
        if (job.state() != TaskState.CREATED) {
            throw new IllegalStateException(
                    task + " is " + job.state() + " already: take a task out of its bundle before submit()");
        }
        leave(job);
    }

    @Override
    public int memoryNode() {
        return node.get();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Puts a task in; refuses it if the bundle is closed or another runtime's. */
    private void add(Job job) {
        if (!host.isSameRuntime(job.host())) {
            throw new IllegalArgumentException(
                    this + " belongs to another runtime than " + job + ": make it with this task's");
        }
        if (closed) {
            throw new IllegalStateException(this + " is closed: make another one for " + job);
        }
        jobs.put(job.id(), job);
    }

    /** Puts a task into a bundle, if it is in no other one. */
    static void enter(Job job, TaskBundle bundle) {
        Objects.requireNonNull(bundle, "bundle");
        if (!(bundle instanceof Bundle ours)) {
            throw new IllegalArgumentException(
                    bundle.name() + " is not a bundle of this runtime: make it with TaskRuntime.bundle(name)");
        }
        Bundle former = of(job);
        if (former != null && former != ours) {
            throw new IllegalStateException(job + " is in " + former + " already: take it out with remove(task)");
        }
        ours.add(job);
        job.particular().bundle = ours;
    }

    /** The bundle that a task is in, or null. */
    public static Bundle of(Job job) {
        Particulars said = job.particulars();
        return said == null ? null : said.bundle;
    }

    /** Takes a task out of its bundle, if it is in one. */
    static void leave(Job job) {
        if (drop(job)) {
            job.particular().bundle = null;
        }
    }

    /**
     * Drops a task from its bundle, if it is in one, but the task still knows the bundle: a policy that still has the
     * task finds it by {@link Task#isRestricted}, which must not change meanwhile.
     */
    static boolean drop(Job job) {
        Bundle left = of(job);
        if (left != null) {
            left.jobs.remove(job.id());
        }
        return left != null;
    }

    /** Whether a worker of a memory node may run a task of the bundle. */
    boolean allows(int memoryNode) {
        int placed = node.get();
        return placed == NOWHERE || placed == memoryNode;
    }

    /** Places the bundle if it is not yet placed; says whether it was placed by this call. */
    public boolean place(int memoryNode) {
        return node.compareAndSet(NOWHERE, memoryNode);
    }

    @Override
    public String toString() {
        return "bundle '" + name + "'";
    }
}
