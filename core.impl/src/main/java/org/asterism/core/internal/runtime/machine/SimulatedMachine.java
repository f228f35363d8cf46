package org.asterism.core.internal.runtime.machine;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Simulation;
import org.asterism.core.internal.context.MachineModel;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.UnitTiming;

/**
 * The differences of a runtime whose machine is only described. The description determines where tasks can run, and the
 * core's operations on tasks take virtual time.
 */
public final class SimulatedMachine implements MachineModel {
    /** The default costs of the core's operations on tasks, as in StarPU's simulation. */
    private static final long USUAL_COST_NANOS = 1000;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MOST_MICROS = 1e9;

    private final Simulation simulation;
    private final EngineHome home;
    private final EventLoop loop;
    private final Supplier<List<WorkerEngine>> oneOfEachKind;
    private final Clock clock;
    private Costs costs;

    /** Until when the program is busy with submitting and pushing. */
    private long programBusyUntil;

    /**
     * Makes it, and refuses costs that are none.
     *
     * @param home the runtime, whose clock is there already
     * @param loop the event loop, which steps the workers
     * @param oneOfEachKind a worker of each kind whose units know how long tasks take, and one of each architecture of
     *     the others
     */
    public SimulatedMachine(
            Simulation simulation, EngineHome home, EventLoop loop, Supplier<List<WorkerEngine>> oneOfEachKind) {
        this.simulation = simulation;
        this.home = home;
        this.loop = loop;
        this.oneOfEachKind = oneOfEachKind;
        clock = home.clock();
        costs = costs(Map.of());
    }

    /** Takes what the description of the machine says of costs, where the simulation was not told otherwise. */
    public void learnCosts(List<WorkerEngine> workers) {
        if (!workers.isEmpty()) {
            costs = costs(workers.getFirst().properties());
        }
        // Not before the workers are there: the first look of each costs nothing.
        loop.turnsTake(costs == null ? 0 : costs.turnNanos());
    }

    private Costs costs(Map<String, Object> facts) {
        Costs wanted =
                new Costs(nanos("submit", facts), nanos("push", facts), nanos("fetch", facts), nanos("turn", facts));
        return wanted.areNone() ? null : wanted;
    }

    private long nanos(String cost, Map<String, Object> facts) {
        String property = "cost." + cost;
        String given = simulation.properties().get(property);
        if (given == null) {
            return facts.get("sim." + property + ".nanos") instanceof Number described
                    ? described.longValue()
                    : USUAL_COST_NANOS;
        }
        double micros;
        try {
            micros = Double.parseDouble(given);
        } catch (NumberFormatException noNumber) {
            micros = Double.NaN;
        }
        if (!(micros >= 0) || micros > MOST_MICROS) {
            throw new IllegalArgumentException(
                    "simulation: " + property + " is '" + given + "': give microseconds, from 0 to 1e9");
        }
        return Math.round(micros * NANOS_PER_MICRO);
    }

    /** Returns the costs of the core's operations on tasks; null if they cost nothing. */
    public Costs costs() {
        return costs;
    }

    @Override
    public void holdBegins() {
        if (costs == null) {
            return;
        }
        WorkerEngine worker = CurrentWorker.of(home, true);
        if (worker == null) {
            programSpends(costs.holdNanos());
        } else {
            worker.charge(costs.holdNanos());
        }
    }

    @Override
    public boolean delaysPushes() {
        return costs != null && costs.pushNanos() > 0;
    }

    @Override
    public void delayPush(Runnable push) {
        WorkerEngine worker = CurrentWorker.of(home, true);
        if (worker == null) {
            programSpends(costs.pushNanos());
            loop.at(programBusyUntil, push);
        } else {
            long end = clock.nanoTime() + worker.charge(costs.pushNanos());
            loop.at(end, () -> ProgramStepper.runAs(worker, push));
        }
    }

    /** Lets the machine go on meanwhile, besides. */
    @Override
    public void submissionEnds() {
        if (costs != null && !loop.isRunning()) {
            programSpends(costs.submitNanos());
            loop.runUntilTime(programBusyUntil);
        }
    }

    private void programSpends(long nanos) {
        programBusyUntil = Math.max(programBusyUntil, clock.nanoTime()) + nanos;
    }

    /** Nobody knows before a task has data: a codelet need not have implementations for workers that have timings. */
    @Override
    public long architectures(Codelet codelet) {
        return -1;
    }

    @Override
    public void prepare(Job job) {
        if (job.codelet().isWithoutWork()) {
            return;
        }
        long set = 0;
        long lacking = 0;
        for (WorkerEngine worker : oneOfEachKind.get()) {
            UnitTiming timing = worker.timing();
            if (timing == null ? job.codelet().runsOn(worker.architecture()) : !Double.isNaN(timing.nanos(job))) {
                set |= 1L << worker.architecture().index();
            } else {
                lacking |= 1L << worker.architecture().index();
            }
        }
        if (set == 0) {
            throw new IllegalArgumentException(String.format(
                    "%s cannot run on the simulated machine %s: it has no timing of '%s' for footprint %08x (%d "
                            + "bytes) on any worker",
                    job,
                    simulation.properties().getOrDefault("machine", ""),
                    job.codelet().model() == null
                            ? job.codelet().name()
                            : job.codelet().model().symbol(),
                    job.footprint(),
                    job.dataBytes()));
        }
        Eligibility.imagine(job, set, (set & lacking) == 0);
    }
}
