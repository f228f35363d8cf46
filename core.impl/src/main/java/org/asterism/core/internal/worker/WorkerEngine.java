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
import org.asterism.core.internal.context.GateSlot;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Calls;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The cycle of a worker, one iteration per {@link #step}: take a task from the policy, launch its kernel, end it. A
 * step never blocks or sleeps. The stepper of the engine (a thread, the program, an event loop) decides what to do when
 * there is nothing to do.
 *
 * <p><b>Threads.</b> One thread at a time steps; any thread may call the other methods.
 */
public final class WorkerEngine extends UnitWorker {
    private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());

    private final ComputeUnit unit;
    private final EngineHome home;
    private final Memberships memberships = new Memberships();
    private final WorkerProtocol protocol = new WorkerProtocol();
    private final WorkerLocking locking;
    private volatile BoundTasks boundTasks;
    private final UnitLife life;
    private final GivenUpTasks givenUp = new GivenUpTasks();
    private final WorkerSleep sleep;
    private final WorkerAccount account;
    private final Pipeline pipeline;
    private final TeamDuties teams;
    private final UnderWay underWay;
    private final Taking taking;
    private final WorkerRest rest;

    public WorkerEngine(int id, int node, ComputeUnit unit, EngineHome home, Stepper stepper) {
        super(id, node, unit, stepper);
        locking = new WorkerLocking(protocol, unit.name());
        this.unit = unit;
        this.home = home;
        life = new UnitLife(unit, isDriven() ? WorkerState.SCHEDULING : WorkerState.STARTING);
        sleep = new WorkerSleep(this, home.sleeping(), home.observers(), () -> stepper.wake(this));
        account = new WorkerAccount(this, home, memberships);
        pipeline = new Pipeline(this, unit, home, account, sleep, givenUp);
        teams = new TeamDuties(this, sleep, pipeline, unit, home, account);
        underWay = new UnderWay(pipeline, teams);
        taking = new Taking(this, home, memberships, sleep, pipeline, teams);
        rest = new WorkerRest(protocol, sleep, taking, underWay, teams, home.clock());
    }

    public StepResult step() {
        sleep.isStepped();
        taking.makeDeferred(); // of tasks that the last step has released
        if (!pipeline.isEmpty()) {
            StepResult found = pipeline.step();
            if (found != StepResult.PENDING) {
                return found;
            }
            if (!underWay.leavesRoom()) {
                sleep.passCountOn(); // it was called to a team since it was woken for a task
                return found;
            }
        }
        if (pipeline.isEmpty() && teams.isInOrCalled() && teams.mayAnswer()) {
            return teams.answer();
        }
        Job job = taking.pop();
        return job == null ? foundNothing() : taking.begin(job);
    }

    /** After a look in vain: a worker that is called to a team does not sleep before it has answered. */
    private StepResult foundNothing() {
        if (!pipeline.isEmpty()) {
            return StepResult.PENDING;
        }
        return protocol.hasToAnswer() ? StepResult.PROGRESSED : StepResult.IDLE;
    }

    /**
     * Goes on with what is under way, also in teams, without taking another task; for an engine that is {@link #isBusy
     * busy}.
     */
    StepResult stepUnderWay() {
        if (!pipeline.isEmpty()) {
            return pipeline.step();
        }
        if (teams.mayAnswer()) {
            return teams.answer();
        }
        if (Waits.look(protocol).isGranted()) {
            protocol.leave(0); // a thread that observed it only knows that it would search once more
        }
        return StepResult.PROGRESSED;
    }

    public boolean hasRoom() {
        return underWay.leavesRoom();
    }

    @Override
    public boolean announceBegin(Job job) {
        return !taking.hasDeferred() && pipeline.announceBegin(job);
    }

    @Override
    public void withdrawBegin() {
        pipeline.next().withdrawBegin();
    }

    UnderWay underWay() {
        return underWay;
    }

    WorkerRest rest() {
        return rest;
    }

    UnitLife life() {
        return life;
    }

    // For an event loop, which knows when it is to be stepped again.

    /**
     * Says that the engine will not be stepped until it is woken; for a stepping thread during whose steps nobody else
     * can push. Others look once more: {@link WorkerRest#stepOrSleep}.
     */
    public void fallAsleep() {
        sleep.fallAsleep();
        sleep.report();
    }

    /** Says that the engine is stepped again although nobody has woken it; for an event loop. */
    public void riseToStep() {
        sleep.rise();
    }

    /**
     * Says that the engine will not be stepped until the data of its task have arrived, or the others of its team have
     * come so far that it can go on. It does not count as asleep: nobody shall wake it for another task.
     *
     * <p>The flag is raised before the claim, or the team, is looked at for the last time, and who settles the claim or
     * moves the team looks at the flag after that; both are volatile, so one of the two sees the other.
     *
     * @return false if what it waits for has come
     */
    public boolean restUntilTold() {
        sleep.beginRest();
        return !underWay.mayGoOn() || !sleep.endRest();
    }

    /** Whether a kernel is under way, so that the engine must be stepped to its end before it may stop. */
    public boolean isBusy() {
        return underWay.isAnythingToEnd();
    }

    public boolean isInOrCalledToTeam() {
        return teams.isInOrCalled();
    }

    public long nextPoll() {
        return underWay.nextPoll();
    }

    /**
     * Whether the engine can do nothing until somebody {@link #goOn tells} it: that data have arrived, or where its
     * team is.
     */
    public boolean waitsForOthers() {
        return underWay.waitsForOthers();
    }

    public long charge(long nanos) {
        return account.charge(nanos);
    }

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

    /**
     * Says that the engine is stepped no more, or not for now: no team waits for it. False if one does, and it has to
     * be stepped still.
     */
    public boolean leaves() {
        return calls().close();
    }

    /** See {@link WorkerSleep#handOn}. The stepping thread only. */
    void handOn() {
        sleep.handOn();
    }

    /** Says that the engine is stepped again, after it has said that it {@link #leaves}: it can be called to teams. */
    void comesBack() {
        calls().open();
    }

    /**
     * Tells the engine that its device is lost: it takes no further task, and gives up what is under way and does not
     * end well at the next look. Any thread.
     */
    public void lose(DeviceLostException lost) {
        hasLost(lost);
        goOn();
    }

    @Override
    DeviceLostException lossIn(Throwable failure) {
        if (failure instanceof DeviceLostException lost) {
            home.deviceLost(this, lost);
            return lost;
        }
        return failure == null ? null : loss();
    }

    /** Ends the engine, also one that could not start; the stepping thread only, between two tasks. */
    public void leave() {
        sleep.end();
        life.isOver();
        home.stopped(this);
        life.close();
    }

    /**
     * Goes on after a step threw, which only an error of the core or of the virtual machine can bring about: fails the
     * tasks that were under way, so that nobody waits for them for ever, and says so last, since that takes memory.
     * Throws only if there was no memory for a minute: then the tasks are under way still.
     */
    public void recover(Throwable thrown) {
        sleep.isAboutToPop(false);
        taking.recover();
        protocol.leave(0);
        underWay.recover(thrown);
        SafeLog.log(LOG, Level.ERROR, "an error in the core in a step of worker ", name(), thrown);
    }

    /**
     * Gives up a task in the engine's hands that does not get on. By a thread that has waited for long, while something
     * is closed. A task that waits for its data fails, and the engine goes on. Of any other the engine is stuck, and
     * nobody waits for it any more: the task fails, and a kernel or callback that returns late finds that the task is
     * no longer its own.
     *
     * @return false if the task stays as it is: it has ended, or is about to, as while a callback runs
     */
    public boolean giveUp(Job hung, Throwable why) {
        return givenUp.giveUp(hung, underWay.claimOf(hung), why, home.traffic());
    }

    /** Whether nobody waits for the engine to end a task any more, which it may have ended since. Any thread. */
    public boolean hasPassedOver(Job job) {
        return givenUp.contains(job);
    }

    /** Whether what it does was given up, all of it, and has not returned. Any thread. */
    public boolean isStuck() {
        return givenUp.areAll(underWay);
    }

    boolean belongsTo(EngineHome asked) {
        return asked == home;
    }

    // What its contexts and teams ask of it.

    @Override
    public WorkerProtocol protocol() {
        return protocol;
    }

    @Override
    public WorkerLocking locking() {
        return locking;
    }

    @Override
    public boolean isScheduling() {
        return protocol.isInOperation();
    }

    @Override
    public boolean isIn(Context asked) {
        return slot(asked) != null;
    }

    @Override
    public GateSlot slot(Context asked) {
        return memberships.slot(asked);
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
    public Calls calls() {
        return teams.calls();
    }

    @Override
    public void isCalled() {
        wakeForOwnTask();
    }

    @Override
    public void defer(Runnable change, String what) {
        taking.defer(change, what);
    }

    // What anybody may ask.

    @Override
    public WorkerState state() {
        WorkerState now = life.phase();
        if (now != WorkerState.SCHEDULING) {
            return now;
        }
        if (isStuck()) {
            return WorkerState.STUCK;
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
        underWay.forEach(visitor);
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
