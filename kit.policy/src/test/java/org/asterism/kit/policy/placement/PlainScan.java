package org.asterism.kit.policy.placement;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.tck.FakeWorker;

/**
 * The decision and the account as the specification writes them down: every worker is looked at for every task, in the
 * order of the ids. What the policy's groups and orders are compared with.
 */
final class PlainScan {
    /** A task of a worker. */
    private record Item(Task task, long length, long transfer) {}

    /** The account of one worker. */
    private static final class Account {
        long start;
        long length;
        long pipeline;
        int pipelined;
        final List<Item> waiting = new ArrayList<>();
        final List<Item> taken = new ArrayList<>();

        int load() {
            return waiting.size() + pipelined;
        }
    }

    private final Scene scene;
    private final Traits traits;
    private final Weights weights;
    private final boolean ranged;
    private final List<Account> accounts = new ArrayList<>();

    PlainScan(Scene scene, Traits traits, Weights weights, boolean ranged) {
        this.scene = scene;
        this.traits = traits;
        this.weights = weights;
        this.ranged = ranged;
        for (FakeWorker worker : scene.workers) {
            Account account = new Account();
            account.start = now();
            accounts.add(account);
        }
    }

    private long now() {
        return scene.clock.nanoTime();
    }

    private long ahead(Account account, Task task) {
        if (!traits.ahead()) {
            return account.length;
        }
        int priority = task.priority();
        List<Item> before = before(account, priority);
        if (ranged) {
            long sum = 0;
            for (Item item : before) {
                sum += item.length + item.transfer;
            }
            for (Item item : account.taken) {
                sum += item.task.priority() >= priority ? item.length : 0;
            }
            return sum;
        }
        if (before.isEmpty()) {
            return account.pipeline;
        }
        return before.size() == account.waiting.size()
                ? account.length
                : account.pipeline + before.stream().mapToLong(Item::length).sum();
    }

    private int loadAhead(Account account, Task task) {
        if (!traits.ahead()) {
            return account.load();
        }
        int before = before(account, task.priority()).size();
        if (ranged) {
            return before;
        }
        return before == 0 || before == account.waiting.size() ? account.load() : account.pipelined + before;
    }

    private static List<Item> before(Account account, int priority) {
        return account.waiting.stream()
                .filter(item -> item.task.priority() >= priority)
                .toList();
    }

    /** Places a task, and says with which worker and implementation: {@code {-1, -1}} for none. */
    int[] push(Task task) {
        int greedy = -1;
        int greedyImplementation = -1;
        double bestLoad = 0;
        boolean calibrating = false;
        boolean unknown = false;
        long minEnd = Long.MAX_VALUE;
        long maxEnd = now();
        for (int pass = 0; pass < 2; pass++) {
            double bestCost = 0;
            int best = -1;
            int bestImplementation = -1;
            for (FakeWorker worker : scene.workers) {
                if (!worker.canExecute(task)) {
                    continue;
                }
                Account account = accounts.get(worker.id());
                int implementations =
                        task.codelet().implementations(worker.architecture()).size();
                for (int number = 0; number < implementations; number++) {
                    long ready = Math.max(account.start, now()) + ahead(account, task);
                    double time = scene.predictor.executionNanos(task, worker, number);
                    double energy = scene.predictor.energyJoules(task, worker, number);
                    long penalty = traits.costs() ? scene.data.transferNanos(task, worker) : 0;
                    long begin = traits.costs() ? Math.max(ready, now() + penalty) : ready;
                    long end = begin + Math.max(1, Math.round(time));
                    if (pass == 0) {
                        double load = loadAhead(account, task) / scene.predictor.relativeSpeed(worker);
                        boolean isNan = Double.isNaN(time);
                        if (greedy < 0
                                || !calibrating && load < bestLoad
                                || !calibrating && isNan
                                || calibrating && isNan && load < bestLoad) {
                            greedy = worker.id();
                            greedyImplementation = number;
                            bestLoad = load;
                        }
                        calibrating |= isNan;
                        unknown |= isNan || time == 0;
                        maxEnd = Math.max(maxEnd, ready);
                        minEnd = Math.min(minEnd, end);
                        continue;
                    }
                    double cost = end - minEnd;
                    if (traits.costs()) {
                        cost = weights.costs().alpha() * (end - minEnd)
                                + weights.costs().beta() * penalty
                                + weights.costs().gamma() * 1000 * (Double.isNaN(energy) ? 0 : energy);
                        if (end > maxEnd) {
                            cost += weights.costs().gamma()
                                    * 1000
                                    * weights.costs().idlePower()
                                    / 1e9
                                    * (end - maxEnd);
                        }
                    }
                    if (best < 0 || cost < bestCost) {
                        best = worker.id();
                        bestImplementation = number;
                        bestCost = cost;
                    }
                }
            }
            if (greedy < 0) {
                return new int[] {-1, -1};
            }
            if (unknown) {
                place(task, greedy, 0, 0);
                return new int[] {greedy, greedyImplementation};
            }
            if (pass == 1) {
                FakeWorker worker = scene.workers.get(best);
                double time = scene.predictor.executionNanos(task, worker, bestImplementation);
                place(
                        task,
                        best,
                        Math.max(1, Math.round(time)),
                        traits.costs() ? scene.data.transferNanos(task, worker) : 0);
                return new int[] {best, bestImplementation};
            }
        }
        throw new AssertionError("the second pass decides");
    }

    private void place(Task task, int worker, long length, long transfer) {
        Account account = accounts.get(worker);
        account.pipelined++;
        account.start = Math.max(account.start, now());
        long end = account.start + account.length;
        long rest = now() + transfer < end ? 0 : now() + transfer - end;
        account.length += rest + length;
        int at = account.waiting.size();
        while (traits.sorted() && at > 0 && account.waiting.get(at - 1).task.priority() < task.priority()) {
            at--;
        }
        account.waiting.add(at, new Item(task, length, rest));
    }

    void popped(int worker, Task task) {
        Account account = accounts.get(worker);
        Item item = find(account.waiting, task);
        account.taken.add(item);
        account.length -= item.transfer;
        account.pipeline += item.transfer;
        account.start = now() + account.pipeline;
    }

    void begun(int worker, Task task) {
        Account account = accounts.get(worker);
        Item item = find(account.taken, task);
        account.pipeline += item.length - item.transfer;
        account.length -= item.length;
        account.start = now() + account.pipeline;
        account.taken.add(new Item(task, 0, -item.length)); // remembers what is to be taken off the pipeline
    }

    void ended(int worker, Task task) {
        Account account = accounts.get(worker);
        Item item = find(account.taken, task);
        account.pipeline += item.transfer;
        account.pipelined--;
        account.start = Math.max(now() + account.pipeline, account.start);
    }

    private static Item find(List<Item> items, Task task) {
        for (int index = 0; index < items.size(); index++) {
            if (items.get(index).task == task) {
                return items.remove(index);
            }
        }
        throw new AssertionError(task + " is not among " + items);
    }
}
