package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.spi.remote.Link;

/** Answers what the peer of one link reads of a session's memory. The link's thread calls. */
final class ReadAnswers {
    private final Supplier<MemberMemory.Lease> leases;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Makes it.
     *
     * @param leases gives access to the memory
     */
    ReadAnswers(Supplier<MemberMemory.Lease> leases) {
        this.leases = leases;
    }

    /**
     * Sends what is read.
     *
     * @throws MalformedMessageException if it was not allocated, or too much is asked for at a time
     */
    void answer(Link link, Read read) {
        MemberMemory.Lease lease = leases.get();
        try {
            // The peer may know of the end of a copy before it is noticed here.
            if (underWay.incrementAndGet() > 2 * Message.MOST_READS) {
                throw new MalformedMessageException("more than " + Message.MOST_READS + " copies at a time");
            }
            List<MemorySegment> pieces = lease.find(read.ranges(), false);
            link.send(MessageCodec.encode(new Data(read.transfer())), pieces, () -> {
                underWay.decrementAndGet();
                lease.close();
            });
        } catch (Throwable thrown) {
            lease.close();
            throw thrown;
        }
    }
}
