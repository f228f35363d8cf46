package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/** A link that a peer has opened: it is a coordinator's, unless the first message tells that it is a visitor's. */
public final class Arrival implements Receiver {
    private final MemberSession session;
    private final Reception reception;
    private Receiver receiver;
    private boolean isFirst = true;

    /** Lets visitors in. */
    interface Reception {
        /** Returns what gets the messages of a visitor from now on, who may be refused. */
        Receiver receive(Link link, Visit visit);
    }

    /**
     * Makes it.
     *
     * @param session of the coordinator; has greeted
     */
    Arrival(MemberSession session, Reception reception) {
        this.session = session;
        this.reception = reception;
        receiver = session;
    }

    /** Returns the session of the coordinator; for tests. */
    public MemberSession session() {
        return session;
    }

    @Override
    public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
        if (isFirst) {
            isFirst = false;
            if (bytes == 0 && visit(head.duplicate()) instanceof Visit visit && session.withdraw()) {
                receiver = reception.receive(link, visit);
                return List.of();
            }
        }
        return receiver.head(link, head, bytes);
    }

    private static Visit visit(ByteBuffer head) {
        try {
            return MessageCodec.decode(head) instanceof Visit visit ? visit : null;
        } catch (MalformedMessageException malformed) {
            return null; // which the session says
        }
    }

    @Override
    public void body(Link link) {
        receiver.body(link);
    }

    @Override
    public void closed(Link link, String reason) {
        receiver.closed(link, reason);
    }
}
