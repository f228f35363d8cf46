package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Implementation;
import org.asterism.api.Parallelism;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.WorkerFlag;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.context.BoundTasks;
import org.asterism.core.internal.context.BusyTimes;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.Turn;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.team.Calls;
import org.asterism.core.internal.team.Team;
import org.asterism.core.internal.team.TeamMember;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.UnitTiming;

/**
 * The cycle of a worker, one iteration per {@link #step}: take a task from the policy, launch its kernel, see it to its end.
 * A step never blocks or sleeps; who steps the engine (a thread, the program, an event loop) decides what to do when there is
 * nothing to do.
 *
 * <p><b>Threads.</b> One at a time steps; all other methods are for anybody.
 */
public final class WorkerEngine implements ContextWorker, TeamMember {
    private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());
    private static final VarHandle SLEEP;

    /** The {@link #sleep} of a worker that sleeps. */
    private static final Object ASLEEP = "asleep";

    /** The {@link #sleep} of a worker that was woken, and on which no context counts. */
    private static final Object WOKEN = "woken";

    private static final VarHandle RESTING;
    private static final VarHandle CURRENT;
    private static final VarHandle EXECUTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RESTING = lookup.findVarHandle(WorkerEngine.class, "resting", boolean.class);
            SLEEP = lookup.findVarHandle(WorkerEngine.class, "sleep", Object.class);
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

    /** What the program drives it by; null if the runtime steps it. */
    private final ProgramDrive drive;

    private final Architecture architecture;
    private final long architectureBit;
    private final UnitTiming timing;
    private final Memberships memberships = new Memberships();
    private final WorkerProtocol protocol = new WorkerProtocol();
    private final WorkerLocking locking;
    private volatile BoundTasks boundTasks;

    /**
     * Null while the worker is awake; {@link #ASLEEP} while it sleeps, or is about to. Who wakes it leaves behind which context
     * counts on it to pop a task of its, or {@link #WOKEN}; the worker takes that away.
     */
    private volatile Object sleep;

    /** The calls to teams, or null if there never was one. */
    private volatile Calls calls;

    private boolean resting;
    private volatile WorkerState phase;

    /** The tasks under way, the oldest at {@link #first}; as many as the unit takes at a time. */
    private final TaskRun[] runs;

    // The stepping thread's own; others only glance at them.
    private int first;
    private int underWay;
    private Job current;
    private Object poppedFrom;
    private long executed;
    private long lastEnd;
    private long charge;
    private boolean credit;
    private boolean ranDry;
    private boolean listedAsSleeping;
    private boolean started;

    /** What a policy wants done that cannot be done while it is called, or null. */
    private Deferred deferred;

    /** A change to be made, and what it is, for messages. */
    private record Deferred(Runnable change, String what, Deferred earlier) {}

    /** What it does in the team that it is in; null if it never was in one. */
    private TeamRun inTeam;

    /**
     * The context whose policy counts on this worker to pop a task, or null: a worker that takes another one instead has to have
     * another worker woken.
     */
    private Context countedOnBy;

    public WorkerEngine(int id, int node, ComputeUnit unit, EngineHome home, Stepper stepper) {
        this.id = id;
        this.node = node;
        this.unit = unit;
        this.home = home;
        this.stepper = stepper;
        drive = stepper instanceof ProgramDrive program ? program : null;
        phase = drive == null ? WorkerState.STARTING : WorkerState.SCHEDULING;
        timing = unit.timing().orElse(null);
        architecture = unit.architecture();
        architectureBit = 1L << architecture.index();
        locking = new WorkerLocking(protocol, unit.name());
        runs = new TaskRun[Math.max(1, unit.pipeline())];
        for (int index = 0; index < runs.length; index++) {
            runs[index] = new TaskRun(this, unit, home);
        }
    }

    /** Performs one iteration of the worker's cycle. */
    public StepResult step() {
        if (listedAsSleeping) {
            listedAsSleeping = false;
            home.sleeping().clear(id, architecture);
        }
        if (sleep != null && sleep != ASLEEP) {
            countedOnBy = takeWhoWoke();
        }
        if (deferred != null) {
            makeDeferredChanges(); // of tasks that the last step has released
        }
        if (underWay > 0) {
            StepResult found = stepTasks();
            if (found != StepResult.PENDING || !hasRoom()) {
                return found;
            }
        }
        if (underWay == 0 && isInOrCalledToTeam() && mayAnswer()) {
            return answerCall();
        }
        Job job = pop();
        if (countedOnBy != null) {
            disappoint(job);
        }
        return job == null ? foundNothing() : begin(job);
    }

    /** After a look in vain: a worker that is called to a team does not sleep before it has answered. */
    private StepResult foundNothing() {
        if (underWay > 0) {
            return StepResult.PENDING;
        }
        return protocol.hasToAnswer() ? StepResult.PROGRESSED : StepResult.IDLE;
    }

    /** Goes on with what is under way, also in teams, without taking another task; for an engine that is {@link #isBusy busy}. */
    StepResult stepUnderWay() {
        if (underWay > 0) {
            return stepTasks();
        }
        if (mayAnswer()) {
            return answerCall();
        }
        if (Waits.look(protocol).isGranted()) {
            protocol.leave(0); // whoever has observed it knows only that it would look once more
        }
        return StepResult.PROGRESSED;
    }

    private StepResult stepTasks() {
        TaskRun oldest = runs[first];
        StepResult found = oldest.step();
        if (found != StepResult.PENDING || runs.length == 1) {
            return found;
        }
        TaskRun newest = newest();
        return newest != oldest && !newest.isLaunched() ? newest.step() : found;
    }

    /** Asks after the kernel that ends next, without launching any; only while the engine {@link #mustBePolled must be polled}. */
    void pollKernel() {
        if (underWay > 0) {
            runs[first].step();
        } else {
            inTeam.step();
        }
    }

    /** Says that the engine is stepped again, after it has said that it {@link #leaves}: it can be called to teams. */
    void comesBack() {
        calls().open();
    }

    /**
     * Says that the engine may not be stepped for a while: if somebody counts on it to pop a task, another has to. It does not sleep
     * either, since nobody could wake it. The stepping thread only.
     */
    void handOn() {
        if (listedAsSleeping) {
            listedAsSleeping = false;
            home.sleeping().clear(id, architecture);
        }
        Context woke = sleep == null || sleep == ASLEEP ? null : takeWhoWoke();
        if (woke != null) {
            woke.wakeInsteadOf(this);
        }
        passCountOn();
    }

    /** Has another worker woken if this one has taken another task than the context that counts on it. */
    private void disappoint(Job job) {
        Context counting = countedOnBy;
        countedOnBy = null;
        if (job != null && (poppedFrom == null || !counting.has(job))) {
            counting.wakeInsteadOf(this);
        }
    }

    /** Has another worker woken for the context that counts on this one, which has no time now. */
    private void passCountOn() {
        Context counting = countedOnBy;
        if (counting != null) {
            countedOnBy = null;
            counting.wakeInsteadOf(this);
        }
    }

    private TaskRun newest() {
        return runs[(first + underWay - 1) % runs.length];
    }

    /** Whether another task may be begun: there is a place for it, and the kernel of the one before was launched. */
    public boolean hasRoom() {
        return !isInOrCalledToTeam()
                && (underWay == 0 || underWay < runs.length && newest().isLaunched() && !newest().isSynchronous());
    }

    private StepResult begin(Job job) {
        Object policy = poppedFrom;
        poppedFrom = null;
        Particulars said = job.particulars();
        if (said != null && said.team() != null && callTogether(job, policy, said.team())) {
            return underWay > 0 || !mayAnswer() ? StepResult.PROGRESSED : answerCall();
        }
        TaskRun run = nextRun();
        StepResult found = run.begin(job, policy);
        return found == StepResult.PENDING && run.isLaunched() && hasRoom() ? StepResult.PROGRESSED : found;
    }

    private TaskRun nextRun() {
        return runs[(first + underWay) % runs.length];
    }

    // Tasks that a team runs.

    /** Whether it is in a team, or was called to one: then it does nothing else. */
    public boolean isInOrCalledToTeam() {
        Calls known = calls;
        return known != null && known.isCalled();
    }

    /** Calls a team together for a task that was popped; false if this worker runs it alone. */
    private boolean callTogether(Job job, Object policy, CombinedWorker wanted) {
        return job.codelet().parallelism() != Parallelism.SEQUENTIAL
                && architecture == Architecture.CPU
                && home.teamwork().call(job, policy, wanted, this) != null;
    }

    /**
     * Whether it is in a team or can join one now. It cannot before it has looked for a task once more, if somebody has observed it, and during
     * a change of its contexts.
     */
    private boolean mayAnswer() {
        return inTeam != null && inTeam.isUnderWay() || protocol.answer();
    }

    /** Answers the call to a team that is next, or goes on in the team that the worker is in; with nothing else under way. */
    private StepResult answerCall() {
        passCountOn();
        if (inTeam == null) {
            inTeam = new TeamRun(this, unit, home);
        }
        return inTeam.isUnderWay() ? inTeam.step() : inTeam.join(calls.answer());
    }

    /** Is told by its team run that it is in a team. */
    void joins(Job job) {
        CURRENT.setOpaque(this, job);
    }

    /** Runs the task of a team that it leads and that is complete. */
    StepResult lead(Team team) {
        return nextRun().begin(team);
    }

    /** Is told by a task run that the task of the team that it leads has ended. */
    void hasLed() {
        inTeam.leave();
    }

    /** Is told by its team run that it has nothing to do with the team any more. */
    void leavesTeam() {
        CURRENT.setOpaque(this, underWay == 0 ? null : runs[first].job());
        calls.answered();
    }

    @Override
    public boolean isIn(Context asked) {
        return turn(asked) != null;
    }

    @Override
    public Calls calls() {
        Calls made = calls;
        if (made != null) {
            return made;
        }
        synchronized (this) {
            if (calls == null) {
                calls = new Calls(home.teamwork(), protocol);
            }
            return calls;
        }
    }

    @Override
    public void isCalled() {
        wakeForOwnTask();
    }

    // What its task runs tell it.

    /** A task is under way from now on. */
    void begins(TaskRun run) {
        underWay++;
        if (underWay == 1) {
            CURRENT.setOpaque(this, run.job());
        }
    }

    /** Whether several tasks can be under way. */
    boolean isPipelined() {
        return runs.length > 1;
    }

    /** Whether nothing is ahead of a task that is under way. */
    boolean isOldest(TaskRun run) {
        return run == runs[first];
    }

    /** A task is not under way any more. */
    void ends(TaskRun run) {
        boolean wasOldest = run == runs[first];
        underWay--;
        if (wasOldest) {
            first = underWay == 0 ? first : (first + 1) % runs.length;
        }
        CURRENT.setOpaque(this, underWay == 0 ? null : runs[first].job());
        if (wasOldest && underWay > 0) {
            runs[first].isOldestNow();
        }
        if (stepper == Thread.currentThread()) {
            Thread.interrupted(); // the kernel's or a callback's affair: it would keep the thread awake
        }
    }

    /** Ends a task whose kernel has returned. */
    void finish(Job job, Throwable failure) {
        // Callbacks may take their time, so a worker that has to call some is not counted on to pop soon.
        credit = job.particulars() == null && home.costs() == null;
        EXECUTED.setOpaque(this, executed + 1);
        Completion.finish(job, failure);
        credit = false;
    }

    /** Is told how long a kernel ran, if somebody wants to know. */
    void executed(Job job, Team team, long launchTime, long end, boolean learns) {
        long begin = Math.max(launchTime, lastEnd);
        lastEnd = end;
        if (memberships.areSeveral()) {
            memberships.ran(Context.of(job), end - begin);
        }
        BusyTimes busyTimes = Context.of(job).busyTimes();
        if (busyTimes.areMeasured()) {
            busyTimes.ran(id, end - begin);
        }
        if (learns) {
            home.predictions().executed(job, this, team == null ? 1 : team.size(), end - begin);
        }
        if (home.isObserved()) {
            if (team == null) {
                home.executed(job, this, begin, end);
            } else {
                home.executed(team, begin, end);
            }
        }
    }

    /** Has the worker spend the virtual time that fetching a task's data costs it; false if it costs none. */
    boolean charges(Job job) {
        Costs costs = home.costs();
        if (costs == null || costs.fetchNanos() == 0 || job.dataCount() == 0) {
            return false;
        }
        charge += costs.fetchNanos() * job.dataCount();
        return true;
    }

    /** Has the worker spend virtual time; the sum of what it has to spend since it was last {@link #takeCharge taken}. */
    public long charge(long nanos) {
        charge += nanos;
        return charge;
    }

    /** Until when what it does for its unit keeps it busy, in virtual time. */
    public long busyUntil() {
        return unit.busyUntil();
    }

    /** Takes the virtual time that the worker has to spend before its next step. */
    public long takeCharge() {
        long taken = charge;
        charge = 0;
        return taken;
    }

    /** What runs a task here; null if it is only imagined. */
    Implementation implementation(Job job) {
        int number = job.implementation();
        if (timing != null && !job.codelet().runsOn(architecture)) {
            return null;
        }
        return job.codelet().implementation(architecture, number);
    }

    private Job pop() {
        Job job = memberships.isEmpty() ? popOwn() : memberships.pop(this);
        if (job == null && !ranDry) {
            home.ranOutOfTasks();
        }
        ranDry = job == null;
        if (deferred != null) {
            makeDeferredChanges();
        }
        return job;
    }

    private Job popOwn() {
        if (!Waits.look(protocol).isGranted()) {
            return null;
        }
        try {
            return home.popOwn(this);
        } finally {
            protocol.leave(0);
        }
    }

    private void makeDeferredChanges() {
        Deferred latest = deferred;
        deferred = null;
        Deferred first = null;
        for (Deferred each = latest; each != null; each = each.earlier()) {
            first = new Deferred(each.change(), each.what(), first);
        }
        for (Deferred each = first; each != null; each = each.earlier()) {
            try {
                each.change().run();
            } catch (RuntimeException | Error thrown) {
                LOG.log(
                        Level.ERROR,
                        "worker " + name() + ": " + each.what()
                                + ", which a policy wanted, was put off and cannot be done: " + thrown.getMessage(),
                        thrown);
            }
        }
    }

    /** When a kernel that is under way should be looked at again, or {@link Long#MAX_VALUE}; the stepping thread only. */
    public long nextPoll() {
        if (underWay == 0) {
            return inTeam == null ? Long.MAX_VALUE : inTeam.nextPoll();
        }
        return Math.min(runs[first].nextPoll(), newest().nextPoll());
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
        if (isInOrCalledToTeam() && mayAnswer()) {
            if (!rise()) {
                countedOnBy = takeWhoWoke();
            }
            return answerCall();
        }
        Job job = pop();
        if (countedOnBy != null) {
            disappoint(job);
        }
        if (job == null) {
            // Who calls it to a team does so first and wakes it then, so one of the two is seen.
            return protocol.hasToAnswer() && rise() ? StepResult.PROGRESSED : StepResult.IDLE;
        }
        if (!rise()) {
            Context counting = takeWhoWoke();
            if (counting != null) {
                counting.wakeInsteadOf(this);
            }
        }
        return begin(job);
    }

    /**
     * Says that the engine will not be stepped until the data of its task have arrived, or the others of its team have come so far that
     * it can go on. It does not count as asleep: nobody shall wake it for another task.
     *
     * <p>The flag is raised before the claim, or the team, is looked at for the last time, and who settles the claim or moves the team
     * looks at the flag after that; both are volatile, so one of the two sees the other.
     *
     * @return false if what it waits for has come
     */
    public boolean restUntilTold() {
        RESTING.setVolatile(this, true);
        boolean mayGoOn = underWay > 0 ? newest().mayGoOn() : inTeam.mayGoOn();
        return !mayGoOn || !RESTING.compareAndSet(this, true, false);
    }

    /** Whether the engine {@link #restUntilTold rests} still. */
    boolean isResting() {
        return (boolean) RESTING.getVolatile(this);
    }

    @Override
    public void goOn() {
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
        if (!listedAsSleeping) {
            listedAsSleeping = true;
            home.sleeping().set(id, architecture);
        }
        Object before = SLEEP.getAndSet(this, ASLEEP);
        if (before instanceof Context counting) {
            countedOnBy = counting; // it was woken for another task while it had one under way
        }
        if (before == ASLEEP) {
            home.sleeping().oneLess();
        }
        VarHandle.fullFence();
    }

    /** Says that the engine is stepped again although nobody has woken it; for an event loop. */
    public void riseToStep() {
        rise();
    }

    /** Says that the engine is stepped again; false if somebody has woken it already. */
    private boolean rise() {
        return rise(null);
    }

    private boolean rise(Object left) {
        if (!SLEEP.compareAndSet(this, ASLEEP, left)) {
            return false;
        }
        home.sleeping().oneLess();
        home.sleeping().oneHasRisen();
        return true;
    }

    /** Which context counts on the worker since it was woken, or null; by the worker, awake. */
    private Context takeWhoWoke() {
        Object woken = sleep;
        sleep = null;
        return woken instanceof Context counting ? counting : null;
    }

    @Override
    public boolean isAsleep() {
        return sleep == ASLEEP;
    }

    @Override
    public boolean wakeUp(Context counting) {
        return wake(counting);
    }

    @Override
    public boolean wakeForOwnTask() {
        return wake(WOKEN);
    }

    private boolean wake(Object left) {
        if (sleep != ASLEEP || !rise(left)) {
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
    public boolean takeCredit(Context counting) {
        boolean had = credit;
        credit = false;
        if (had) {
            countedOnBy = counting;
        }
        return had;
    }

    // Coming and going.

    /** Prepares the calling thread, which will step the engine. */
    public void start() {
        phase = WorkerState.STARTING;
        started = true;
        try {
            unit.start();
        } finally {
            phase = WorkerState.SCHEDULING;
        }
    }

    /** Ends what {@link #start} began, also if it has thrown; between two tasks. */
    void stopUnit() {
        started = false;
        guarded(unit::stop, "stop");
    }

    /** Ends the engine, also one that could not start; the stepping thread only, between two tasks. */
    public void leave() {
        rise();
        home.sleeping().clear(id, architecture);
        phase = WorkerState.STOPPED;
        home.ranOutOfTasks(); // its last task may have been the last of all, and it takes no further look at the policy
        if (started) {
            stopUnit();
        }
        guarded(unit::close, "close");
    }

    private void guarded(Runnable end, String what) {
        try {
            end.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "worker " + name() + ": its unit threw in " + what + ": " + thrown, thrown);
        }
    }

    /**
     * Goes on after a step threw, which only an error of the core or of the virtual machine can bring about: says so, and
     * fails the tasks that were under way, so that nobody waits for it for ever.
     */
    void recover(Throwable thrown) {
        LOG.log(Level.ERROR, "worker " + name() + ": an error in the core: " + thrown, thrown);
        credit = false;
        poppedFrom = null;
        protocol.leave(0);
        if (inTeam != null) {
            inTeam.recover(thrown, underWay > 0);
        }
        first = 0;
        underWay = 0;
        CURRENT.setOpaque(this, null);
        for (TaskRun run : runs) {
            run.recover(thrown);
        }
    }

    /** Whether a kernel is under way, so that the engine must be stepped to its end before it may stop. */
    public boolean isBusy() {
        return underWay > 0 || isInOrCalledToTeam();
    }

    /** Says that the engine is stepped no more, or not for now: no team waits for it. False if one does, and it has to be stepped still. */
    public boolean leaves() {
        return calls().close();
    }

    /** Whether the engine must be stepped again and again, because nobody will wake it. */
    boolean mustBePolled() {
        return underWay > 0
                ? runs[first].mustBePolled() || newest().mustBePolled()
                : inTeam != null && inTeam.mustBePolled();
    }

    /** Whether the engine can do nothing until somebody {@link #goOn tells} it: that data have arrived, or where its team is. */
    public boolean waitsForOthers() {
        return underWay > 0 ? newest().waitsForOthers() : inTeam != null && inTeam.waits();
    }

    boolean belongsTo(EngineHome asked) {
        return asked == home;
    }

    @Override
    public void poppedFrom(Object policy) {
        poppedFrom = policy;
    }

    @Override
    public WorkerProtocol protocol() {
        return protocol;
    }

    @Override
    public WorkerLocking locking() {
        return locking;
    }

    @Override
    public Turn turn(Context asked) {
        return memberships.turn(asked);
    }

    @Override
    public void join(Context joined) {
        memberships.join(joined);
    }

    @Override
    public void ranksChanged() {
        memberships.sortAgain();
    }

    @Override
    public void leave(Context left) {
        memberships.leave(left);
    }

    @Override
    public boolean isScheduling() {
        return protocol.isInOperation();
    }

    @Override
    public void defer(Runnable change, String what) {
        deferred = new Deferred(change, what, deferred);
    }

    /** Whether it has to be known how long tasks run, because contexts share the worker. */
    boolean isShared() {
        return memberships.areSeveral();
    }

    /** Is told how long the worker was in a team that another one led, if somebody wants to know. */
    void tookPart(Job job, long nanos) {
        Context context = Context.of(job);
        if (memberships.areSeveral()) {
            memberships.ran(context, nanos);
        }
        if (context.busyTimes().areMeasured()) {
            context.busyTimes().ran(id, nanos);
        }
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
        if (isAsleep()) {
            return WorkerState.SLEEPING;
        }
        return drive == null || drive.isDrivenNow() ? WorkerState.SCHEDULING : WorkerState.NOT_DRIVEN;
    }

    @Override
    public void forEachUnderWay(Consumer<Job> visitor) {
        for (TaskRun run : runs) {
            Job job = run.job();
            if (job != null) {
                visitor.accept(job);
            }
        }
        Job glanced = glance();
        if (glanced != null && inTeam != null) {
            visitor.accept(glanced); // of the team that it is in, which no run may have yet
        }
    }

    @Override
    public Set<WorkerFlag> flags() {
        return protocol.flags();
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

    // What the program asks of a worker that it drives.

    @Override
    public boolean isDriven() {
        return drive != null;
    }

    @Override
    public Optional<Thread> thread() {
        return Optional.ofNullable(drive != null ? drive.thread() : stepper instanceof Thread own ? own : null);
    }

    /** Whether nothing happens unless a thread of the program goes to drive it: none is within {@link #run}. */
    public boolean isLeftToProgram() {
        return drive != null && !drive.isRunning();
    }

    private ProgramDrive drive(String what) {
        if (drive == null) {
            throw new IllegalStateException(what + " is refused: " + name()
                    + (stepper instanceof Thread
                            ? " has a thread of its runtime's; to drive it yourself, make the runtime with withoutThreadsFor(\""
                                    + name() + "\")"
                            : " is stepped in virtual time by whoever waits for tasks"));
        }
        return drive;
    }

    @Override
    public void beginDriving() {
        drive("beginDriving()").begin();
    }

    @Override
    public void endDriving() {
        drive("endDriving()").end();
    }

    @Override
    public StepResult runOnce() {
        return drive("runOnce()").runOnce();
    }

    @Override
    public void run() {
        drive("run()").run(null, Long.MAX_VALUE);
    }

    @Override
    public boolean runFor(Duration time) {
        boolean forEver = time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0;
        return drive("runFor(" + time + ")").run(null, forEver ? Long.MAX_VALUE : time.toNanos());
    }

    @Override
    public boolean runUntil(BooleanSupplier condition) {
        return drive("runUntil(...)").run(Objects.requireNonNull(condition, "condition"), Long.MAX_VALUE);
    }

    @Override
    public void stop() {
        drive("stop()").requestStop();
    }

    @Override
    public String toString() {
        return name();
    }
}
