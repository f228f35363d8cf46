package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.StepResult;
import org.asterism.api.WorkerFlag;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.context.BoundTasks;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.Turn;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.team.Calls;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The cycle of a worker, one iteration per {@link #step}: take a task from the policy, launch its kernel, see it to its end.
 * A step never blocks or sleeps; who steps the engine (a thread, the program, an event loop) decides what to do when there is
 * nothing to do.
 *
 * <p><b>Threads.</b> One at a time steps; all other methods are for anybody.
 */
public final class WorkerEngine extends UnitWorker {
    private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());
    private static final long LEAST_TO_REST_NANOS = 100_000;
    private static final long LONGEST_REST_NANOS = 1_000_000;
    private static final long REST_SHARE = 8;

    private final ComputeUnit unit;
    private final EngineHome home;
    private final Stepper stepper;
    private final UnitLife life;
    private final Memberships memberships = new Memberships();
    private final WorkerProtocol protocol = new WorkerProtocol();
    private final WorkerLocking locking;
    private final WorkerSleep sleep;
    private final WorkerAccount account;
    private final Pipeline pipeline;
    private final TeamDuties teams;

    /** What a policy wants done that cannot be done while it is called. */
    private final DeferredChanges deferred = new DeferredChanges();

    /** Tells it to go on; the same each time. */
    private final Runnable goOn = this::goOn;

    private volatile BoundTasks boundTasks;

    /** What the driver has said when the device was lost, or null. */
    private volatile DeviceLostException loss;

    // The stepping thread's own.
    private Object poppedFrom;
    private boolean ranDry;

    public WorkerEngine(int id, int node, ComputeUnit unit, EngineHome home, Stepper stepper) {
        super(id, node, unit, stepper);
        this.unit = unit;
        this.home = home;
        this.stepper = stepper;
        life = new UnitLife(unit, isDriven() ? WorkerState.SCHEDULING : WorkerState.STARTING);
        locking = new WorkerLocking(protocol, unit.name());
        sleep = new WorkerSleep(this, home, stepper);
        account = new WorkerAccount(this, home, memberships);
        pipeline = new Pipeline(this, unit, home);
        teams = new TeamDuties(this, sleep, pipeline, unit, home);
    }

    /** Performs one iteration of the worker's cycle. */
    public StepResult step() {
        sleep.isStepped();
        if (deferred.areThere()) {
            deferred.make(this); // of tasks that the last step has released
        }
        if (!pipeline.isEmpty()) {
            StepResult found = pipeline.step();
            if (found != StepResult.PENDING) {
                return found;
            }
            if (!hasRoom()) {
                sleep.passCountOn(); // it was called to a team since it was woken for a task
                return found;
            }
        }
        if (pipeline.isEmpty() && teams.isInOrCalled() && teams.mayAnswer()) {
            return teams.answer();
        }
        Job job = pop();
        return job == null ? foundNothing() : begin(job);
    }

    /** After a look in vain: a worker that is called to a team does not sleep before it has answered. */
    private StepResult foundNothing() {
        if (!pipeline.isEmpty()) {
            return StepResult.PENDING;
        }
        return protocol.hasToAnswer() ? StepResult.PROGRESSED : StepResult.IDLE;
    }

    /** Goes on with what is under way, also in teams, without taking another task; for an engine that is {@link #isBusy busy}. */
    StepResult stepUnderWay() {
        if (!pipeline.isEmpty()) {
            return pipeline.step();
        }
        if (teams.mayAnswer()) {
            return teams.answer();
        }
        if (Waits.look(protocol).isGranted()) {
            protocol.leave(0); // whoever has observed it knows only that it would look once more
        }
        return StepResult.PROGRESSED;
    }

    /** Asks after the kernel that ends next, without launching any; only while the engine {@link #hasKernel has one}. */
    void pollKernel() {
        if (pipeline.isEmpty()) {
            teams.pollKernel();
        } else {
            pipeline.pollKernel();
        }
    }

    /** Whether another task may be begun: there is a place for it, and the kernel of the one before was launched. */
    public boolean hasRoom() {
        return !teams.isInOrCalled() && pipeline.hasRoom();
    }

    private Job pop() {
        if (loss != null) {
            sleep.passCountOn(); // it takes none any more, and will be taken out soon
            return null;
        }
        Job job = memberships.isEmpty() ? popOwn() : memberships.pop(this);
        if (job == null && !ranDry) {
            home.ranOutOfTasks();
        }
        ranDry = job == null;
        if (deferred.areThere()) {
            deferred.make(this);
        }
        if (sleep.isCountedOn()) {
            sleep.found(job, poppedFrom == null);
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

    private StepResult begin(Job job) {
        Object policy = poppedFrom;
        poppedFrom = null;
        Particulars said = job.particulars();
        if (said != null && said.team() != null && teams.callTogether(job, policy, said.team())) {
            return !pipeline.isEmpty() || !teams.mayAnswer() ? StepResult.PROGRESSED : teams.answer();
        }
        TaskRun run = pipeline.next();
        StepResult found = run.begin(job, policy);
        return found == StepResult.PENDING && run.isLaunched() && hasRoom() ? StepResult.PROGRESSED : found;
    }

    // What its task runs and team runs ask of it.

    /** How much it has run. */
    WorkerAccount account() {
        return account;
    }

    /** What it does about teams. */
    TeamDuties teams() {
        return teams;
    }

    /** Ends a task whose kernel has returned. */
    void finish(TaskRun run, Job job, Throwable failure) {
        // Callbacks may take their time, so a worker that has to call some is not counted on to pop soon; nor is one
        // without room.
        sleep.isAboutToPop(job.particulars() == null && home.costs() == null && pipeline.hasRoomAfter(run));
        account.oneMore();
        Completion.finish(job, failure);
        sleep.isAboutToPop(false);
    }

    /** A task is not under way any more. */
    void ends(TaskRun run) {
        pipeline.ends(run);
        if (stepper == Thread.currentThread()) {
            Thread.interrupted(); // the kernel's or a callback's affair: it would keep the thread awake
        }
    }

    // When it is to be stepped again.

    /**
     * Says that the engine sleeps, then looks for a task once more. If it finds one it rises before the
     * kernel begins, so that nobody wakes an engine that is busy instead of one that sleeps. Was it woken meanwhile, then
     * perhaps for another task, so it has another engine woken instead. With something under way it rests until it is told that this can
     * go on, and sleeps besides if there is room for another task.
     *
     * @return {@link StepResult#IDLE} if it sleeps or rests, and need not be stepped while it {@link #staysAtRest stays so}
     */
    public StepResult stepOrSleep() {
        if (isUnderWay()) {
            return stepOrRest(true);
        }
        sleep.waitsFor(false, true);
        sleep.fallAsleep();
        if (teams.isInOrCalled() && teams.mayAnswer()) {
            sleep.riseToAnswer();
            return teams.answer();
        }
        Job job = pop();
        if (job == null) {
            // Who calls it to a team does so first and wakes it then, so one of the two is seen.
            return protocol.hasToAnswer() && sleep.rise() ? StepResult.PROGRESSED : StepResult.IDLE;
        }
        sleep.riseToRun();
        return begin(job);
    }

    /** The same for an engine that shall end what is under way, and take nothing else. */
    StepResult stepUnderWayOrRest() {
        return isUnderWay() ? stepOrRest(false) : StepResult.PENDING;
    }

    /**
     * Says that the engine rests, has the drivers of its kernels tell when these have ended, and then looks at what is under way for the
     * last time; then the same for further tasks, as {@link #stepOrSleep} does.
     *
     * <p>The flag is raised before the last look, and who ends a kernel, settles a claim or moves a team looks at the flag after that: so
     * one of the two sees the other.
     */
    private StepResult stepOrRest(boolean takesMore) {
        sleep.beginRest();
        askToBeTold();
        StepResult found = pipeline.isEmpty() ? teams.answer() : pipeline.step();
        if (found != StepResult.PENDING || !isUnderWay() || askToBeTold()) {
            sleep.endRest();
            return StepResult.PROGRESSED;
        }
        if (!takesMore || !hasRoom()) {
            sleep.passCountOn();
            sleep.waitsFor(true, false);
            return StepResult.IDLE;
        }
        sleep.waitsFor(true, true);
        sleep.fallAsleep();
        Job job = pop();
        if (job == null) {
            return StepResult.IDLE;
        }
        sleep.endRest();
        sleep.riseToRun();
        return begin(job);
    }

    private boolean askToBeTold() {
        return pipeline.isEmpty() ? teams.askToBeTold(goOn) : pipeline.askToBeTold(goOn);
    }

    /** Whether it has a task or a part in a team's. */
    private boolean isUnderWay() {
        return !pipeline.isEmpty() || teams.isIn();
    }

    /** Whether nobody has woken or told it since it began to sleep or rest; the stepping thread only. */
    boolean staysAtRest() {
        return sleep.lasts();
    }

    /** Says that the engine is stepped again, whether it was woken, told or neither; the stepping thread only. */
    void endRest() {
        sleep.endRest();
        sleep.rise();
    }

    /**
     * How long the engine may rest at most before it is stepped again, since it has a kernel whose driver does not tell: the longer it
     * goes on already, the longer, so that a long one costs little and a short one is not noticed much too late.
     *
     * @param since when it was last seen to go on
     * @return {@link Long#MAX_VALUE} for any time, 0 for none
     */
    long longestRest(long since) {
        if (!mustBePolled()) {
            return Long.MAX_VALUE;
        }
        long passed = home.clock().nanoTime() - since;
        return passed < LEAST_TO_REST_NANOS ? 0 : Math.min(LONGEST_REST_NANOS, passed / REST_SHARE);
    }

    /**
     * Says that the engine will not be stepped until it is woken; for a stepping thread during whose steps nobody else can
     * push. Others look once more: {@link #stepOrSleep}.
     */
    public void fallAsleep() {
        sleep.fallAsleep();
    }

    /** Says that the engine is stepped again although nobody has woken it; for an event loop. */
    public void riseToStep() {
        sleep.rise();
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
        sleep.beginRest();
        boolean mayGoOn = pipeline.isEmpty() ? teams.mayGoOn() : pipeline.mayGoOn();
        return !mayGoOn || !sleep.endRest();
    }

    /** Whether a kernel is under way, so that the engine must be stepped to its end before it may stop. */
    public boolean isBusy() {
        return !pipeline.isEmpty() || teams.isInOrCalled();
    }

    /** Whether it is in a team, or was called to one: then it does nothing else. */
    public boolean isInOrCalledToTeam() {
        return teams.isInOrCalled();
    }

    /** Whether a kernel is under way that goes on by itself. */
    boolean hasKernel() {
        return pipeline.isEmpty() ? teams.hasKernel() : pipeline.hasKernel();
    }

    /** Whether the engine must be stepped again and again, because nobody will tell that a kernel has ended. */
    private boolean mustBePolled() {
        return pipeline.isEmpty() ? teams.mustBePolled() : pipeline.mustBePolled();
    }

    /** When a kernel that is under way should be looked at again, or {@link Long#MAX_VALUE}; the stepping thread only. */
    public long nextPoll() {
        return pipeline.isEmpty() ? teams.nextPoll() : pipeline.nextPoll();
    }

    /** Whether the engine can do nothing until somebody {@link #goOn tells} it: that data have arrived, or where its team is. */
    public boolean waitsForOthers() {
        return pipeline.isEmpty() ? teams.waitsForOthers() : pipeline.waitsForOthers();
    }

    /** Has the worker spend virtual time; the sum of what it has to spend since it was last {@link #takeCharge taken}. */
    public long charge(long nanos) {
        return account.charge(nanos);
    }

    /** Takes the virtual time that the worker has to spend before its next step. */
    public long takeCharge() {
        return account.takeCharge();
    }

    /** Until when what it does for its unit keeps it busy, in virtual time. */
    public long busyUntil() {
        return unit.busyUntil();
    }

    // Coming and going.

    /** Prepares the calling thread, which will step the engine. */
    public void start() {
        life.start();
    }

    /** Ends what {@link #start} began, also if it has thrown; between two tasks. */
    void stopUnit() {
        life.stop();
    }

    /** Says that the engine is stepped no more, or not for now: no team waits for it. False if one does, and it has to be stepped still. */
    public boolean leaves() {
        return calls().close();
    }

    /**
     * Says that the engine may not be stepped for a while: if somebody counts on it to pop a task, another has to. It does not sleep
     * either, since nobody could wake it. The stepping thread only.
     */
    void handOn() {
        sleep.handOn();
    }

    /** Says that the engine is stepped again, after it has said that it {@link #leaves}: it can be called to teams. */
    void comesBack() {
        calls().open();
    }

    /**
     * Tells the engine that its device is lost: it takes no further task, and gives up what is under way and does not end well at the
     * next look. Any thread.
     */
    public void lose(DeviceLostException lost) {
        loss = lost;
        goOn();
    }

    @Override
    public boolean isLost() {
        return loss != null;
    }

    @Override
    public DeviceLostException loss() {
        return loss;
    }

    /** What a kernel's failure says of the device, if that is lost: then that is made known. Else null. */
    DeviceLostException lossIn(Throwable failure) {
        if (failure instanceof DeviceLostException lost) {
            home.deviceLost(this, lost);
            return lost;
        }
        return failure == null ? null : loss;
    }

    /** Ends the engine, also one that could not start; the stepping thread only, between two tasks. */
    public void leave() {
        sleep.end();
        life.isOver();
        home.ranOutOfTasks(); // its last task may have been the last of all, and it takes no further look at the policy
        life.close();
    }

    /**
     * Goes on after a step threw, which only an error of the core or of the virtual machine can bring about: says so, and
     * fails the tasks that were under way, so that nobody waits for it for ever.
     */
    public void recover(Throwable thrown) {
        LOG.log(Level.ERROR, "worker " + name() + ": an error in the core: " + thrown, thrown);
        sleep.isAboutToPop(false);
        poppedFrom = null;
        protocol.leave(0);
        teams.recover(thrown, !pipeline.isEmpty());
        pipeline.recover(thrown);
    }

    boolean belongsTo(EngineHome asked) {
        return asked == home;
    }

    // What its contexts and teams ask of it.

    @Override
    public boolean isAsleep() {
        return sleep.isAsleep();
    }

    @Override
    public boolean wakeUp(Context counting) {
        return sleep.wakeFor(counting);
    }

    @Override
    public boolean wakeForOwnTask() {
        return sleep.wakeForItself();
    }

    @Override
    public boolean takeCredit(Context counting) {
        return sleep.takeCredit(counting);
    }

    @Override
    public void goOn() {
        sleep.goOn();
    }

    @Override
    public boolean isIn(Context asked) {
        return turn(asked) != null;
    }

    @Override
    public Calls calls() {
        return teams.calls();
    }

    @Override
    public void isCalled() {
        wakeForOwnTask();
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
        deferred.add(change, what);
    }

    // What anybody may ask.

    @Override
    public WorkerState state() {
        WorkerState now = life.phase();
        if (now != WorkerState.SCHEDULING) {
            return now;
        }
        if (glance() != null) {
            return WorkerState.EXECUTING;
        }
        if (isAsleep()) {
            return WorkerState.SLEEPING;
        }
        return isSteppedNow() ? WorkerState.SCHEDULING : WorkerState.NOT_DRIVEN;
    }

    @Override
    public void forEachUnderWay(Consumer<Job> visitor) {
        pipeline.forEach(visitor);
        Job glanced = glance();
        if (glanced != null && teams.hasBeenInOne()) {
            visitor.accept(glanced); // of the team that it is in, which no run may have yet
        }
    }

    @Override
    public Set<WorkerFlag> flags() {
        return protocol.flags();
    }

    @Override
    public Job glance() {
        return pipeline.glance();
    }

    @Override
    public long executedTasks() {
        return account.executedTasks();
    }
}
