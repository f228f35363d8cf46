package org.asterism.remote.member.internal;

import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.spi.remote.Link;

/** The other members that may read the memory of a session, since they know what only its coordinator tells them. */
final class Visits {
    private final String member;
    private final MemberMemory memory;

    /** Null while nobody is admitted; guarded by this object, like the others. */
    private byte[] token;

    private final Set<Visitor> visitors = new HashSet<>();
    private boolean hasEnded;

    Visits(String member, MemberMemory memory) {
        this.member = member;
        this.memory = memory;
    }

    /** The coordinator wants others to be let in. */
    synchronized void admit(Admit admit) {
        token = admit.token().clone();
    }

    /** Lets a peer in; null if the coordinator has not admitted it. */
    synchronized Visitor receive(Link link, Visit visit) {
        if (hasEnded || token == null || token.length == 0 || !MessageDigest.isEqual(token, visit.token())) {
            return null;
        }
        Visitor visitor = new Visitor(member, link, memory, this::left);
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
        all.forEach(visitor -> visitor.close("member " + member + " does not work for this coordinator any more"));
    }
}
