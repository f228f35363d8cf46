package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/**
 * Policy with its context and workers, driven by one thread. It records pushed and popped tasks. It fails as soon as a
 * task comes out that was not in the policy, or that its worker cannot execute.
 */
final class PolicyUnderTest implements AutoCloseable {
    final VirtualClock clock = new VirtualClock();
    final FakePolicyContext context;
    final SchedulingPolicy policy;
    private final List<FakeWorker> workers = new ArrayList<>();
    private final SequencedSet<FakeTask> inside = new LinkedHashSet<>();
    private long pushed;
    private int workersEver;

    PolicyUnderTest(SchedulingPolicyFactory factory, Map<String, String> properties, Architecture... architectures) {
        this(factory, properties, new FakePlacement());
        if (architectures.length > 0) {
            add(architectures);
        }
    }

    /** Creates a policy without workers, with a data placement. */
    PolicyUnderTest(SchedulingPolicyFactory factory, Map<String, String> properties, DataPlacement placement) {
        context = new FakePolicyContext(properties, clock);
        context.setPlacement(placement);
        policy = factory.create(context);
    }

    /** Combines workers of the policy; see {@link FakePolicyContext#setCombinedWorkers}. */
    void combine(List<CombinedWorker> combined) {
        context.setCombinedWorkers(combined);
    }

    /** Adds one worker per architecture. */
    List<FakeWorker> add(Architecture... architectures) {
        return add(MemoryNode.MAIN, architectures);
    }

    /** Adds one worker per architecture, all on one memory node. */
    List<FakeWorker> add(int memoryNode, Architecture... architectures) {
        List<FakeWorker> added = new ArrayList<>();
        for (Architecture architecture : architectures) {
            added.add(new FakeWorker(workersEver++, architecture, memoryNode));
        }
        workers.addAll(added);
        context.setWorkers(workers);
        policy.addWorkers(List.copyOf(added));
        return added;
    }

    void remove(FakeWorker... leaving) {
        workers.removeAll(List.of(leaving));
        context.setWorkers(workers);
        policy.removeWorkers(List.<Worker>of(leaving));
    }

    FakeWorker worker(int index) {
        return workers.get(index);
    }

    List<FakeWorker> workers() {
        return workers;
    }

    FakeTask push(Codelet codelet) {
        return push(codelet, 0);
    }

    FakeTask push(Codelet codelet, int priority) {
        return push(new FakeTask(++pushed, codelet, priority));
    }

    /** Pushes a task that not every worker of its architectures can execute. */
    FakeTask push(Codelet codelet, int priority, Predicate<? super Worker> allowed) {
        return push(new FakeTask(++pushed, codelet, priority).where(allowed));
    }

    /** Pushes a task that its program restricts to some of its codelet's architectures. */
    FakeTask push(Codelet codelet, int priority, Architecture architecture) {
        return push(new FakeTask(++pushed, codelet, priority).where(architecture));
    }

    /** Pushes a task that uses data. */
    FakeTask push(Codelet codelet, DataHandle... data) {
        return push(new FakeTask(++pushed, codelet, 0).data(data));
    }

    private FakeTask push(FakeTask task) {
        inside.add(task);
        policy.push(task);
        return task;
    }

    /** Pushes a task of a random kind and restriction. Of three or more workers, at least one can execute it. */
    FakeTask pushAny(Random random, int priority) {
        return pushAny(random, Codelets.any(random), priority);
    }

    /** Pushes a task of a codelet, with a random restriction. */
    FakeTask pushAny(Random random, Codelet codelet, int priority) {
        return switch (random.nextInt(4)) {
            case 0 -> push(codelet, priority, worker -> worker.id() < 2);
            case 1 -> codelet == Codelets.EITHER ? push(codelet, priority, Architecture.CUDA) : push(codelet, priority);
            default -> push(codelet, priority);
        };
    }

    /** Returns the tasks that were pushed and did not come out, in the order of their pushes. */
    List<FakeTask> inside() {
        return List.copyOf(inside);
    }

    /** Pops once, checks and records the task, and calls the hooks as the core does. */
    FakeTask pop(FakeWorker worker) {
        Task task = context.popAs(worker, () -> policy.pop(worker));
        if (task == null) {
            return null;
        }
        account(task, "pop(" + worker + ")");
        assertTrue(
                worker.canExecute(task),
                () -> "pop(" + worker + ") gave " + task + ", which " + worker
                        + " cannot execute: ask worker.canExecute(task) before giving it");
        CombinedWorker team = context.team(task);
        assertTrue(
                team == null || team.contains(worker),
                () -> "pop(" + worker + ") gave " + task + ", whose team " + team
                        + " it is not in: a team's task is handed out to one of its members");
        assertTrue(
                team == null || workers.containsAll(team.members()) && team.canExecute(task),
                () -> "pop(" + worker + ") gave " + task + " with the team " + team
                        + ", which cannot execute it; the workers are " + workers);
        worker.run((FakeTask) task, policy);
        return (FakeTask) task;
    }

    /** Makes each worker pop in turn until no worker gets a task. */
    List<FakeTask> popAll(FakeWorker... poppers) {
        List<FakeTask> popped = new ArrayList<>();
        boolean progress;
        do {
            progress = false;
            for (FakeWorker worker : poppers) {
                FakeTask task = pop(worker);
                if (task != null) {
                    popped.add(task);
                    progress = true;
                }
            }
        } while (progress);
        return popped;
    }

    List<FakeTask> popAll() {
        return popAll(workers.toArray(FakeWorker[]::new));
    }

    /** Drains the policy. */
    List<FakeTask> drain() {
        List<FakeTask> drained = new ArrayList<>();
        policy.drain(task -> {
            account(task, "drain");
            drained.add((FakeTask) task);
        });
        return drained;
    }

    private void account(Task task, String method) {
        if (!(task instanceof FakeTask known) || !inside.remove(known)) {
            fail(method + " gave " + task + ", which is not in the policy: it came out before, or was never pushed");
        }
    }

    @Override
    public void close() {
        policy.drain(task -> {});
        policy.close();
    }
}
