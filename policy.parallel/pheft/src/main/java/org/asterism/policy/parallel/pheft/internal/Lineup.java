package org.asterism.policy.parallel.pheft.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;

/**
 * The inboxes of a policy's workers, and who can be asked to run a task: workers and combinations, in groups that are
 * alike.
 *
 * <p><b>Threads.</b> Workers come and go while nobody else is in the policy; combinations at any time.
 */
final class Lineup {
    /** Whom tasks can be placed with, while the workers stay. */
    private record Groups(List<CombinedWorker> combined, Alike[] single, Alike[] all) {}

    private final PolicyContext context;
    private IdTable<Inbox> byId = IdTable.empty();
    private volatile Groups groups = new Groups(List.of(), new Alike[0], new Alike[0]);

    Lineup(PolicyContext context) {
        this.context = context;
    }

    /** A worker's inbox, or null if the worker is not one of the policy's. */
    Inbox of(Worker worker) {
        return byId.get(worker.id());
    }

    /** All inboxes, by worker. */
    List<Inbox> inboxes() {
        return byId.values();
    }

    void add(List<Worker> workers, long now) {
        List<Inbox> all = new ArrayList<>(inboxes());
        for (Worker worker : workers) {
            double speed = context.predictor().relativeSpeed(worker);
            all.add(new Inbox(new Single(worker, speed, now), context));
        }
        byId = table(all);
        groups = group(List.of());
    }

    /** Takes workers out; their inboxes, with all that is in them. */
    List<Inbox> remove(List<Worker> workers) {
        List<Inbox> removed = new ArrayList<>();
        for (Worker worker : workers) {
            Inbox inbox = of(worker);
            if (inbox != null) {
                removed.add(inbox);
            }
        }
        Set<Inbox> gone = new HashSet<>(removed);
        byId = table(inboxes().stream().filter(inbox -> !gone.contains(inbox)).toList());
        groups = group(List.of());
        return removed;
    }

    private static IdTable<Inbox> table(List<Inbox> inboxes) {
        return IdTable.of(inboxes, inbox -> inbox.account.leader().id());
    }

    /** Whom a task may be placed with: single workers first. */
    Alike[] groupsFor(Task task) {
        Groups known = groups;
        if (task.codelet().parallelism() == Parallelism.SEQUENTIAL) {
            return known.single();
        }
        List<CombinedWorker> combined = context.combinedWorkers();
        if (known.combined() != combined) {
            known = group(combined);
            groups = known;
        }
        return known.all();
    }

    private Groups group(List<CombinedWorker> combined) {
        Map<Alike.Kind, List<Account>> single = new LinkedHashMap<>();
        Predictor predictor = context.predictor();
        for (Inbox inbox : inboxes()) {
            Worker worker = inbox.account.leader();
            single.computeIfAbsent(kind(worker, predictor.relativeSpeed(worker), 1), kind -> new ArrayList<>())
                    .add(inbox.account);
        }
        Map<Alike.Kind, List<Account>> all = new LinkedHashMap<>(single);
        for (CombinedWorker one : combined) {
            Single[] members = new Single[one.size()];
            boolean complete = true;
            for (int index = 0; index < members.length; index++) {
                Inbox inbox = of(one.members().get(index));
                complete &= inbox != null;
                members[index] = inbox == null ? null : inbox.account;
            }
            if (complete) {
                double speed = predictor.relativeSpeed(one);
                all.computeIfAbsent(kind(one.leader(), speed, one.size()), kind -> new ArrayList<>())
                        .add(new Together(one, members, speed));
            }
        }
        return new Groups(combined, alike(single), alike(all));
    }

    private Alike.Kind kind(Worker leader, double speed, int size) {
        return new Alike.Kind(
                context.predictor().kind(leader), leader.architecture(), leader.memoryNode(), speed, size);
    }

    private static Alike[] alike(Map<Alike.Kind, List<Account>> kinds) {
        return kinds.entrySet().stream()
                .map(entry -> new Alike(entry.getKey(), List.copyOf(entry.getValue())))
                .toArray(Alike[]::new);
    }
}
