package org.asterism.remote.member.internal;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.asterism.kit.remote.GuestTokens;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Dismiss;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.spi.remote.Link;

/** The other members that may read the memory of a session, since they know what only its coordinator tells them. */
final class Visits {
    private final String member;
    private final SessionMemory memory;
    private final CopyFailures failures;

    /** Null while nobody is admitted; guarded by this object, like the others. */
    private byte[] secret;

    /** The numbers of guests that are let in no more. */
    private final BitSet dismissed = new BitSet();

    private final Set<Visitor> visitors = new HashSet<>();
    private boolean hasEnded;

    Visits(String member, SessionMemory memory, CopyFailures failures) {
        this.member = member;
        this.memory = memory;
        this.failures = failures;
    }

    /** The coordinator wants others to be let in. */
    synchronized void admit(Admit admit) {
        if (admit.secret().length == 0) {
            throw new MalformedMessageException("an Admit without a secret");
        }
        secret = admit.secret().clone();
    }

    /** The coordinator has lost a member. */
    void dismiss(Dismiss dismiss) {
        int guest = dismiss.guest();
        if (guest < 1 || guest > Dismiss.MOST_GUESTS) {
            throw new MalformedMessageException("guest " + guest + " is not between 1 and " + Dismiss.MOST_GUESTS);
        }
        List<Visitor> gone;
        synchronized (this) {
            dismissed.set(guest);
            gone = visitors.stream().filter(visitor -> visitor.guest() == guest).toList();
        }
        gone.forEach(visitor -> visitor.close("the coordinator has lost this member", true));
    }

    /** Lets a peer in; null if the coordinator has not admitted it. */
    synchronized Visitor receive(Link link, Visit visit) {
        OptionalInt guest = hasEnded || secret == null ? OptionalInt.empty() : GuestTokens.guest(secret, visit.token());
        if (guest.isEmpty() || guest.getAsInt() < 1 || dismissed.get(guest.getAsInt())) {
            return null;
        }
        Visitor visitor = new Visitor(member, guest.getAsInt(), link, memory::visit, failures, this::left);
        visitors.add(visitor);
        return visitor;
    }

    private synchronized void left(Visitor visitor) {
        visitors.remove(visitor);
    }

    /** Closes the links; nobody is let in any more. */
    void end() {
        List<Visitor> all;
        synchronized (this) {
            hasEnded = true;
            all = List.copyOf(visitors);
        }
        all.forEach(
                visitor -> visitor.close("member " + member + " does not work for this coordinator any more", false));
    }
}
