package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Brings copies up to date: chooses sources, queues requests on links, and lets a {@link Copier} begin those whose turn
 * it is. Only commands of the {@link Traffic} use it.
 */
final class Transfers {
    private static final Logger LOG = System.getLogger(Transfers.class.getName());

    private final NodeMemory main;
    private final Sources sources;
    private final Residence residence;
    private final Copier copier;
    private final Network network = new Network();
    private volatile long numbers;
    private volatile long ended;

    /** Whether requests were queued since somebody last looked whether they can begin. */
    private boolean queuedMore;

    /** Thrown when there is no value to copy. A task that needs the value fails; a {@link Wishes wish} just ends. */
    private static final class NoValueException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        NoValueException(String message) {
            super(message);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    Transfers(NodeMemory main, Sources sources, Residence residence, Function<Transfers, Copier> copier) {
        this.main = main;
        this.sources = sources;
        this.residence = residence;
        this.copier = copier.apply(this);
    }

    /** Tells of a copy that nobody waits for and that has failed. */
    static void logged(Throwable failure) {
        if (failure != null && !(failure.getCause() instanceof DeviceLostException)) { // else that was reported
            LOG.log(Level.WARNING, failure.getMessage(), failure);
        }
    }

    /** Makes a copy valid. The waiter is notified at once if it already is. */
    void want(Replicate to, TransferKind kind, int priority, Consumer<Throwable> waiter) {
        if (to.bytes() == 0) {
            to.setValid(true); // there is nothing to copy
        }
        if (residence.views().inherit(to)) {
            waiter.accept(null);
            return;
        }
        TransferRequest known = to.loading();
        if (known != null && known.isVoid()) {
            known.tell(failure -> want(to, kind, priority, waiter)); // it brings what was true before
            return;
        }
        if (known != null) {
            known.tell(waiter);
            raise(known, kind, priority);
            return;
        }
        TransferRequest request = new TransferRequest(to, kind, priority, numbers++);
        request.tell(waiter);
        to.setLoading(request);
        route(request);
    }

    /** {@link #want} that is given up when a task overwrites the data, or there is nothing left to copy. */
    void wish(Replicate to, TransferKind kind, int priority, Consumer<Throwable> waiter) {
        want(to, kind, priority, failure -> waiter.accept(failure instanceof NoValueException ? null : failure));
    }

    /** Makes a request as urgent as a wish that was merged with it, and the one that it waits for. */
    private void raise(TransferRequest request, TransferKind kind, int priority) {
        if (!request.isLessUrgentThan(kind, priority)) {
            return;
        }
        boolean queued = request.link != null && request.link.remove(request);
        request.raise(kind, priority);
        if (queued) {
            request.link.add(request);
        }
        Replicate home = request.to.all.at(main.id());
        if (request.link == null && home != null && home.loading() != null && home != request.to) {
            raise(home.loading(), kind, priority);
        }
    }

    /** Finds the way for a request that is on none. */
    void route(TransferRequest request) {
        if (request.to.node.leaving) {
            endSinceMemoryLeaves(request); // there may be no way any more, not even from main memory
            return;
        }
        try {
            chooseRoute(request);
        } catch (RuntimeException | Error thrown) {
            end(request, new IllegalStateException(request + " found no way, since a driver threw: " + thrown, thrown));
        }
    }

    /** Queues a request on the best link, or has the data brought to main memory first if there is no direct one. */
    private void chooseRoute(TransferRequest request) {
        Replicate best = sources.direct(request.to.all, request.to.node);
        if (best != null) {
            request.from = best;
            network.between(best.node, request.to.node).add(request);
            queuedMore = true;
        } else if (request.to.all.isValidBeside(request.to)) {
            Replicate home = request.to.all.on(main);
            if (home.isAllocated() || main.allocate(home)) {
                want(home, request.kind(), request.priority(), failure -> homeArrived(request, failure));
            } else {
                end(request, new IllegalStateException("there is no main memory for " + home.all.handle()));
            }
        } else {
            Throwable lost = request.to.all.lost;
            end(
                    request,
                    lost == null
                            ? new NoValueException(request.to.all.handle()
                                    + " has no value: a task must write it before it is read, or it needs an "
                                    + "initialiser")
                            : lostValue(request.to.all.handle(), lost));
        }
    }

