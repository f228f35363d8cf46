package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.asterism.api.AsterismException;
import org.asterism.api.Clock;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.core.internal.observation.Observers;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * Makes copies through drivers: begins the requests whose turn it is, pins their sources and destinations, and polls
 * the copies until they end. Only commands of the {@link Traffic} use it.
 */
final class Copier {
    private static final Logger LOG = System.getLogger(Copier.class.getName());

    private static final class TransferFailedException extends AsterismException {
        private static final long serialVersionUID = 1L;

        TransferFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final Transfers transfers;
    private final Residence residence;
    private final Runnable wake;
    private final Watch watch;
    private final BiConsumer<NodeMemory, DeviceLostException> lose;
    private final Observers observers;
    private final Clock clock;

    /** Number of copies that are under way whose drivers do not notify. */
    private volatile int watched;

    /**
     * Makes a copier.
     *
     * @param wake steps the traffic; called by drivers that notify when a copy has ended
     * @param watch takes the copies of other drivers, which have to be polled
     * @param lose handles the loss of a device
     */
    Copier(
            Transfers transfers,
            Residence residence,
            Runnable wake,
            Watch watch,
            BiConsumer<NodeMemory, DeviceLostException> lose,
            Observers observers,
            Clock clock) {
        this.transfers = transfers;
        this.residence = residence;
        this.wake = wake;
        this.watch = watch;
        this.lose = lose;
        this.observers = observers;
        this.clock = clock;
    }

    /** Whether copies are under way that have to be polled; for any thread. */
    boolean isWatched() {
        return watched > 0;
    }

