package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.MessageCodec;

/**
 * The copies and kernels that a member was asked for and has not answered. Workers and the core ask; the link's thread
 * brings the answers. Each ends once: with its answer, or when the core may know of the member's loss.
 */
final class MemberWork {
    private final MemberLink link;
    private final Loss loss;
    private final OpenCopies openCopies;
    private final Map<Long, RemoteTransfer> writes = new ConcurrentHashMap<>();
    private final Readings reads = new Readings();
    private final Map<Long, RemoteExecution> executions = new ConcurrentHashMap<>();

    /** The copy whose data are being received, or null. Of the link's thread. */
    private RemoteTransfer receiving;

    /**
     * Makes it.
     *
     * @param loss that of the member
     * @param openCopies counts what still touches memory of this process
     */
    MemberWork(MemberLink link, Loss loss, OpenCopies openCopies) {
        this.link = link;
        this.loss = loss;
        this.openCopies = openCopies;
    }

    /** Sends memory of this side; {@code transfer} ends when it has arrived. */
    void write(CopyPlan.Part part, RemoteTransfer transfer) {
        long number = link.nextNumber();
        ByteBuffer head = MessageCodec.encode(new Write(number, part.remote()));
        if (!openCopies.begin()) {
            loss.whenTold(transfer::notSent);
            return;
        }
        writes.put(number, transfer);
        link.send(head, part.local(), () -> {
            transfer.one();
            openCopies.ended();
        });
    }

    /** Receives memory of the member; {@code transfer} ends when it has arrived. */
    void read(CopyPlan.Part part, RemoteTransfer transfer) {
        long number = link.nextNumber();
        Read message = new Read(number, part.remote());
        switch (reads.add(new Readings.Reading(message, transfer, part.local()))) {
            case ASK -> link.send(message);
            case WAIT -> {}
            case LOST -> transfer.lost(loss.reason());
        }
    }

    /** Runs a kernel. */
    void launch(RemoteExecution execution, LaunchMaker maker) {
        long number = link.nextNumber();
        ByteBuffer head = MessageCodec.encode(maker.launch(number));
        executions.put(number, execution);
        link.send(head, List.of(), () -> {});
        if (loss.isTold() && executions.remove(number) != null) {
            execution.lost(loss.reason());
        }
    }

    /** Makes the message that launches a kernel. */
    @FunctionalInterface
    interface LaunchMaker {
        Message.Launch launch(long execution);
    }

    // The member's answers. One to nothing is malformed.

    void written(Written written) {
        known(writes.remove(written.transfer()), written).one();
    }

    void done(Done done) {
        known(executions.remove(done.execution()), done).done(done);
    }

    void failed(Failed failed) {
        known(executions.remove(failed.execution()), failed)
                .end(new RemoteKernelException(link.name(), failed.type(), failed.text()));
    }

    private static <T> T known(T found, Message message) {
        MemberLink.require(found != null, message);
        return found;
    }

    /** Returns where data go that come. */
    List<MemorySegment> receive(Data data, long bytes) {
        Readings.Reading reading = reads.take(data.transfer(), bytes);
        if (!openCopies.begin()) {
            loss.whenTold(reading.transfer()::lost);
            throw new MalformedMessageException("the member is lost"); // which another thread has noticed just now
        }
        receiving = reading.transfer();
        for (Readings.Reading next = reads.next(); next != null; next = reads.next()) {
            link.send(next.message());
        }
        return reading.target();
    }

    /** The data have come. */
    void isReceived() {
        RemoteTransfer received = receiving;
        receiving = null;
        received.one();
        openCopies.ended();
    }

    /** The link is closed, and nothing is received any more. The loss was noted before. */
    void isClosed() {
        if (receiving != null) {
            loss.whenTold(receiving::lost);
            receiving = null;
            openCopies.ended();
        }
    }

    /** Ends everything: the core may know of the loss. */
    void end() {
        executions.keySet().forEach(number -> end(executions.remove(number)));
        writes.keySet().forEach(number -> end(writes.remove(number)));
        reads.lose().forEach(reading -> end(reading.transfer()));
    }

    private void end(Pending pending) {
        if (pending != null) {
            pending.lost(loss.reason());
        }
    }
}
