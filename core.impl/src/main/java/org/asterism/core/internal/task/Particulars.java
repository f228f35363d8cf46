package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.data.Handle;

/**
 * Attributes of few tasks, kept apart so that other tasks need no memory for them.
 *
 * <p>While the task is described, one thread at a time writes them; later only the thread that owns the task does.
 * Attributes that any thread may write at any time say so.
 */
public final class Particulars {
    private static final Round[] NO_TAGS = {};

    /** Changed by {@link Callbacks} only. */
    List<Callbacks.Callback> callbacks = List.of();

    /** The architectures that the program allows, as bits. */
    long architectures = -1;

    /**
     * The architectures on which the task can run on a simulated machine, as bits; 0 on a real machine, and as long as
     * they are unknown.
     */
    long imagined;

    /** Whether only some workers of these architectures can run it. */
    boolean partly;

    /** Number of floating-point operations of the kernel; 0 if unknown. */
    double flops;

    /** The program's hint for the policy, or null. */
    Object hint;

    /** The workers that the program allows, or null. */
    Predicate<? super Worker> workers;

    /** The worker that the program gave the task to, or null. */
    Worker worker;

    /** The task's number in that worker's order, or 0. */
    long order;

    /** The workers that the program gave the task to together, of which {@link #worker} is the first, or null. */
    CombinedWorker workersTogether;

    /** The workers that the policy in charge has run the task together, or null. */
    CombinedWorker team;

    /** The bundle that the task is in, or null. */
    Bundle bundle;

    /**
     * Reason why no worker is asked any more whether it may run the task, or null: the program's answer was an
     * exception.
     */
    volatile Throwable ruledOut;

    /** The memory nodes on which there was no room for its data, each once, or null; the list is never changed. */
    List<Shortage> shortages;

    /** Whether there is another round, or null. */
    Predicate<? super Task> again;

    /** Whether nobody will ask for the task. */
    boolean detached;

    /** Whether the end of the task says nothing about its data, since the core judges them. */
    boolean leavesMarks;

    /** Whether the task gives up the order of submission on all its data. */
    boolean unordered;

    /** On which of its data it does, or null. */
    Set<Handle> unorderedData;

    /** The tags that the task carries, each in one of its rounds. */
    private Round[] tags = NO_TAGS;

    /** The thread that calls the prologue now, and may change the task, or null. */
    volatile Thread changedBy;

    /** The result of the kernel, or null. */
    private volatile Object result;

    /** The exceptions of the attempts before the last one, or null. */
    private List<Throwable> failures;

    /** Whether a round has ended well, so that the data are as it has left them. */
    private boolean hasRounds;

    /** The tasks after which this task ends, or null. */
    private Ending ending;

    /** Notes of policies, or null. */
    private Notes notes;

    /**
     * The prerequisites that the context does not know before the task is submitted, or null. Any thread may use it.
     */
    private volatile Prerequisites prerequisites;

    /** The stages that complete with the task, or null. */
    private List<EndStage<?>> stages;

    private Particulars() {}

    /**
     * Makes the particulars of a task that has none.
     *
     * @param known the task's {@link Prerequisites}, its {@link Notes} or null
     */
    static Particulars with(Object known) {
        Particulars particulars = new Particulars();
        if (known instanceof Prerequisites prerequisites) {
            particulars.prerequisites =
                    prerequisites; // rarely: a write of a volatile field costs more than the question
        } else {
            particulars.notes = (Notes) known;
        }
        return particulars;
    }

    /** Notes of policies, or null. */
    Notes notes() {
        return notes;
    }

    /** Notes of policies, which this makes if there are none; for the thread that owns the task. */
    Notes makeNotes() {
        if (notes == null) {
            notes = new Notes();
        }
        return notes;
    }

    /** Returns what programs may still ask of a task that has ended, or null if that is nothing. */
    Particulars remains() {
        if (result == null && failures == null && !detached) {
            return null;
        }
        Particulars remains = new Particulars();
        remains.detached = detached;
        remains.result = result;
        remains.failures = failures;
        return remains;
    }

    void carry(Round tag) {
        if (!Arrays.asList(tags).contains(tag)) {
            tags = Arrays.copyOf(tags, tags.length + 1);
            tags[tags.length - 1] = tag;
        }
    }

    /** The tags that a task carries about which this is said, or about which nothing is. */
    static Round[] tags(Particulars said) {
        return said == null ? NO_TAGS : said.tags;
    }

    /** Whether something is to be done between the kernel's return and the release of those that wait. */
    boolean endsSpecially() {
        return again != null || Callbacks.has(this, Callbacks.Moment.EPILOGUE);
    }

    // What becomes of the task.

    /** Notes what the kernel gives; nobody will ask a detached task for it. */
    void giveResult(Object given) {
        if (!detached) {
            result = given;
        }
    }

    Object result() {
        return result;
    }

    /** Notes that an attempt has failed. */
    void attemptFailed(Throwable failure) {
        if (failures == null) {
            failures = new ArrayList<>(2);
        }
        failures.add(failure);
    }

    /** Returns the exceptions of the attempts before this one, the oldest first. */
    List<Throwable> failedAttempts() {
        return failures == null ? List.of() : failures;
    }

    /** Notes that a round has ended well; the next one has all its attempts. */
    void roundEnded() {
        hasRounds = true;
        failures = null;
    }

    /** Whether the data are as a former round has left them, in which nothing was amiss. */
    boolean isBetweenRounds() {
        return hasRounds && failures == null;
    }

    /** Returns the tasks after which this task ends. Any thread may call it. */
    synchronized Ending ending() {
        if (ending == null) {
            ending = new Ending();
        }
        return ending;
    }

    /** Adds what the task waits for; any thread. */
    synchronized void addPrerequisite(Prerequisite added) {
        prerequisites = new Prerequisites(added, prerequisites);
    }

    /** Takes out what was added since the last time, null if that is nothing; any thread. */
    Prerequisites takePrerequisites() {
        if (prerequisites == null) { // nearly always: nothing is locked then
            return null;
        }
        synchronized (this) {
            Prerequisites taken = prerequisites;
            prerequisites = null;
            return taken;
        }
    }

    /** Adds a stage that completes with the task; any thread. */
    synchronized void addStage(EndStage<?> stage) {
        if (stages == null) {
            stages = new ArrayList<>(2);
        }
        stages.add(stage);
    }

    /** Takes the stages out; any thread. */
    synchronized List<EndStage<?>> takeStages() {
        List<EndStage<?>> taken = stages == null ? List.of() : stages;
        stages = null;
        return taken;
    }

    /** Whether the task gives up the order of submission on a handle. */
    public boolean isUnordered(Handle handle) {
        return unordered || unorderedData != null && unorderedData.contains(handle);
    }

    /** The worker that the program gave the task to, or null. */
    public Worker worker() {
        return worker;
    }

    /** The workers that shall run the task together, by the program's word or else the policy's; null for one alone. */
    public CombinedWorker team() {
        return worker == null ? team : workersTogether;
    }

    /** The task's number in its worker's order, or 0. */
    public long order() {
        return order;
    }
}
