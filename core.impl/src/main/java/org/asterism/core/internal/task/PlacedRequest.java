package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;

/** What a program says of where a task may run, and whether a worker may run it. */
abstract sealed class PlacedRequest extends DataRequest permits Job {
    PlacedRequest(TaskHost host, Codelet codelet, long id) {
        super(host, codelet, id);
    }

    @Override
    public Task where(Architecture... some) {
        requireCreated();
        long set = 0;
        for (Architecture architecture : some) {
            set |= 1L << architecture.index();
        }
        if ((set & host().architectures(codelet())) == 0) {
            throw new IllegalArgumentException("codelet '" + codelet().name() + "' has no implementation for "
                    + Arrays.toString(some) + ": name an architecture that it has one for");
        }
        Particulars particulars = particular();
        long former = particulars.architectures;
        particulars.architectures = set;
        try {
            requireBoundWorkerFits();
        } catch (IllegalArgumentException unfit) {
            particulars.architectures = former;
            throw unfit;
        }
        return this;
    }

    /**
     * Says where a task can run whose machine is only described, but for what the program rules out.
     *
     * @param set the architectures, as bits
     * @param everyWorker whether all workers of these can run it
     */
    public final void canRunOn(long set, boolean everyWorker) {
        if (set != codelet().architectureSet() || !everyWorker || particulars() != null) {
            Particulars particulars = particular();
            particulars.imagined = set;
            particulars.partly = !everyWorker;
        }
    }

    @Override
    public Task where(Predicate<? super Worker> allowed) {
        requireCreated();
        Objects.requireNonNull(allowed, "allowed");
        Particulars particulars = particular();
        Predicate<? super Worker> former = particulars.workers;
        particulars.workers = allowed;
        try {
            requireBoundWorkerFits();
        } catch (IllegalArgumentException unfit) {
            particulars.workers = former;
            throw unfit;
        }
        return this;
    }

    @Override
    public Task on(Worker worker) {
        return bind(worker, 0);
    }

    @Override
    public Task on(Worker worker, long order) {
        if (order < 1) {
            throw new IllegalArgumentException(
                    this + ": number " + order + " on " + worker.name() + ": give numbers from 1");
        }
        return bind(worker, order);
    }

    private Task bind(Worker worker, long order) {
        requireCreated();
        requireFits(Objects.requireNonNull(worker, "worker"));
        host().bind(job(), worker, order);
        unbind(false);
        Particulars particulars = particular();
        particulars.worker = worker;
        particulars.order = order;
        particulars.workersTogether = null;
        return this;
    }

    @Override
    public Task on(CombinedWorker workers) {
        requireCreated();
        requireParallel(Objects.requireNonNull(workers, "workers"));
        for (Worker member : workers.members()) {
            requireFits(member);
            host().bind(job(), member, 0);
        }
        bind(workers.leader(), 0);
        particular().workersTogether = workers;
        return this;
    }

    private void requireParallel(CombinedWorker workers) {
        if (codelet().parallelism() == Parallelism.SEQUENTIAL) {
            throw new IllegalArgumentException(this + " cannot run on " + workers + " together: codelet '"
                    + codelet().name() + "' is sequential; say spmd() or forkJoin() when it is built");
        }
        if (workers.size() > codelet().mostMembers()) {
            throw new IllegalArgumentException(this + " cannot run on " + workers + ", which are " + workers.size()
                    + " workers: codelet '" + codelet().name() + "' takes at most "
                    + codelet().mostMembers());
        }
    }

    /** Notes which workers the policy in charge has run the task together; null for one alone. */
    public final void team(CombinedWorker workers) {
        if (workers != null || particulars() != null) {
            particular().team = workers;
        }
    }

    /** Lets go of the worker that the task was given to, if there is one. */
    final void unbind(boolean ended) {
        Particulars said = particulars();
        if (said != null && said.worker != null) {
            host().unbind(job(), said.worker, said.order, ended);
        }
    }

    private void requireBoundWorkerFits() {
        Worker bound = particular().worker;
        if (bound != null) {
            requireFits(bound);
        }
    }

