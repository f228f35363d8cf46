package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Forget;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;

/**
 * The other members from which a session gets data. The thread of the coordinator's link calls, and any thread ends
 * them.
 */
final class Neighbours {
    private static final int MOST = 1 << 12;

    private final MemberMemory memory;
    private final Endpoint.Dialer dialer;
    private final Consumer<Message> answers;

    /** By their numbers; guarded by this object, like the next one. */
    private final Map<Integer, Neighbour> known = new HashMap<>();

    private boolean hasEnded;

    /**
     * Makes it without neighbours.
     *
     * @param memory where data go
     * @param dialer opens links; null if nothing does
     * @param answers gets what the coordinator shall hear
     */
    Neighbours(MemberMemory memory, Endpoint.Dialer dialer, Consumer<Message> answers) {
        this.memory = memory;
        this.dialer = dialer;
        this.answers = answers;
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
                neighbour = new Neighbour(pull.neighbour(), dialer, answers);
                known.put(pull.neighbour().number(), neighbour);
            }
        }
        neighbour.pull(Neighbour.Pulling.of(pull, memory));
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
            all = new ArrayList<>(known.values());
            known.clear();
        }
        all.forEach(neighbour -> neighbour.close("the coordinator has left"));
    }
}
