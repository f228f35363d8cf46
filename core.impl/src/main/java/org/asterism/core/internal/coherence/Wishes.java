package org.asterism.core.internal.coherence;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * Requests of programs and policies for single pieces of data, in addition to {@link Claim claims}: to copy them to a
 * node, bring them home, evict or drop them.
 *
 * <p>Any thread may make requests. A command of the {@link Traffic} serves each of them.
 */
public final class Wishes {
    private final Seat seat;
    private final Nodes nodes;
    private final Directory directory;
    private final Residence residence;
    private final Transfers transfers;
    private final Division division;
    private final Lineage lineage;
    private final Consumer<BooleanSupplier> deferred;

    /** @param deferred takes what gives copies up, and is tried until it has */
    Wishes(
            Seat seat,
            Nodes nodes,
            Directory directory,
            Residence residence,
            Transfers transfers,
            Division division,
            Lineage lineage,
            Consumer<BooleanSupplier> deferred) {
        this.seat = seat;
        this.nodes = nodes;
        this.directory = directory;
        this.residence = residence;
        this.transfers = transfers;
        this.division = division;
        this.lineage = lineage;
        this.deferred = deferred;
    }

    /** Copies data to a node, if there is room; completes also if that is given up. */
    public CompletableFuture<Void> transfer(Handle handle, int node, TransferKind kind, int priority) {
        NodeMemory target = nodes.get(node);
        return seat.ask(reply -> transfer(handle, target, kind, priority, reply));
    }

    private void transfer(Handle handle, NodeMemory target, TransferKind kind, int priority, Seat.Reply<Void> reply) {
        Replicates copies = directory.copiesOf(handle).movedTo(target);
        if (kind == TransferKind.FETCH && lineage.isAwaited(copies)) {
            lineage.whenUndisturbed(copies, () -> transfer(handle, target, kind, priority, reply));
        } else if (copies.validCopies() == 0 || lineage.isAwaited(copies)) {
            boolean misses = kind == TransferKind.FETCH && copies.lost != null;
            reply.end(misses ? Transfers.lostValue(handle, copies.lost) : null);
        } else {
            transfers.wish(copies.on(target), kind, priority, failure -> {
                if (kind == TransferKind.FETCH && lineage.isAwaited(copies)) { // it was lost on its way
                    transfer(handle, target, kind, priority, reply);
                } else {
                    reply.end(failure);
                }
            });
        }
    }

    /**
     * Copies what a task reads to a node before a worker takes the task, and takes free memory there for what the task
     * only writes: policies that prefer tasks whose data are there would else let it wait. Does nothing if the task has
     * ended.
     */
    public void prefetch(Job job, int node, TransferKind kind, int priority) {
        NodeMemory target = nodes.get(node);
        seat.post(() -> {
            job.forEachAccess((handle, mode) -> {
                if (mode.reads() && !job.state().isFinal()) {
                    prefetch(job, directory.copiesOf(handle).movedTo(target).on(target), kind, priority);
                }
            });
            if (target.mayTakeAhead()) {
                job.forEachAccess((handle, mode) -> {
                    if (mode.writes() && !mode.reads() && !job.state().isFinal()) {
                        residence.placeAhead(writable(handle, target));
                    }
                });
            }
        });
    }

    private void prefetch(Job job, Replicate replicate, TransferKind kind, int priority) {
        if (kind == TransferKind.TASK_PREFETCH && !replicate.node.isMain()) {
            replicate.expect(job);
        }
        if (replicate.all.validCopies() > 0 && !lineage.isAwaited(replicate.all)) {
            transfers.wish(replicate, kind, priority, Wishes::nothing);
        }
    }

    private Replicate writable(Handle handle, NodeMemory target) {
        return directory.copiesOf(handle.seenBy(target.architecture())).on(target);
    }

    /** Takes memory for a copy on a node, if there is room. */
    public CompletableFuture<Void> allocate(Handle handle, int node) {
        NodeMemory target = nodes.get(node);
        return seat.ask(reply -> {
            Replicate replicate = writable(handle, target);
            if (!target.leaving && !replicate.isAllocated()) {
                residence.place(replicate, TransferKind.PREFETCH);
            }
            reply.give(null);
        });
    }

