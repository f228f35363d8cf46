package org.asterism.examples.contexts.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.ContextDescription;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.spi.application.ApplicationRun;

/**
 * Both programs, once through all phases. In each phase one side is busy and the other is not. No side begins a phase
 * before both have ended the one before, as with coupled programs that exchange data between steps.
 */
final class Trial {
    private final ApplicationRun run;
    private final TaskRuntime runtime;
    private final Settings settings;
    private final Machine machine;
    private boolean correct = true;

    Trial(ApplicationRun run, Settings settings, Machine machine) {
        this.run = run;
        this.runtime = run.runtime();
        this.settings = settings;
        this.machine = machine;
    }

    /** Whether all tiles became what they must. */
    boolean isCorrect() {
        return correct;
    }

    /** Has the program's code translated before times are taken. */
    void warmUp() throws InterruptedException {
        run(Optional.empty(), 1);
    }

    /** Runs all phases, with workers that stay or with a balancer. */
    Timeline run(Optional<Choice> balancer) throws InterruptedException {
        return run(balancer, settings.phases());
    }

    private Timeline run(Optional<Choice> balancer, int phases) throws InterruptedException {
        try (SchedulingContext left = context(Side.LEFT, settings.left());
                SchedulingContext right = context(Side.RIGHT, settings.right());
                Stream leftStream = new Stream(run, left, settings);
                Stream rightStream = new Stream(run, right, settings)) {
            Timeline timeline = new Timeline(runtime.clock().nanoTime());
            Observation observation = runtime.observe(timeline);
            try {
                balancer.ifPresent(this::balance);
                phases(phases, timeline, leftStream, rightStream);
            } finally {
                balancer.ifPresent(ended -> runtime.stopBalancing());
                observation.close();
            }
            timeline.moved(runtime.balancing().lastMoves());
            correct &= leftStream.endsWell() & rightStream.endsWell();
            return timeline;
        }
    }

    private void phases(int number, Timeline timeline, Stream left, Stream right) throws InterruptedException {
        for (int phase = 0; phase < number; phase++) {
            left.submit(settings.tasks(Side.LEFT, phase));
            right.submit(settings.tasks(Side.RIGHT, phase));
            runtime.waitAll();
            timeline.phaseEnded(runtime.clock().nanoTime());
        }
    }

    /** Starts balancing. The rest of the default context does not take part. */
    private void balance(Choice choice) {
        Map<String, String> properties = new HashMap<>(choice.properties());
        properties.putIfAbsent(SchedulingContext.DEFAULT + ".balanced", "false");
        runtime.balance(choice.name(), properties);
    }

    private SchedulingContext context(Side side, Optional<Choice> policy) {
        SchedulingContext first = runtime.defaultContext();
        Choice chosen = policy.orElseGet(() -> new Choice(first.wantedPolicy(), first.wantedPolicyProperties()));
        WorkerSelection workers = WorkerSelection.of(machine.of(side));
        ContextDescription description =
                ContextDescription.named(side.text()).withPolicy(chosen.name(), chosen.properties());
        return runtime.createContext(
                machine.isShared() ? description.sharingWorkers(workers) : description.withWorkers(workers));
    }
}
