package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.asterism.api.AsterismException;
import org.asterism.api.Clock;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.observation.Observers;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * Brings copies up to date: chooses where from, queues requests on links, begins them and sees them to their end. Used in the
 * {@link Traffic}'s seat only.
 */
final class Transfers {
    private static final Logger LOG = System.getLogger(Transfers.class.getName());

    private record Way(int from, int to) {}

    private static final class TransferFailedException extends AsterismException {
        private static final long serialVersionUID = 1L;

        TransferFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final Node main;
    private final Sources sources;
    private final Residence residence;
    private final Runnable wake;
    private final Watch watch;
    private final Observers observers;
    private final Clock clock;
    private final Map<Way, Link> links = new HashMap<>();
    private Losses losses;
    private volatile long numbers;
    private volatile long ended;

    /** Whether requests were queued since somebody last looked whether they can begin. */
    private boolean queuedMore;

    /** How many copies are under way whose drivers will not tell when they have ended. */
    private volatile int watched;

    /** There is nothing to copy: an error for a task, the end of a wish. */
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

    /**
     * Makes it.
     *
     * @param main main memory, which every other memory is linked with
     * @param sources chooses where copies come from
     * @param residence finds room for copies
     * @param wake has the work in the seat done; for drivers that tell when a copy has ended
     * @param watch sees to the copies of other drivers
     * @param observers are told of each copy
     * @param clock for them
     */
    Transfers(
            Node main,
            Sources sources,
            Residence residence,
            Runnable wake,
            Watch watch,
            Observers observers,
            Clock clock) {
        this.main = main;
        this.sources = sources;
        this.residence = residence;
        this.wake = wake;
        this.watch = watch;
        this.observers = observers;
        this.clock = clock;
    }

    void connect(Losses given) {
        losses = given;
    }

    /** Has a copy made valid; the waiter is told at once if it is. */
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