    /** Begins a request that was taken out of its queue; true if it came to its end by that. */
    boolean begin(TransferRequest request) {
        if (request.isVoid()) {
            transfers.end(request, null);
            return true;
        }
        if (!request.from.isValid()) {
            request.link = null;
            transfers.route(request); // it was given up since: there is another
            return true;
        }
        if (request.to.node.leaving) {
            transfers.endSinceMemoryLeaves(request);
            return true;
        }
        if (!request.to.isAllocated() && !residence.place(request.to, request.kind())) {
            transfers.end(request, null); // a prefetch without room is given up
            return true;
        }
        request.from.pin();
        request.to.pin();
        request.to.before = null;
        try {
            List<Buffer> targets = request.to.buffers();
            if (request.to.all.history != null && request.to.node.isMain()) {
                targets = targetsAtHome(request);
            }
            request.transfer =
                    Objects.requireNonNull(begin(request.from, request.to, targets), "the driver's transfer");
        } catch (DeviceLostException lost) {
            giveUp(request);
            lose.accept(lostOf(request.from.node, request.to.node, lost), lost);
            transfers.beginAnew(request);
            return true;
        } catch (RuntimeException | Error thrown) {
            giveUp(request);
            transfers.end(request, failed(request, thrown));
            return true;
        }
        request.link.begun(request);
        request.begin = TransferRequest.UNKNOWN;
        if (observers.wantTransfers()) {
            request.begin = clock.nanoTime();
            observers.transferBegan(
                    request.to.all.handle(), request.from.node, request.to.node, request.to.bytes(), request.begin);
        }
        try {
            if (!request.transfer.whenFinished(wake)) {
                beginToWatch(request);
            }
        } catch (DeviceLostException lost) {
            lose.accept(lostOf(request.from.node, request.to.node, lost), lost);
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

    /** Lets go of both sides of a copy that could not be begun. */
    private static void giveUp(TransferRequest request) {
        request.from.unpin();
        request.to.unpin();
        freeStaging(request);
    }

    private static void freeStaging(TransferRequest request) {
        if (request.staging != null) {
            request.staging.free();
            request.staging = null;
        }
    }

    /** Returns where a copy of data with a history arrives in main memory: elsewhere if what is there is needed. */
    private static List<Buffer> targetsAtHome(TransferRequest request) {
        History history = request.to.all.history;
        if (history.needsBase()) {
            try {
                request.staging = new Staging(request.to);
                return request.staging.buffers();
            } catch (OutOfMemoryError full) {
                // It arrives in its place, as without a lineage.
            }
        }
        history.baseIsGone(); // what arrives replaces it bit by bit
        return request.to.buffers();
    }

    private void beginToWatch(TransferRequest request) {
        request.isWatched = true;
        watched++;
        watch.watch(request.transfer);
    }

    /** Polls a copy; true if it has ended. */
    boolean poll(TransferRequest request) {
        if (!request.isUnderWay()) {
            return true; // it was stopped when a device was found to be lost
        }
        Throwable failure = null;
        try {
            if (!request.transfer.isFinished()) {
                return false;
            }
        } catch (DeviceLostException lost) {
            lose.accept(lostOf(request.from.node, request.to.node, lost), lost);
            return true;
        } catch (Exception | Error thrown) {
            failure = failed(request, thrown);
        }
        ended(request, failure);
        return true;
    }

    private void ended(TransferRequest request, Throwable failure) {
        takeOff(request);
        if (failure == null) {
            NodeMemory.countCopy(request.from.node, request.to.node, request.to.bytes());
            if (request.begin != TransferRequest.UNKNOWN) {
                observers.transferred(
                        request.to.all.handle(),
                        request.from.node,
                        request.to.node,
                        request.to.bytes(),
                        request.begin,
                        clock.nanoTime());
            }
        } else {
            reportFailure(request);
        }
        if (failure == null && !request.isVoid() && !isTorn(request)) {
            if (request.staging != null) {
                request.staging.deliver();
            }
            request.to.setValid(true);
            if (request.to.all.history != null && request.to.node.isMain()) {
                request.to.all.history.isBased();
            }
        }
        freeStaging(request);
        request.to.node.touch(request.to);
        transfers.end(request, failure);
    }

    /** Whether a task writes the source already: what has arrived may be neither of its values. */
    private static boolean isTorn(TransferRequest request) {
        History history = request.to.all.history;
        return history != null && history.writer() != null;
    }

    private void reportFailure(TransferRequest request) {
        if (request.begin != TransferRequest.UNKNOWN) {
            observers.transferFailed(
                    request.to.all.handle(),
                    request.from.node,
                    request.to.node,
                    request.to.bytes(),
                    request.begin,
                    clock.nanoTime());
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

    /** The failure of those who need a copy that a driver could not make. */
    static Throwable failed(TransferRequest request, Throwable thrown) {
        return new TransferFailedException(
                request.to.all.handle() + " could not be copied from " + request.from.node.name() + " to "
                        + request.to.node.name() + ": " + thrown,
                thrown);
    }

    /** Takes a copy from or to a lost device off its link; false if it has come to its end. */
    boolean isStopped(TransferRequest request) {
        if (hasEnded(request)) {
            ended(request, null);
            return false;
        }
        takeOff(request);
        freeStaging(request);
        reportFailure(request);
        return true;
    }

    private static boolean hasEnded(TransferRequest request) {
        try {
            return request.transfer.isFinished();
        } catch (Exception | Error thrown) {
            return false; // whatever it says: the device is lost
        }
    }

    /** Returns the memory, of those at both ends of a copy, that a driver has reported as lost. */
    static NodeMemory lostOf(NodeMemory from, NodeMemory to, DeviceLostException lost) {
        if (from.isMain()) {
            return to;
        }
        return !to.isMain() && to.name().equals(lost.device()) ? to : from;
    }

    private static Transfer begin(Replicate from, Replicate to, List<Buffer> targets) {
        List<BufferShape> shapes = from.all.shapes();
        List<Buffer> sources = from.buffers();
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

    /** Begins a copy by a driver. */
    static Transfer begin(NodeMemory from, NodeMemory to, List<BufferCopy> copies) {
        DeviceMemory source = from.device();
        DeviceMemory target = to.device();
        if (source == null) {
            return target.copyIn(copies);
        }
        return target == null ? source.copyOut(copies) : source.copyTo(target, copies);
    }
}
