package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import org.asterism.api.AccessMode;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.context.BoundTasks;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.Turn;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.UnitTiming;

/**
 * The cycle of a worker, one iteration per {@link #step}: take a task from the policy, launch its kernel, see it to its end.
 * A step never blocks or sleeps; who steps the engine (a thread, the program, an event loop) decides what to do when there is
 * nothing to do.
 *
 * <p><b>Threads.</b> One at a time steps; all other methods are for anybody.
 */
public final class WorkerEngine implements ContextWorker {
    private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());
    private static final VarHandle ASLEEP;
    private static final VarHandle RESTING;
    private static final VarHandle CURRENT;
    private static final VarHandle EXECUTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RESTING = lookup.findVarHandle(WorkerEngine.class, "resting", boolean.class);
            ASLEEP = lookup.findVarHandle(WorkerEngine.class, "asleep", boolean.class);
            CURRENT = lookup.findVarHandle(WorkerEngine.class, "current", Job.class);
            EXECUTED = lookup.findVarHandle(WorkerEngine.class, "executed", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final int id;
    private final int node;
    private final ComputeUnit unit;
    private final EngineHome home;
    private final Stepper stepper;
    private final Architecture architecture;
    private final long architectureBit;
    private final UnitTiming timing;
    private final Turn turn = new Turn(false);
    private final JobKernelContext kernelContext;
    private volatile Context context;
    private volatile BoundTasks boundTasks;
    private volatile boolean asleep;
    private boolean resting;
    private volatile WorkerState phase = WorkerState.STARTING;

    // The stepping thread's own; others only glance at them.
    private Job current;
    private Object poppedFrom;
    private Claim claim;
    private Execution execution;
    private Watchdog.Watch watch;
    private Preludes preludes;
    private long executed;
    private boolean credit;
    private boolean measured;
    private long begun;
    private boolean ranDry;

    /**
     * Whether a policy counts on this worker to pop a task, so that a worker that takes one of its own instead has to have
     * another woken. Written before the worker is woken, which releases it.
     */
    private boolean countedOn;

    public WorkerEngine(int id, int node, ComputeUnit unit, EngineHome home, Stepper stepper) {
        this.id = id;
        this.node = node;
        this.unit = unit;
        this.home = home;
        this.stepper = stepper;
        timing = unit.timing().orElse(null);
        architecture = unit.architecture();
        architectureBit = 1L << architecture.index();
        kernelContext = new JobKernelContext(this, home.runtime());
    }

    /** Performs one iteration of the worker's cycle. */
    public StepResult step() {
        if (execution != null) {
            return poll();
        }
        if (claim != null) {
            return claim.isSettled() ? acquired() : StepResult.PENDING;
        }
        Context from = context;
        Job job = pop(from);
        if (countedOn) {
            countedOn = false;
            if (job != null && poppedFrom == null) {
                from.wakeInsteadOf(this);
            }
        }
        return job == null ? StepResult.IDLE : begin(job);
    }

    private Job pop(Context from) {
        Job job = from == null ? null : from.pop(this);
        if (job == null && !ranDry) {
            home.ranOutOfTasks();
        }
        ranDry = job == null;
        return job;
    }

    private StepResult begin(Job job) {
        Throwable obstacle = ((Context) job.host()).whyNotBegin();
        if (obstacle == null) {
            obstacle = corruptInput(job);
        }
        if (obstacle != null) {
            poppedFrom = null;
            Completion.endWithoutRunning(job, TaskState.SCHEDULED, obstacle);
            return StepResult.PROGRESSED;
        }
        CURRENT.setOpaque(this, job); // also for callbacks: the worker is not at rest
        if (job.calls(Particulars.Moment.START)) {
            job.call(Particulars.Moment.START);
        }
        if (needsClaim(job)) {
            return acquire(job);
        }
        return launch(job, TaskState.SCHEDULED);
    }

    /** Data that are at home only need none for a kernel that works in main memory. */
    private boolean needsClaim(Job job) {
        int count = job.dataCount();
        if (count == 0) {
            return false;
        }
        if (node != MemoryNode.MAIN) {
            return true;
        }
        for (int index = 0; index < count; index++) {
            if (job.data(index).replicates() != null || hasOwnMemory(job, index)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the worker uses memory of its own in place of one of a task's data. */
    private static boolean hasOwnMemory(Job job, int index) {
        AccessMode mode = job.mode(index);
        return (mode == AccessMode.SCRATCH || mode == AccessMode.REDUX)
                && job.data(index).bytes() > 0;
    }

    private StepResult acquire(Job job) {
        job.advance(TaskState.SCHEDULED, TaskState.ACQUIRING);
        Claim wanted = home.traffic().claim(node, job, job.priority(), this::dataArrived);
        for (int index = 0; index < job.dataCount(); index++) {
            if (hasOwnMemory(job, index)) {
                preludes = Preludes.addOwnMemory(wanted, job, index, id, preludes);
            } else {
                wanted.add(job.data(index), job.mode(index));
            }
        }
        claim = wanted;
        home.traffic().make(wanted);
        return wanted.isSettled() ? acquired() : StepResult.PENDING;
    }

    private StepResult acquired() {
        Throwable failure = claim.failure();
        if (failure == null) {
            return launch(current, TaskState.ACQUIRING);
        }
        Job job = current;
        claim = null;
        preludes = null;
        poppedFrom = null;
        Completion.endWithoutRunning(job, TaskState.ACQUIRING, failure);
        CURRENT.setOpaque(this, null);
        return StepResult.PROGRESSED;
    }

    private StepResult launch(Job job, TaskState now) {
        job.advance(now, TaskState.RUNNING);
        Context owner = (Context) job.host();
        owner.begins(job, this, poppedFrom);
        kernelContext.begin(job, claim);
        return launch(job);
    }

    /** Launches what is to run next for a task: what begins its contributions, one after the other, then its own kernel. */
    private StepResult launch(Job job) {
        Execution launched = null;
        Throwable failure = null;
        try {
            if (preludes != null && !runPreludes()) {
                return StepResult.PENDING;
            }
            if (job.codelet().timeLimitNanos() != 0) {
                watch = home.watchdog().begin(job, this, job.codelet().timeLimitNanos());
            }
            measured = home.predictions().learns(job, this);
            begun = measured ? home.clock().nanoTime() : 0;
            launched = unit.launch(job.codelet().implementation(architecture, 0), kernelContext);
            if (launched != Execution.FINISHED && !launched.isFinished()) {
                execution = launched;
                if (watch != null) {
                    watch.isPolled();
                }
                return StepResult.PENDING;
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        end(job, failure);
        return StepResult.PROGRESSED;
    }

    /** Runs what begins a task's contributions; false if one of them is under way. */
    private boolean runPreludes() throws Exception {
        while (preludes.hasNext()) {
            kernelContext.showOnly(preludes.position());
            Execution launched = unit.launch(preludes.implementation(architecture), kernelContext);
            if (launched != Execution.FINISHED && !launched.isFinished()) {
                execution = launched;
                return false;
            }
            preludes.ended();
        }
        preludes = null;
        kernelContext.showOnly(JobKernelContext.ALL);
        return true;
    }

    private StepResult poll() {
        if (watch != null) {
            home.watchdog().look(watch);
        }
        Throwable failure = null;
        try {
            if (!execution.isFinished()) {
                return StepResult.PENDING;
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        execution = null;
        if (preludes != null && failure == null) {
            preludes.ended();
            return launch(current);
        }
        end(current, failure);
        return StepResult.PROGRESSED;
    }

    private void end(Job job, Throwable failure) {
        if (measured && failure == null) {
            home.predictions().executed(job, this, home.clock().nanoTime() - begun);
        }
        measured = false;
        preludes = null;
        kernelContext.end();
        endWatch();
        releaseData(job);
        ((Context) job.host()).ended(job, this, poppedFrom);
        poppedFrom = null;
        // Callbacks may take their time, so a worker that has to call some is not counted on to pop soon.
        credit = job.particulars() == null;
        EXECUTED.setOpaque(this, executed + 1);
        Completion.finish(job, failure);
        credit = false;
        CURRENT.setOpaque(this, null);
        if (stepper == Thread.currentThread()) {
            Thread.interrupted(); // the kernel's or a callback's affair: it would keep the thread awake
        }
    }

    /**
     * Lets go of the data. Copies of data at home may have been asked for since the kernel began, by a prefetch that came late:
     * these may have seen what the kernel was about to write.
     */
    private void releaseData(Job job) {
        if (claim != null) {
            home.traffic().release(claim);
            claim = null;
            return;
        }
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.mode(index).writes() && job.data(index).replicates() != null) {
                home.traffic().writtenAtHome(job.data(index));
            }
        }
    }

    private void endWatch() {
        if (watch != null) {
            home.watchdog().end(watch);
            watch = null;
        }
    }

    private static Throwable corruptInput(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            Throwable corruption = job.data(index).corruption();
            if (corruption != null && job.mode(index).reads()) {
                return corruption;
            }
        }
        return null;
    }

    /** When a kernel that is under way should be looked at again, or {@link Long#MAX_VALUE}; the stepping thread only. */
    public long nextPoll() {
        return execution == null ? Long.MAX_VALUE : execution.nextPoll();
    }

    // Sleep.

    /**
     * Says that the engine sleeps, then looks for a task once more; between two tasks. If it finds one it rises before the
     * kernel begins, so that nobody wakes an engine that is busy instead of one that sleeps. Was it woken meanwhile, then
     * perhaps for another task, so it has another engine woken instead.
     *
     * @return {@link StepResult#IDLE} if it sleeps, and need not be stepped until it is woken
     */
    public StepResult stepOrSleep() {
        fallAsleep();
        Context from = context;
        Job job = pop(from);
        if (job == null) {
            return StepResult.IDLE;
        }
        if (!rise()) {
            from.wakeInsteadOf(this);
        }
        return begin(job);
    }

    /**
     * Says that the engine will not be stepped until the data of its task have arrived. It does not count as asleep: nobody shall
     * wake it for another task.
     *
     * <p>The flag is raised before the claim is looked at for the last time, and who settles the claim looks at the flag after
     * that; both are volatile, so one of the two sees the other.
     *
     * @return false if they have arrived
     */
    public boolean restForData() {
        RESTING.setVolatile(this, true);
        return !claim.isSettled() || !RESTING.compareAndSet(this, true, false);
    }

    /** Whether the engine waits for {@link #restForData its data} still. */
    boolean restsForData() {
        return (boolean) RESTING.getVolatile(this);
    }

    private void dataArrived() {
        if (RESTING.compareAndSet(this, true, false)) {
            stepper.wake(this);
        }
    }

    /**
     * Says that the engine will not be stepped until it is woken; for a stepping thread during whose steps nobody else can
     * push. Others look once more: {@link #stepOrSleep}.
     *
     * <p>It is counted before it sleeps, and counted out after it has risen, so that the count is never less than the number
     * of those who sleep. The fence is the counterpart of the one between a push and the look for sleepers.
     */
    public void fallAsleep() {
        home.sleeping().oneMore();
        if (!ASLEEP.compareAndSet(this, false, true)) {
            home.sleeping().oneLess();
        }
        VarHandle.fullFence();
    }

    /** Says that the engine is stepped again; false if somebody has woken it already. */
    private boolean rise() {
        if (!ASLEEP.compareAndSet(this, true, false)) {
            return false;
        }
        home.sleeping().oneLess();
        home.sleeping().oneHasRisen();
        return true;
    }

    @Override
    public boolean isAsleep() {
        return asleep;
    }

    @Override
    public boolean wakeUp() {
        if (!asleep) {
            return false;
        }
        countedOn = true;
        return wakeForOwnTask();
    }

    @Override
    public boolean wakeForOwnTask() {
        if (!asleep || !rise()) {
            return false;
        }
        stepper.wake(this);
        return true;
    }

    @Override
    public BoundTasks boundTasks() {
        return boundTasks;
    }

    @Override
    public BoundTasks makeBoundTasks() {
        BoundTasks made = boundTasks;
        if (made != null) {
            return made;
        }
        synchronized (this) {
            if (boundTasks == null) {
                boundTasks = new BoundTasks(this);
            }
            return boundTasks;
        }
    }

    @Override
    public boolean takeCredit() {
        boolean had = credit;
        credit = false;
        countedOn |= had;
        return had;
    }

    // Coming and going.

    /** Prepares the calling thread, which will step the engine. */
    public void start() {
        unit.start();
        phase = WorkerState.SCHEDULING;
    }

    /** Ends the engine, also one that could not start; the stepping thread only, between two tasks. */
    public void stop() {
        rise();
        phase = WorkerState.STOPPED;
        home.ranOutOfTasks(); // its last task may have been the last of all, and it takes no further look at the policy
        try {
            unit.stop();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "worker " + name() + ": its unit threw in stop: " + thrown, thrown);
        }
    }

    /**
     * Goes on after a step threw, which only an error of the core or of the virtual machine can bring about: says so, and
     * fails the task that was under way, so that nobody waits for it for ever.
     */
    void recover(Throwable thrown) {
        LOG.log(Level.ERROR, "worker " + name() + ": an error in the core: " + thrown, thrown);
        Job job = current;
        preludes = null;
        execution = null;
        if (claim != null && claim.isSettled() && claim.failure() == null) {
            home.traffic().release(claim);
        }
        claim = null;
        endWatch();
        poppedFrom = null;
        credit = false;
        CURRENT.setOpaque(this, null);
        if (job == null) {
            return;
        }
        switch (job.state()) {
            case RUNNING -> Completion.finish(job, thrown);
            case SCHEDULED, ACQUIRING -> Completion.endWithoutRunning(job, job.state(), thrown);
            default -> {
                // It has ended, or others have it.
            }
        }
    }

    /** Whether a kernel is under way, so that the engine must be stepped to its end before it may stop. */
    public boolean isBusy() {
        return execution != null || claim != null;
    }

    /** Whether the engine must be stepped again and again, because nobody will wake it. */
    boolean mustBePolled() {
        return execution != null;
    }

    /** Whether the engine has a task whose kernel has not begun because its data have to arrive; if it is not stepped yet. */
    public boolean waitsForData() {
        return claim != null && execution == null;
    }

    boolean belongsTo(EngineHome asked) {
        return asked == home;
    }

    @Override
    public void poppedFrom(Object policy) {
        poppedFrom = policy;
    }

    @Override
    public Turn turn(Context asked) {
        return asked == context ? turn : null;
    }

    @Override
    public void join(Context joined) {
        context = joined;
    }

    // What anybody may ask.

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return unit.name();
    }

    @Override
    public Architecture architecture() {
        return architecture;
    }

    @Override
    public int memoryNode() {
        return node;
    }

    @Override
    public UnitTiming timing() {
        return timing;
    }

    @Override
    public Map<String, Object> properties() {
        return unit.properties();
    }

    @Override
    public WorkerState state() {
        WorkerState now = phase;
        if (now != WorkerState.SCHEDULING) {
            return now;
        }
        if (CURRENT.getOpaque(this) != null) {
            return WorkerState.EXECUTING;
        }
        return asleep ? WorkerState.SLEEPING : WorkerState.SCHEDULING;
    }

    @Override
    public Job glance() {
        return (Job) CURRENT.getOpaque(this);
    }

    @Override
    public long executedTasks() {
        return (long) EXECUTED.getOpaque(this);
    }

    @Override
    public boolean canExecute(Task task) {
        return (task.architectureSet() & architectureBit) != 0
                && (timing == null || !Double.isNaN(timing.nanos(task)))
                && (!task.isRestricted() || task instanceof Job job && job.allows(this));
    }

    @Override
    public StepResult runOnce() {
        if (stepper instanceof ProgramStepper program) {
            return program.runOnce(this);
        }
        throw new IllegalStateException(name()
                + " is stepped by its runtime; make the runtime with launched workers off to step them yourself");
    }

    @Override
    public String toString() {
        return name();
    }
}