    /** Returns the exception for accesses that need the value of lost data. */
    static IllegalStateException lostValue(Handle handle, Throwable lost) {
        return new IllegalStateException(handle + " has lost its value: " + lost.getMessage(), lost);
    }

    private void homeArrived(TransferRequest request, Throwable failure) {
        if (failure != null || request.isVoid()) {
            end(request, failure);
        } else {
            route(request);
        }
    }

    /** Gives up what would bring old content to a copy; if it is under way, its end is the end of it. */
    void giveUpLoading(Replicate copy) {
        TransferRequest request = copy.loading();
        if (request == null) {
            return;
        }
        request.makeVoid();
        if (!request.isUnderWay() && request.link != null && request.link.remove(request)) {
            end(request, null);
        }
    }

    /** Sees to what is under way, and begins what can begin; says whether anything has ended. */
    boolean moveOn() {
        boolean ended = false;
        queuedMore = false;
        for (Link link : network.all()) {
            if (link.isBusy()) {
                for (TransferRequest request : List.copyOf(link.underWay())) {
                    ended |= copier.poll(request);
                }
            }
        }
        for (Link link : network.all()) {
            for (TransferRequest next = link.next(); next != null; next = link.next()) {
                ended |= begin(next);
            }
        }
        return ended;
    }

    /** Begins a copy; one that cannot even be begun fails, and does not keep others from being made. */
    private boolean begin(TransferRequest next) {
        try {
            return copier.begin(next);
        } catch (Throwable thrown) {
            if (!next.isUnderWay() && next.to.loading() == next) {
                end(next, Copier.failed(next, thrown));
                return true;
            }
            throw thrown;
        }
    }

    // Lost devices.

    /** Ends the copies from and to a lost device that have come to their end, and stops the others. */
    List<TransferRequest> stop(NodeMemory node) {
        List<TransferRequest> stopped = new ArrayList<>();
        for (Link link : network.all()) {
            for (TransferRequest request :
                    link.isOf(node) ? List.copyOf(link.underWay()) : List.<TransferRequest>of()) {
                if (copier.isStopped(request)) {
                    stopped.add(request);
                }
            }
        }
        return stopped;
    }

    /** Repeats a stopped copy from another source. Copies to the lost device fail. */
    void beginAnew(TransferRequest request) {
        request.link = null;
        request.transfer = null;
        DeviceLostException lost = request.to.node.loss();
        if (request.isVoid()) {
            end(request, null);
        } else if (lost != null) {
            end(request, Copier.failed(request, lost));
        } else {
            route(request);
        }
    }

    /** Ends a request whose memory takes nothing more. */
    void endSinceMemoryLeaves(TransferRequest request) {
        boolean awaited = request.kind() == TransferKind.FETCH;
        end(request, awaited ? new IllegalStateException("the memory " + request.to.node + " leaves") : null);
    }

    /** Tells those who wait for a request that it has ended: well, or how it failed. */
    void end(TransferRequest request, Throwable failure) {
        if (request.to.loading() == request) {
            request.to.setLoading(null);
        }
        ended++;
        request.ended(failure);
    }

    /** Returns the number of requests that have been made and have ended so far. Any thread may call it. */
    long movements() {
        return numbers + ended;
    }

    /** Whether no request is queued or under way; for anybody. */
    boolean isAtRest() {
        return ended == numbers;
    }

    /** Whether requests were queued that {@link #moveOn} has not looked at. */
    boolean hasMore() {
        return queuedMore;
    }

    /** Whether copies are under way that have to be asked for; for anybody. */
    boolean hasWatched() {
        return copier.isWatched();
    }

    /** Forgets the links of a node that has left. */
    void forget(NodeMemory node) {
        List<TransferRequest> waiting = new ArrayList<>();
        network.forget(node).forEach(link -> link.drainTo(waiting));
        for (TransferRequest request : waiting) {
            request.link = null;
            route(request);
        }
    }
}
