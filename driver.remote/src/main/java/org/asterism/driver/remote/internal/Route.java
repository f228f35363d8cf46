package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Peers;

/**
 * The copies from one member to another one. The target gets the data from the source, so what it is told comes after
 * the allocation of the memory, and its answer is the only word about the end. If it cannot reach the source, the
 * copies go through the coordinator from then on ({@link Relay}). Thread-safe.
 */
final class Route {
    private static final System.Logger LOG = System.getLogger(Route.class.getName());

    /** How often a target that is busy gets more time. */
    private static final int MOST_ROUNDS = 12;

    /** A step of a copy. It counts as under way from the source until it has ended. */
    record Job(PeerPlan.Step step, RemoteTransfer transfer) {}

    private final MemberLink from;
    private final MemberLink to;

    /** What the target knows of the source. */
    private final Message.Neighbour source;

    private final Routes routes;
    private final Relay relay;

    /** The copies that wait until the target may be asked for more; guarded by this object, like all below. */
    private final Queue<Job> waiting = new ArrayDeque<>();

    private int asked;

    /** Why the target cannot reach the source; null if it can, as far as known. */
    private String obstacle;

    private volatile boolean isLost;

    /**
     * Makes it.
     *
     * @param number the source's for the target
     * @param routes those of the target
     */
    Route(MemberLink from, MemberLink to, int number, Routes routes) {
        this.from = from;
        this.to = to;
        source = from.neighbour(number, to);
        this.routes = routes;
        relay = new Relay(from, to, this, to.staging());
    }

    /** Begins a copy. */
    void copy(Job job) {
        boolean isAsked = false;
        boolean isRelayed;
        synchronized (this) {
            isRelayed = obstacle != null || isLost; // the relay knows of the loss, too
            if (!isRelayed && asked < Message.MOST_PULLS) {
                asked++;
                isAsked = true;
            } else if (!isRelayed) {
                waiting.add(job);
            }
        }
        if (isRelayed) {
            relay.add(job);
        } else if (isAsked) {
            ask(job);
        }
    }

    private void ask(Job first) {
        Job job = first;
        while (job != null) {
            job = nextUnlessAsked(job);
        }
    }

    /** Asks the target for a copy. If it cannot be asked, the copy fails, and this returns the next one to ask for. */
    private Job nextUnlessAsked(Job job) {
        long transfer = to.nextNumber();
        if (!routes.ask(transfer, this, job)) {
            lose(job);
            return null;
        }
        try {
            to.send(new Message.Pull(
                    transfer, source, job.step().from(), job.step().to()));
        } catch (RuntimeException | Error thrown) {
            if (!routes.forget(transfer)) {
                return null; // the target is lost, which has ended the copy
            }
            Job next = next();
            fail(job, thrown);
            return next;
        }
        if (isLost) {
            to.send(new Message.Forget(source.number())); // the first one may have come before
        }
        return null;
    }

    /** A copy has ended that the target was asked for: returns the one that it is asked for next, or null. */
    private synchronized Job next() {
        asked--;
        Job next = obstacle == null ? waiting.poll() : null;
        asked += next == null ? 0 : 1;
        return next;
    }

    /** A device of one of both has refused a copy; others may go on. */
    void failed(Job job, RuntimeException failure) {
        Job next = next();
        try {
            fail(job, failure);
        } finally {
            ask(next);
        }
    }

    /** The target has ended a copy, well or not. */
    void answered(Job job, String failure) {
        List<Job> relayed = new ArrayList<>();
        Job next;
        synchronized (this) {
            if (!failure.isEmpty()) {
                obstacle = obstacle == null ? Peers.line(failure) : obstacle;
                relayed.add(job);
                relayed.addAll(waiting);
                waiting.clear();
            }
            next = next();
        }
        if (failure.isEmpty()) {
            end(job);
        }
        relayed.forEach(relay::add);
        ask(next);
    }

    /** A copy has ended well. */
    void end(Job job) {
        try {
            job.transfer().one();
        } finally {
            from.openCopies().ended();
        }
    }

    /** A copy has ended because a member is lost. */
    void lose(Job job) {
        from.openCopies().ended();
        (from.isLost() ? from : to).whenLost(job.transfer()::lost);
    }

    /** A copy has failed for another reason. */
    void fail(Job job, Throwable failure) {
        try {
            job.transfer().failed(failure);
        } finally {
            from.openCopies().ended();
        }
    }

    /** Says that copies go through the coordinator, once the first one has: before, a member may have ended. */
    void isRelayed() {
        String why;
        synchronized (this) {
            why = obstacle;
        }
        if (why == null) {
            return; // a member was lost meanwhile
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "data from member " + from.name() + " to member " + to.name() + " go through the coordinator, because "
                        + to.name() + " cannot get them there: " + why);
    }

    /** The source is lost. The copies that the target makes end when it has answered, which it must do in time. */
    void sourceLost() {
        routes.remove(from);
        lose();
        relay.sourceLost();
        if (isBusy()) {
            Thread.ofVirtual().name("asterism-lost-" + from.name()).start(this::awaitEnd);
        }
        to.send(new Message.Forget(source.number()));
    }

    private boolean isBusy() {
        synchronized (this) {
            if (asked > 0) {
                return true;
            }
        }
        return relay.isBusy();
    }

    /**
     * Gives the target up if it does not end the copies: else the core would not hear of the source's loss, and nothing
     * that waits for the source would go on. A target that is busy has more time, since its answer comes after what it
     * was asked for before.
     */
    private void awaitEnd() {
        try {
            for (int round = 1; round <= MOST_ROUNDS; round++) {
                int before = to.progress();
                Thread.sleep(to.patience());
                if (!isBusy()) {
                    return;
                }
                if (to.progress() == before) {
                    break;
                }
            }
        } catch (InterruptedException unwanted) {
            Thread.currentThread().interrupt(); // nobody does that
        }
        to.close("it has not let go of data of member " + from.name() + ", which is lost, in time");
    }

    /** The target is lost; {@link Routes} end what it makes. */
    void targetLost() {
        from.openCopies().remove(this);
        lose();
        relay.targetLost();
        from.dismiss(to);
    }

    private void lose() {
        List<Job> ended;
        synchronized (this) {
            isLost = true;
            ended = List.copyOf(waiting);
            waiting.clear();
        }
        ended.forEach(this::lose);
    }
}