    private void requireFits(Worker worker) {
        Particulars said = particulars();
        long set = host().architectures(codelet()) & (said == null ? -1 : said.architectures);
        if ((set & (1L << worker.architecture().index())) == 0) {
            throw new IllegalArgumentException(this + " cannot run on " + worker.name()
                    + ": its codelet has no implementation for " + worker.architecture()
                    + ", or where(...) leaves that out");
        }
        if (said != null && said.workers != null && !said.workers.test(worker)) {
            throw new IllegalArgumentException(
                    this + " cannot run on " + worker.name() + ": the predicate given with where(...) rules it out");
        }
    }

    @Override
    public Task bundle(TaskBundle bundle) {
        requireCreated();
        Objects.requireNonNull(bundle, "bundle");
        if (!(bundle instanceof Bundle ours)) {
            throw new IllegalArgumentException(
                    bundle.name() + " is not a bundle of this runtime: make it with Runtime.bundle(name)");
        }
        Bundle former = ownBundle();
        if (former != null && former != ours) {
            throw new IllegalStateException(this + " is in " + former + " already: take it out with remove(task)");
        }
        ours.add(job());
        particular().bundle = ours;
        return this;
    }

    @Override
    public Optional<TaskBundle> bundle() {
        return Optional.ofNullable(ownBundle());
    }

    /** The bundle that the task is in, or null. */
    public final Bundle ownBundle() {
        Particulars said = particulars();
        return said == null ? null : said.bundle;
    }

    /** Takes the task out of its bundle, if it is in one. */
    final void leaveBundle() {
        if (dropFromBundle()) {
            particular().bundle = null;
        }
    }

    /**
     * Lets the bundle forget the task, if it is in one, but not the task the bundle: a policy that still has the task finds it
     * by {@link #isRestricted}, which must not change meanwhile.
     */
    final boolean dropFromBundle() {
        Bundle left = ownBundle();
        if (left != null) {
            left.drop(job());
        }
        return left != null;
    }

    @Override
    public final long architectureSet() {
        Particulars particular = particulars();
        if (particular == null) {
            return codelet().architectureSet();
        }
        long set = particular.imagined;
        if (set == 0) {
            set = state() == TaskState.CREATED
                    ? host().architectures(codelet())
                    : codelet().architectureSet();
        }
        return set & particular.architectures;
    }

    @Override
    public boolean isRestricted() {
        Particulars particular = particulars();
        return codelet().hasCondition() || particular != null && particular.restricts();
    }

    /**
     * Whether a worker of a right architecture may run the task. Calls code of the program; if that throws, no worker may, and
     * {@link #ruledOut} says why.
     */
    public final boolean allows(Worker worker) {
        Particulars said = particulars();
        if (said != null && said.ruledOut != null) {
            return false;
        }
        try {
            return (said == null || said.allows(worker))
                    && (!codelet().hasCondition()
                            || codelet().condition().orElseThrow().test(worker, this));
        } catch (Throwable thrown) {
            TaskFailedException named = new TaskFailedException(
                    id(),
                    "whether " + this + " can run on " + worker.name()
                            + " cannot be told: where(...) or the condition of codelet '"
                            + codelet().name() + "' threw "
                            + Completion.textOf(thrown),
                    thrown);
            particular().ruledOut = named;
            if (state() == TaskState.READY) { // before, whoever makes it ready lets it fail
                host().report(named);
            }
            return false;
        }
    }

    /**
     * Rules out the workers of a memory node on which there is no room for the task's data, and takes the task out of a bundle that is
     * there; on the thread that owns the task.
     */
    public final void lacksRoom(Shortage shortage) {
        List<Shortage> more = new ArrayList<>();
        Shortage added = shortage;
        for (Shortage known : shortages()) {
            if (known.node() == shortage.node()) {
                added = shortage.after(known);
            } else {
                more.add(known);
            }
        }
        more.add(added);
        particular().shortages = List.copyOf(more);
        Bundle bundle = ownBundle();
        if (bundle != null && bundle.memoryNode() == shortage.node()) {
            leaveBundle();
        }
    }

    /** The memory nodes on which there was no room for the task's data, as far as it has been tried. */
    public final List<Shortage> shortages() {
        Particulars said = particulars();
        List<Shortage> known = said == null ? null : said.shortages;
        return known == null ? List.of() : known;
    }

    /** Why no worker can run the task though none was asked, or null. */
    public final Throwable ruledOut() {
        Particulars said = particulars();
        return said == null ? null : said.ruledOut;
    }
}
