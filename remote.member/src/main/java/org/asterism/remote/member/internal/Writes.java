package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.Staging;

/** Receives the data of a session's coordinator, and copies between memories. The link's thread calls. */
final class Writes {
    private final SessionMemory memory;
    private final Consumer<Message> answers;
    private final CopyFailures failures;

    /** The copies of devices that are under way. */
    private final AtomicInteger steps = new AtomicInteger();

    /** The copy that is being received; null between bodies. */
    private CopyTarget receiving;

    private long transfer;

    Writes(SessionMemory memory, Consumer<Message> answers, CopyFailures failures) {
        this.memory = memory;
        this.answers = answers;
        this.failures = failures;
    }

    /**
     * Returns where a body goes.
     *
     * @throws MalformedMessageException if the coordinator must not write there, or not so much
     */
    List<MemorySegment> receive(Write write, long bytes) {
        CopyTarget target;
        if (memory.isOnDevice(write.ranges())) {
            begin();
            target = memory.target(write.ranges(), steps::decrementAndGet);
        } else {
            target = memory.target(write.ranges(), () -> {});
        }
        if (target.bytes() != bytes || bytes == 0) {
            long room = target.bytes();
            target.close();
            throw new MalformedMessageException("a body of " + bytes + " bytes for " + room + " bytes of memory");
        }
        receiving = target;
        transfer = write.transfer();
        return target.pieces();
    }

    private void begin() {
        if (steps.incrementAndGet() > Staging.MOST) {
            throw new MalformedMessageException("more than " + Staging.MOST + " copies to devices at a time");
        }
    }

    /** The body has come. */
    void received() {
        CopyTarget received = receiving;
        long number = transfer;
        receiving = null;
        received.received(failure -> end(number, failure));
    }

    private void end(long number, Throwable failure) {
        if (failure == null) {
            answers.accept(new Written(number));
        } else {
            failures.tell(number, failure);
        }
    }

    /** Copies between two memories. */
    void copy(Copy copy) {
        begin();
        memory.copy(copy, failure -> {
            steps.decrementAndGet();
            end(copy.transfer(), failure);
        });
    }

    /** No body will come. */
    void close() {
        if (receiving != null) {
            receiving.close();
        }
    }
}
