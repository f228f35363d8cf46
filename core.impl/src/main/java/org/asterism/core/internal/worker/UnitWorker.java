package org.asterism.core.internal.worker;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.TeamMember;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.UnitTiming;

/** The constant part of a worker: its unit, the tasks that the unit can run, and its stepper. Any thread may use it. */
abstract class UnitWorker implements ContextWorker, TeamMember {
    private final int id;
    private final int node;
    private final ComputeUnit unit;
    private final Stepper stepper;

    /** The means by which the program drives the worker; null if the runtime steps it. */
    private final ProgramDrive drive;

    private final Architecture architecture;
    private final long architectureBit;
    private final UnitTiming timing;

    /** Whether the unit can run a task of its architecture; null if it can run all. */
    private final Predicate<Task> ability;

    /** The unit's choice among codelets; null if it runs all. */
    private final Predicate<? super Codelet> choice;

    private final boolean joinsTeams;

    /** The driver's report about the lost device, or null. */
    private volatile DeviceLostException loss;

    UnitWorker(int id, int node, ComputeUnit unit, Stepper stepper) {
        this.id = id;
        this.node = node;
        this.unit = unit;
        this.stepper = stepper;
        drive = stepper instanceof ProgramDrive program ? program : null;
        timing = unit.timing().orElse(null);
        choice = unit.codelets().orElse(null);
        ability = ability(timing, choice);
        joinsTeams = !unit.properties().containsKey(ComputeUnit.MEMBER);
        architecture = unit.architecture();
        architectureBit = 1L << architecture.index();
    }

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
    public boolean canExecute(Task task) {
        return (task.architectureSet() & architectureBit) != 0
                && (ability == null || ability.test(task))
                && (!task.isRestricted() || task instanceof Job job && Eligibility.allows(job, this));
    }

    private static Predicate<Task> ability(UnitTiming timing, Predicate<? super Codelet> choice) {
        if (timing == null && choice == null) {
            return null;
        }
        return task -> onlyConverts(task)
                || (choice == null || choice.test(task.codelet()))
                        && (timing == null || !Double.isNaN(timing.nanos(task)));
    }

    @Override
    public boolean hasChoice() {
        return choice != null;
    }

    @Override
    public Optional<String> refusal(Task task) {
        boolean refuses = choice != null
                && (task.architectureSet() & architectureBit) != 0
                && !onlyConverts(task)
                && !choice.test(task.codelet());
        return refuses ? unit.refusal(task.codelet()) : Optional.empty();
    }

    @Override
    public boolean joinsTeams() {
        return joinsTeams;
    }

    /** Whether a task has nothing to do but to have its data converted, which no machine has a time for. */
    private static boolean onlyConverts(Task task) {
        return task instanceof Job job && job.dataCount() == 1 && job.data(0).isForm();
    }

    /** Returns the implementation that runs a task here; null if the task is only simulated. */
    Implementation implementation(Job job) {
        int number = job.implementation();
        if (timing != null && !job.codelet().runsOn(architecture)) {
            return null;
        }
        return job.codelet().implementation(architecture, number);
    }

    /** Takes note that its device is lost. */
    final void hasLost(DeviceLostException lost) {
        loss = lost;
    }

    @Override
    public final boolean isLost() {
        return loss != null;
    }

    @Override
    public final DeviceLostException loss() {
        return loss;
    }

    /**
     * Returns the loss of the device that a kernel's failure reports, and makes the loss known; null if the device is
     * not lost.
     */
    abstract DeviceLostException lossIn(Throwable failure);

    /** Forgets an interrupt of the worker's own thread by a kernel or a callback: it would keep the thread awake. */
    final void forgetInterrupt() {
        if (stepper == Thread.currentThread()) {
            Thread.interrupted();
        }
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

    /** Whether its stepping has not been left to a program that is elsewhere. */
    boolean isSteppedNow() {
        return drive == null || drive.isDrivenNow();
    }

    private ProgramDrive drive(String what) {
        if (drive == null) {
            throw new IllegalStateException(what + " is refused: " + name()
                    + (stepper instanceof Thread
                            ? " has a thread of its runtime's; to drive it yourself, make the runtime with "
                                    + "withoutThreadsFor(\""
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
        return drive("runFor(" + time + ")").run(null, TimeUnit.NANOSECONDS.convert(time));
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
