package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;

/**
 * Determines the workers that may run a task, from the program's restrictions and from what was found out since.
 *
 * <p>All of it is stored in the task's {@link Particulars}, because most tasks may run on all workers of the right
 * architectures.
 */
public final class Eligibility {
    private Eligibility() {}

    // What programs say; while they describe the task.

    static void allowOnly(Job job, Architecture... architectures) {
        long set = 0;
        for (Architecture architecture : architectures) {
            set |= 1L << architecture.index();
        }
        if ((set & job.host().architectures(job.codelet())) == 0) {
            throw new IllegalArgumentException("codelet '" + job.codelet().name() + "' has no implementation for "
                    + Arrays.toString(architectures) + ": name an architecture that it has one for");
        }
        Particulars said = job.particular();
        long former = said.architectures;
        said.architectures = set;
        try {
            requireBoundWorkerFits(job, said);
        } catch (IllegalArgumentException unfit) {
            said.architectures = former;
            throw unfit;
        }
    }

    static void allowOnly(Job job, Predicate<? super Worker> allowed) {
        Particulars said = job.particular();
        Predicate<? super Worker> former = said.workers;
        said.workers = allowed;
        try {
            requireBoundWorkerFits(job, said);
        } catch (IllegalArgumentException unfit) {
            said.workers = former;
            throw unfit;
        }
    }

    /**
     * Binds a task to a worker.
     *
     * @param order the task's number in that worker's order, or 0
     */
    static void bind(Job job, Worker worker, long order) {
        requireFits(job, worker);
        job.host().bind(job, worker, order);
        unbind(job, false);
        Particulars said = job.particular();
        said.worker = worker;
        said.order = order;
        said.workersTogether = null;
    }

    /** Binds a task to workers that run it together. */
    static void bind(Job job, CombinedWorker workers) {
        requireParallel(job, workers);
        for (Worker member : workers.members()) {
            requireFits(job, member);
            job.host().bind(job, member, 0);
        }
        bind(job, workers.leader(), 0);
        job.particular().workersTogether = workers;
    }

    /** Unbinds a task from its worker, if it has one. */
    static void unbind(Job job, boolean ended) {
        Particulars said = job.particulars();
        if (said != null && said.worker != null) {
            job.host().unbind(job, said.worker, said.order, ended);
        }
    }

    private static void requireParallel(Job job, CombinedWorker workers) {
        if (job.codelet().parallelism() == Parallelism.SEQUENTIAL) {
            throw new IllegalArgumentException(job + " cannot run on " + workers + " together: codelet '"
                    + job.codelet().name() + "' is sequential; say spmd() or forkJoin() when it is built");
        }
        if (workers.size() > job.codelet().mostMembers()) {
            throw new IllegalArgumentException(job + " cannot run on " + workers + ", which are " + workers.size()
                    + " workers: codelet '" + job.codelet().name() + "' takes at most "
                    + job.codelet().mostMembers());
        }
    }

    private static void requireBoundWorkerFits(Job job, Particulars said) {
        if (said.worker != null) {
            requireFits(job, said.worker);
        }
    }

    private static void requireFits(Job job, Worker worker) {
        Particulars said = job.particulars();
        long set = job.host().architectures(job.codelet()) & (said == null ? -1 : said.architectures);
        if ((set & (1L << worker.architecture().index())) == 0) {
            throw new IllegalArgumentException(job + " cannot run on " + worker.name()
                    + ": its codelet has no implementation for " + worker.architecture()
                    + ", or where(...) leaves that out");
        }
        if (said != null && said.workers != null && !said.workers.test(worker)) {
            throw new IllegalArgumentException(
                    job + " cannot run on " + worker.name() + ": the predicate given with where(...) rules it out");
        }
    }

    // What the core finds out.

