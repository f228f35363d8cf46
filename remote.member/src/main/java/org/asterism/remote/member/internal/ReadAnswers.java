package org.asterism.remote.member.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.remote.Link;

/** Answers what the peer of one link reads of a session's memory. The link's thread calls. */
final class ReadAnswers {
    private final Source source;
    private final CopyFailures failures;
    private final AtomicInteger underWay = new AtomicInteger();

    /** Gives access to the memory. */
    @FunctionalInterface
    interface Source {
        /** Finds what is read, perhaps later. */
        void read(List<StridedRange> ranges, Outcome<CopySource> outcome);
    }

    /**
     * Makes it.
     *
     * @param source has the memory
     * @param failures hear of what cannot be read
     */
    ReadAnswers(Source source, CopyFailures failures) {
        this.source = source;
        this.failures = failures;
    }

    /**
     * Sends what is read.
     *
     * @throws MalformedMessageException if it was not allocated, or too much is asked for at a time
     */
    void answer(Link link, Read read) {
        // The peer may know of the end of a copy before it is noticed here.
        if (underWay.incrementAndGet() > 2 * Message.MOST_READS) {
            throw new MalformedMessageException("more than " + Message.MOST_READS + " copies at a time");
        }
        source.read(read.ranges(), Outcome.of(found -> send(link, read, found), failure -> {
            underWay.decrementAndGet();
            failures.tell(
                    read.transfer(), failure, answer -> link.send(MessageCodec.encode(answer), List.of(), () -> {}));
        }));
    }

    private void send(Link link, Read read, CopySource found) {
        try {
            link.send(MessageCodec.encode(new Data(read.transfer())), found.pieces(), () -> {
                underWay.decrementAndGet();
                found.release().run();
            });
        } catch (Throwable thrown) {
            found.release().run();
            throw thrown;
        }
    }
}