    /** Lets copies of data be evicted first when room is needed, and come home when links are idle. */
    public void wontUse(Handle handle) {
        seat.post(() -> {
            for (Handle form : handle.ownForms()) {
                wontUse(Replicates.of(form), handle.home() != null);
            }
        });
    }

    private void wontUse(Replicates copies, boolean haveHome) {
        if (copies == null || copies.validCopies() == 0 || lineage.isAwaited(copies)) {
            return;
        }
        for (Replicate copy : copies.copies()) {
            copy.wontBeUsed = true;
        }
        if (haveHome) {
            transfers.wish(copies.on(nodes.main()), TransferKind.IDLE_PREFETCH, 0, Wishes::nothing);
        }
    }

    /**
     * Drops the content of data and frees the memory that the runtime took for it; completes when that has happened. A
     * task that writes them must not begin before: it may find that they are known at home only, and make no claim.
     */
    public CompletableFuture<Void> invalidate(Handle handle) {
        return seat.ask(reply -> lineage.whenUndisturbed(Replicates.of(handle), () -> {
            division.forget(directory.copiesOf(handle.ownForms()));
            reply.give(null);
        }));
    }

    /**
     * Evicts a copy and the views in it, after what is valid nowhere else was brought home; completes with false if one
     * is in use.
     */
    public CompletableFuture<Boolean> evict(Handle handle, int node) {
        NodeMemory target = nodes.get(node);
        if (target.isMain()) {
            throw new IllegalArgumentException(handle + " cannot be evicted from main memory: name another node");
        }
        if (handle.hasForms()) {
            CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
            for (Handle form : handle.forms().all()) {
                all = all.thenCombine(evict(form, node), Boolean::logicalAnd);
            }
            return all;
        }
        return seat.ask(reply -> {
            Replicates copies = Replicates.of(handle);
            Replicate replicate = copies == null ? null : copies.at(target.id());
            if (replicate == null || !replicate.isAllocated()) {
                reply.give(true);
            } else if (replicate.anyTenant(tenant -> tenant.isPinned() || tenant.isExpected())) {
                reply.give(false);
            } else {
                residence.writeBack().bringHomeAll(replicate, failure -> {
                    boolean safe = !replicate.isValid() || residence.writeBack().isElsewhere(replicate);
                    reply.give(failure == null && safe && residence.giveUp(replicate));
                });
            }
        });
    }

    /** Copies every new value to some nodes from now on. */
    public void writeThrough(Handle handle, int... ids) {
        for (int id : ids) {
            nodes.get(id);
        }
        int[] copy = Arrays.copyOf(ids, ids.length);
        seat.post(
                () -> handle.ownForms().forEach(form -> directory.copiesOf(form).setWriteThrough(copy)));
    }

    /** Makes main memory's copy valid, if there is a value at all. */
    public CompletableFuture<Void> bringHome(Handle handle) {
        return transfer(handle, MemoryNode.MAIN, TransferKind.FETCH, Integer.MAX_VALUE);
    }

    /** Drops all copies and the transfers to them; completes when that is done. */
    public CompletableFuture<Void> drop(Handle handle) {
        if (handle.hasForms()) {
            return CompletableFuture.allOf(
                    handle.forms().all().stream().map(this::drop).toArray(CompletableFuture[]::new));
        }
        return seat.ask(reply -> {
            Replicates copies = Replicates.of(handle);
            if (copies == null) {
                reply.give(null);
                return;
            }
            lineage.whenUndisturbed(copies, () -> {
                division.invalidate(copies);
                Division.breakHistory(copies, "they were closed");
                deferred.accept(() -> drop(copies, reply));
            });
        });
    }

    private boolean drop(Replicates copies, Seat.Reply<Void> reply) {
        boolean all = true;
        for (Replicate copy : copies.copies()) {
            all &= residence.giveUp(copy);
        }
        if (all) {
            reply.give(null);
        }
        return all;
    }

    private static void nothing(Throwable failure) {
        // A thread that needs the data learns of it when it requests them.
    }
}