    private void route(TransferRequest request) {
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
            link(best.node, request.to.node).add(request);
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
                            ? new NoValueException(
                                    request.to.all.handle()
                                            + " has no value: a task must write it before it is read, or it needs an initialiser")
                            : lostValue(request.to.all.handle(), lost));
        }
    }

    /** What those are told who need the value of data that is lost. */
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

    private Link link(Node from, Node to) {
        return links.computeIfAbsent(new Way(from.id(), to.id()), way -> new Link(from, to));
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
        for (Link link : List.copyOf(links.values())) {
            for (TransferRequest request : List.copyOf(link.underWay())) {
                ended |= poll(request);
            }
        }
        for (Link link : List.copyOf(links.values())) {
            for (TransferRequest next = link.next(); next != null; next = link.next()) {
                ended |= begin(next);
            }
        }
        return ended;
    }

    private boolean poll(TransferRequest request) {
        if (!request.isUnderWay()) {
            return true; // it was stopped when a device was found to be lost
        }
        Throwable failure = null;
        try {
            if (!request.transfer.isFinished()) {
                return false;
            }
        } catch (DeviceLostException lost) {
            losses.lose(lostOf(request.from.node, request.to.node, lost), lost);
            return true;
        } catch (Exception | Error thrown) {
            failure = failed(request, thrown);
        }
        ended(request, failure);
        return true;
    }

    // Lost devices.

    /** Which of the memories at both ends of a copy a driver means. */
    static Node lostOf(Node from, Node to, DeviceLostException lost) {
        if (from.isMain()) {
            return to;
        }
        return !to.isMain() && to.name().equals(lost.device()) ? to : from;
    }

    /** Ends the copies from and to a lost device that have come to their end, and stops the others. */
    List<TransferRequest> stop(Node node) {
        List<TransferRequest> stopped = new ArrayList<>();
        for (Link link : List.copyOf(links.values())) {
            for (TransferRequest request :
                    link.from == node || link.to == node ? List.copyOf(link.underWay()) : List.<TransferRequest>of()) {
                if (hasEnded(request)) {
                    ended(request, null);
                } else {
                    takeOff(request);
                    stopped.add(request);
                }
            }
        }
        return stopped;
    }

    private static boolean hasEnded(TransferRequest request) {
        try {
            return request.transfer.isFinished();
        } catch (Exception | Error thrown) {
            return false; // whatever it says: the device is lost
        }
    }

    /** Has what was stopped copied from elsewhere; what was to go to the lost device fails. */
    void beginAnew(List<TransferRequest> stopped) {
        stopped.forEach(this::beginAnew);
    }

    private void beginAnew(TransferRequest request) {
        request.link = null;
        request.transfer = null;
        DeviceLostException lost = request.to.node.loss();
        if (request.isVoid()) {
            end(request, null);
        } else if (lost != null) {
            end(request, failed(request, lost));
        } else {
            route(request);
        }
    }

    private void takeOff(TransferRequest request) {
        request.link.underWay().remove(request);
        if (request.isWatched) {
            request.isWatched = false;
            watched--;
        }
        request.from.unpin();
        request.to.unpin();
    }

    private void ended(TransferRequest request, Throwable failure) {
        takeOff(request);
        if (failure == null) {
            Node.countCopy(request.from.node, request.to.node, request.to.bytes());
            if (observers.areWatching()) {
                observers.transferred(
                        request.to.all.handle(),
                        request.from.node,
                        request.to.node,
                        request.to.bytes(),
                        request.begin,
                        clock.nanoTime());
            }
        }
        if (failure == null && !request.isVoid()) {
            request.to.setValid(true);
        }
        request.to.node.touch(request.to);
        end(request, failure);
    }

    private static Throwable failed(TransferRequest request, Throwable thrown) {
        return new TransferFailedException(
                request.to.all.handle() + " could not be copied from " + request.from.node.name() + " to "
                        + request.to.node.name() + ": " + thrown,
                thrown);
    }

    /** Begins a request that was taken out of its queue; true if it came to its end by that. */
    private boolean begin(TransferRequest request) {
        if (request.isVoid()) {
            end(request, null);
            return true;
        }
        if (!request.from.isValid()) {
            request.link = null;
            route(request); // it was given up since: there is another
            return true;
        }
        if (request.to.node.leaving) {
            endSinceMemoryLeaves(request);
            return true;
        }
        if (!request.to.isAllocated() && !residence.place(request.to, request.kind())) {
            end(request, null); // a prefetch without room is given up
            return true;
        }
        request.from.pin();
        request.to.pin();
        request.to.before = null;
        try {
            request.transfer = Objects.requireNonNull(begin(request.from, request.to), "the driver's transfer");
        } catch (DeviceLostException lost) {
            request.from.unpin();
            request.to.unpin();
            losses.lose(lostOf(request.from.node, request.to.node, lost), lost);
            beginAnew(request);
            return true;
        } catch (RuntimeException | Error thrown) {
            request.from.unpin();
            request.to.unpin();
            end(request, failed(request, thrown));
            return true;
        }
        request.link.begun(request);
        if (observers.areWatching()) {
            request.begin = clock.nanoTime();
        }
        try {
            if (!request.transfer.whenFinished(wake)) {
                beginToWatch(request);
            }
        } catch (DeviceLostException lost) {
            losses.lose(lostOf(request.from.node, request.to.node, lost), lost);
            return true;
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.WARNING,
                    "a driver cannot tell when " + request + " has ended, which is asked for now: " + thrown,
                    thrown);
            beginToWatch(request); // it goes on, and uses the memory of both sides
        }
        return poll(request);
    }

    private void endSinceMemoryLeaves(TransferRequest request) {
        boolean awaited = request.kind() == TransferKind.FETCH;
        end(request, awaited ? new IllegalStateException("the memory " + request.to.node + " leaves") : null);
    }

    private void beginToWatch(TransferRequest request) {
        request.isWatched = true;
        watched++;
        watch.watch(request.transfer);
    }

    private static Transfer begin(Replicate from, Replicate to) {
        List<BufferShape> shapes = from.all.shapes();
        List<Buffer> sources = from.buffers();
        List<Buffer> targets = to.buffers();
        List<BufferCopy> copies = new ArrayList<>(shapes.size());
        for (int index = 0; index < shapes.size(); index++) {
            if (shapes.get(index).bytes() > 0) {
                copies.add(new BufferCopy(shapes.get(index), sources.get(index), targets.get(index)));
            }
        }
        if (copies.isEmpty()) {
            return Transfer.FINISHED;
        }
        return begin(from.node, to.node, copies);
    }

    /** Has a driver begin to copy. */
    static Transfer begin(Node from, Node to, List<BufferCopy> copies) {
        DeviceMemory source = from.device();
        DeviceMemory target = to.device();
        if (source == null) {
            return target.copyIn(copies);
        }
        return target == null ? source.copyOut(copies) : source.copyTo(target, copies);
    }

    private void end(TransferRequest request, Throwable failure) {
        if (request.to.loading() == request) {
            request.to.setLoading(null);
        }
        ended++;
        request.ended(failure);
    }

    /** How many requests have been made and have ended so far; for anybody. */
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
        return watched > 0;
    }

    /** Forgets the links of a node that has left. */
    void forget(Node node) {
        List<TransferRequest> waiting = new ArrayList<>();
        links.values().removeIf(link -> {
            boolean gone = link.from == node || link.to == node;
            if (gone) {
                link.drainTo(waiting);
            }
            return gone;
        });
        for (TransferRequest request : waiting) {
            request.link = null;
            route(request);
        }
    }
}
