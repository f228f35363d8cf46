package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/**
 * A link by which another member of the coordinator reads memory of this one. It cannot do anything else, so nothing
 * that it says can change what the coordinator has here. The link's thread makes all calls but {@link #close}.
 */
final class Visitor implements Receiver {
    private static final System.Logger LOG = System.getLogger(Visitor.class.getName());

    private final String member;
    private final int guest;
    private final Link link;
    private final ReadAnswers answers;
    private final Consumer<Visitor> whenEnded;
    private volatile boolean hasEnded;

    /**
     * Makes it.
     *
     * @param member the name of this member, for people
     * @param guest its number at the coordinator
     * @param memory what may be read
     * @param failures hear of what cannot be read
     * @param whenEnded is told when the link is closed
     */
    Visitor(
            String member,
            int guest,
            Link link,
            ReadAnswers.Source memory,
            CopyFailures failures,
            Consumer<Visitor> whenEnded) {
        this.member = member;
        this.guest = guest;
        this.link = link;
        answers = new ReadAnswers(memory, failures);
        this.whenEnded = whenEnded;
    }

    /** Its number at the coordinator. */
    int guest() {
        return guest;
    }

    @Override
    public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
        if (bytes != 0) {
            refuse("protocol error: a visitor sends a body of " + bytes + " bytes");
            throw new MalformedMessageException("a visitor may only read"); // a body has no place
        }
        if (hasEnded) {
            return List.of();
        }
        try {
            switch (MessageCodec.decode(head)) {
                case Message.Read read -> answers.answer(link, read);
                case Message.Bye _ -> link.close();
                case Message message ->
                    throw new MalformedMessageException(
                            "a " + message.getClass().getSimpleName() + " from a visitor");
            }
        } catch (RuntimeException malformed) {
            refuse("protocol error: " + malformed.getMessage());
        }
        return List.of();
    }

    /** Ends the link because of what the visitor says. */
    void refuse(String reason) {
        if (!hasEnded) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "member " + member + ": the link of a visitor at " + link.peer() + " is closed: "
                            + Peers.line(reason));
        }
        close(reason, false);
    }

    /**
     * Ends the link; any thread may call.
     *
     * @param atOnce whether the visitor may take nothing any more, so that what is being sent has to be given up
     */
    void close(String reason, boolean atOnce) {
        if (!hasEnded) {
            hasEnded = true;
            Peers.leave(link, reason, atOnce);
        }
    }

    @Override
    public void body(Link from) {
        throw new IllegalStateException("a visitor sends no bodies");
    }

    @Override
    public void closed(Link from, String reason) {
        hasEnded = true;
        whenEnded.accept(this);
    }
}
