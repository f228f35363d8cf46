package org.asterism.remote.member.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Forget;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;

/**
 * The other members from which a session gets data. The thread of the coordinator's link calls, and any thread ends
 * them. A thread of its own gives up those from which nothing comes; there is none before the first neighbour.
 */
final class Neighbours {
    private static final int MOST = 1 << 12;

    private final SessionMemory memory;
    private final Endpoint.Dialer dialer;
    private final Consumer<Message> answers;
    private final CopyFailures failures;
    private final Duration patience;

    /** By their numbers; guarded by this object, like the next one. */
    private final Map<Integer, Neighbour> known = new HashMap<>();

    private boolean isWatched;
    private boolean hasEnded;

    /**
     * Makes it without neighbours.
     *
     * @param memory where data go
     * @param dialer opens links; null if nothing does
     * @param answers gets what the coordinator shall hear
     * @param failures hear of data that a device does not take or give
     * @param patience after how long without data a neighbour is given up that owes some
     */
    Neighbours(
            SessionMemory memory,
            Endpoint.Dialer dialer,
            Consumer<Message> answers,
            CopyFailures failures,
            Duration patience) {
        this.memory = memory;
        this.dialer = dialer;
        this.answers = answers;
        this.failures = failures;
        this.patience = patience;
    }

    /**
     * Begins to get data.
     *
     * @throws MalformedMessageException if the coordinator must not ask for that
     */
    void pull(Pull pull) {
        if (dialer == null) {
            answers.accept(new Pulled(pull.transfer(), "this member opens no links"));
            return;
        }
        Neighbour neighbour;
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            neighbour = known.get(pull.neighbour().number());
            if (neighbour == null) {
                if (known.size() == MOST) {
                    throw new MalformedMessageException("more than " + MOST + " neighbours");
                }
                neighbour = new Neighbour(pull.neighbour(), dialer, answers, failures);
                known.put(pull.neighbour().number(), neighbour);
                if (!isWatched) {
                    isWatched = true;
                    watch();
                }
            }
        }
        if (pull.to().isEmpty()) {
            throw new MalformedMessageException("a copy without data from a neighbour");
        }
        Neighbour source = neighbour;
        memory.pullTarget(
                pull.to(),
                Outcome.of(
                        target -> source.pull(Neighbour.Pulling.of(pull, target)),
                        failure -> failures.tell(pull.transfer(), failure)));
    }

    private void watch() {
        Thread watcher = new Thread(
                () -> {
                    for (List<Neighbour> all = watched(); all != null; all = watched()) {
                        all.forEach(neighbour -> neighbour.requireProgress(patience));
                    }
                },
                "asterism-neighbours");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Waits a while; null at the end. */
    private synchronized List<Neighbour> watched() {
        try {
            if (!hasEnded) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, patience.toNanos() / 2));
            }
        } catch (InterruptedException unwanted) {
            return null; // nobody interrupts this thread, but it would end
        }
        return hasEnded ? null : new ArrayList<>(known.values());
    }

    /** Ends what is expected of a neighbour. */
    void forget(Forget forget) {
        Neighbour gone;
        synchronized (this) {
            gone = known.remove(forget.neighbour());
        }
        if (gone != null) {
            gone.close("the coordinator does not expect anything of it any more");
        }
    }

    /** Closes all links. */
    void end() {
        List<Neighbour> all;
        synchronized (this) {
            hasEnded = true;
            notifyAll();
            all = new ArrayList<>(known.values());
            known.clear();
        }
        all.forEach(neighbour -> neighbour.close("the coordinator has left"));
    }
}
