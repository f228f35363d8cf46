package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Staging;

/**
 * The copies and kernels that a member was asked for and has not answered. Workers and the core ask; the link's thread
 * brings the answers. Each ends once: with its answer, or when the core may know of the member's loss.
 */
final class MemberWork {
    private final MemberLink link;
    private final Loss loss;
    private final OpenCopies openCopies;

    /** The copies to the member's main memory. */
    private final OpenWrites writes = new OpenWrites();

    /** The copies to the memory of its devices, and between memories of the member. */
    private final Map<Long, RemoteTransfer> deviceWrites = new ConcurrentHashMap<>();

    /** Limits these, for which the member needs main memory. */
    private final Staging steps = new Staging();

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

    /**
     * Sends memory of this side. A copy to main memory ends when that is sent: what the member is asked for on this
     * link later finds the data there; see {@link #afterWrites} for other ways. One to a device ends when it has
     * arrived, too.
     *
     * @param transfer made for as many messages by {@link CopyPlan#transfer}
     */
    void write(CopyPlan.Part part, RemoteTransfer transfer) {
        if (part.isForDevice()) {
            steps.enter(() -> writeToDevice(part, transfer));
            return;
        }
        writes.enter(part.bytes(), () -> writeToMain(part, transfer));
    }

    private void writeToMain(CopyPlan.Part part, RemoteTransfer transfer) {
        long number = link.nextNumber();
        ByteBuffer head = MessageCodec.encode(new Write(number, part.remote()));
        if (!openCopies.begin()) {
            loss.whenTold(transfer::lost);
            writes.leave(part.bytes());
            return;
        }
        writes.begin(number, part.bytes(), transfer);
        link.send(head, part.local(), () -> isSent(transfer));
    }

    private void writeToDevice(CopyPlan.Part part, RemoteTransfer transfer) {
        long number = link.nextNumber();
        ByteBuffer head = MessageCodec.encode(new Write(number, part.remote()));
        if (!openCopies.begin()) {
            loss.whenTold(transfer::notSent);
            steps.leave();
            return;
        }
        deviceWrites.put(number, transfer);
        link.send(head, part.local(), () -> isSent(transfer));
    }

    /** The transport does not use the memory any more: what it had is sent, unless the link was closed. */
    private void isSent(RemoteTransfer transfer) {
        if (loss.reason() == null) {
            transfer.one();
        } else {
            loss.whenTold(transfer::lost);
        }
        openCopies.ended();
    }

    /** Runs an action when what was sent before is in the member's memory for others, too; or when it is lost. */
    void afterWrites(Runnable action) {
        writes.afterAll(action);
    }

    /** Lets the member copy between two of its memories; {@code transfer} ends when it has. */
    void copy(PeerPlan.Step step, RemoteTransfer transfer) {
        steps.enter(() -> {
            long number = link.nextNumber();
            deviceWrites.put(number, transfer);
            link.send(new Copy(number, step.from(), step.to()));
            if (loss.isTold() && deviceWrites.remove(number) != null) {
                transfer.lost(loss.reason());
                steps.leave();
            }
        });
    }

    /** Receives memory of the member; {@code transfer} ends when it has arrived. */
    void read(CopyPlan.Part part, RemoteTransfer transfer) {
        long number = link.nextNumber();
        Read message = new Read(number, part.remote());
        if (reads.add(new Readings.Reading(message, transfer, part.local()))) {
            askNext();
        } else {
            transfer.lost(loss.reason());
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
        RemoteTransfer toDevice = deviceWrites.remove(written.transfer());
        if (toDevice == null) {
            MemberLink.require(writes.end(written.transfer()), written);
        } else {
            toDevice.one();
            steps.leave();
        }
    }

    /** The member has not made a copy; false if it was not asked for it by this. */
    boolean uncopied(long number, RemoteCopyException failure) {
        RemoteTransfer toDevice = deviceWrites.remove(number);
        if (toDevice != null) {
            toDevice.lost(failure);
            steps.leave();
            return true;
        }
        Readings.Reading reading = reads.remove(number);
        if (reading != null) {
            reading.transfer().lost(failure);
            askNext();
        }
        return reading != null;
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
        askNext();
        return reading.target();
    }

    private void askNext() {
        for (Readings.Reading next = reads.next(); next != null; next = reads.next()) {
            link.send(next.message());
        }
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

    /** The member is lost, which the core may not know yet. */
    void isLost() {
        writes.lose();
    }

    /** Ends everything: the core may know of the loss. */
    void end() {
        executions.keySet().forEach(number -> end(executions.remove(number)));
        for (Long number : deviceWrites.keySet()) {
            RemoteTransfer ended = deviceWrites.remove(number);
            if (ended != null) {
                ended.lost(loss.reason());
                steps.leave();
            }
        }
        reads.lose().forEach(reading -> end(reading.transfer()));
    }

    private void end(Pending pending) {
        if (pending != null) {
            pending.lost(loss.reason());
        }
    }
}