    /**
     * Says where a task can run on a machine that is only described, apart from what the program rules out.
     *
     * @param set the architectures, as bits
     * @param everyWorker whether all workers of these can run it
     */
    public static void imagine(Job job, long set, boolean everyWorker) {
        if (set != job.codelet().architectureSet() || !everyWorker || job.particulars() != null) {
            Particulars said = job.particular();
            said.imagined = set;
            said.partly = !everyWorker;
        }
    }

    /**
     * Rules out the workers of a memory node that has no room for the task's data, and takes the task out of a bundle
     * that is there; on the thread that owns the task.
     */
    public static void exclude(Job job, Shortage shortage) {
        List<Shortage> more = new ArrayList<>();
        Shortage added = shortage;
        for (Shortage known : shortages(job)) {
            if (known.node() == shortage.node()) {
                added = shortage.after(known);
            } else {
                more.add(known);
            }
        }
        more.add(added);
        job.particular().shortages = List.copyOf(more);
        Bundle bundle = Bundle.of(job);
        if (bundle != null && bundle.memoryNode() == shortage.node()) {
            Bundle.leave(job);
        }
    }

    /**
     * Notes that not all workers of its architectures can run a task, so that they are asked one by one; on the thread
     * that owns the task.
     */
    public static void askEach(Job job) {
        job.particular().partly = true;
    }

    /** The memory nodes that were found to have no room for the task's data. */
    public static List<Shortage> shortages(Job job) {
        Particulars said = job.particulars();
        List<Shortage> known = said == null ? null : said.shortages;
        return known == null ? List.of() : known;
    }

    // Whether a worker may run the task.

    /** The architectures on which the task may run, as bits. */
    static long architectures(Job job, Particulars said) {
        long set = said.imagined;
        if (set == 0) {
            set = job.state() == TaskState.CREATED
                    ? job.host().architectures(job.codelet())
                    : job.codelet().architectureSet();
        }
        return set & said.architectures;
    }

    /** Whether more than the architecture decides, apart from the codelet's condition. */
    static boolean isRestricted(Particulars said) {
        return said.workers != null
                || said.worker != null
                || said.bundle != null
                || said.partly
                || said.shortages != null;
    }

    /**
     * Whether a worker of a right architecture may run the task. Calls code of the program; if that throws, no worker
     * may, and {@link #ruledOut} says why.
     */
    public static boolean allows(Job job, Worker worker) {
        Particulars said = job.particulars();
        if (said != null && said.ruledOut != null) {
            return false;
        }
        try {
            return (said == null || allows(said, worker))
                    && (!job.codelet().hasCondition()
                            || job.codelet().condition().orElseThrow().test(worker, job));
        } catch (Throwable thrown) {
            TaskFailedException named = new TaskFailedException(
                    job.id(),
                    "whether " + job + " can run on " + worker.name()
                            + " cannot be told: where(...) or the condition of codelet '"
                            + job.codelet().name() + "' threw "
                            + Completion.textOf(thrown),
                    thrown);
            job.particular().ruledOut = named;
            if (job.state() == TaskState.READY) { // before, the thread that makes it ready lets it fail
                job.host().report(named);
            }
            return false;
        }
    }

    private static boolean allows(Particulars said, Worker worker) {
        if (said.shortages != null && isShort(said.shortages, worker.memoryNode())) {
            return false;
        }
        // A worker that the program names counts for more than the place of the bundle.
        boolean near = said.worker == null
                ? said.bundle == null || said.bundle.allows(worker.memoryNode())
                : said.worker == worker;
        return near && (said.workers == null || said.workers.test(worker));
    }

    private static boolean isShort(List<Shortage> shortages, int node) {
        for (Shortage shortage : shortages) {
            if (shortage.node() == node) {
                return shortage.lasts();
            }
        }
        return false;
    }

    /** Returns the reason why no worker can run the task though none was asked, or null. */
    public static Throwable ruledOut(Job job) {
        Particulars said = job.particulars();
        return said == null ? null : said.ruledOut;
    }
}
