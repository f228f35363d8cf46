package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
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

    private final DeviceCopies deviceCopies = new DeviceCopies();
    private final Readings reads = new Readings();
    private final Map<Long, RemoteExecution> executions = new ConcurrentHashMap<>();

    /** The copy whose data are being received, or null. Of the link's thread. */
    private Readings.Reading receiving;

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
            deviceCopies.enter(part.bytes(), leave -> writeToDevice(part, transfer, leave));
        } else {
            writes.enter(part.bytes(), place -> writeToMain(part, transfer, place));
        }
    }

    private void writeToMain(CopyPlan.Part part, RemoteTransfer transfer, Staging.Place place) {
        if (!begin()) {
            place.leave();
            loss.whenTold(transfer::lost);
            return;
        }
        long number = link.nextNumber();
        writes.begin(number, transfer, place);
        send(number, part, transfer, _ -> writes.end(number));
    }

    private void writeToDevice(CopyPlan.Part part, RemoteTransfer transfer, Runnable leave) {
        if (!begin()) {
            leave.run();
            loss.whenTold(transfer::notSent);
            return;
        }
        long number = link.nextNumber();
        deviceCopies.begin(number, transfer, leave);
        send(number, part, transfer, failure -> deviceCopies.fail(number, failure));
    }

    /** Begins to use memory of this side; false if the member is lost, which the core may not know yet. */
    private boolean begin() {
        return loss.reason() == null && openCopies.begin();
    }

    /** Sends memory of this side. {@code failed} gets what that throws: the member will not answer. */
    private void send(long number, CopyPlan.Part part, RemoteTransfer transfer, Consumer<Throwable> failed) {
        AtomicBoolean isOver = new AtomicBoolean();
        try {
            ByteBuffer head = MessageCodec.encode(new Write(number, part.remote()));
            link.send(head, part.local(), () -> {
                if (isOver.compareAndSet(false, true)) {
                    isSent(transfer);
                }
            });
        } catch (RuntimeException | Error thrown) {
            try {
                failed.accept(thrown);
            } finally {
                if (isOver.compareAndSet(false, true)) { // else the transport has told its end, and that has thrown
                    ended(() -> transfer.failed(thrown));
                }
            }
        }
    }

    /** The transport does not use the memory any more: what it had is sent, unless the link was closed. */
    private void isSent(RemoteTransfer transfer) {
        ended(() -> {
            if (loss.reason() == null) {
                transfer.one();
            } else {
                loss.whenTold(transfer::lost);
            }
        });
    }

    /** A copy with memory of this side ends. */
    private void ended(Runnable how) {
        try {
            how.run();
        } finally {
            openCopies.ended();
        }
    }

    /** Runs an action when what was sent before is in the member's memory for others, too; or when it is lost. */
    void afterWrites(Runnable action) {
        writes.afterAll(action);
    }

    /** Lets the member copy between two of its memories; {@code transfer} ends when it has. */
    void copy(PeerPlan.Step step, RemoteTransfer transfer) {
        deviceCopies.enter(leave -> {
            if (isLost(transfer, leave)) {
                return;
            }
            long number = link.nextNumber();
            deviceCopies.begin(number, transfer, leave);
            request(() -> new Copy(number, step.from(), step.to()), failure -> deviceCopies.fail(number, failure));
        });
    }

    /** Receives memory of the member; {@code transfer} ends when it has arrived. */
    void read(CopyPlan.Part part, RemoteTransfer transfer) {
        reads.enter(part.bytes(), place -> {
            if (isLost(transfer, place::leave)) {
                return;
            }
            long number = link.nextNumber();
            reads.begin(number, new Readings.Reading(transfer, part.local(), part.bytes(), place));
            request(() -> new Read(number, part.remote()), failure -> reads.fail(number, failure));
        });
    }

    /** Whether a copy cannot begin because the member is lost; it ends when the core may know. */
    private boolean isLost(RemoteTransfer transfer, Runnable leave) {
        if (loss.reason() == null) {
            return false;
        }
        leave.run();
        loss.whenTold(transfer::lost);
        return true;
    }

    /** Asks for a copy. {@code failed} gets why there will be no answer, which may be known before. */
    private void request(Supplier<Message> message, Consumer<Throwable> failed) {
        try {
            link.send(message.get());
        } catch (RuntimeException | Error thrown) {
            failed.accept(thrown);
        }
        if (loss.isTold()) {
            failed.accept(loss.reason());
        }
    }

    /** Runs a kernel. If this throws, the member was not asked for it. */
    void launch(RemoteExecution execution, LaunchMaker maker) {
        long number = link.nextNumber();
        ByteBuffer head = MessageCodec.encode(maker.launch(number));
        executions.put(number, execution);
        try {
            link.send(head, List.of(), () -> {});
        } catch (RuntimeException | Error thrown) {
            executions.remove(number);
            throw thrown;
        }
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
        long number = written.transfer();
        MemberLink.require(deviceCopies.end(number) || writes.end(number), written);
    }

    /** The member has not made a copy; false if it was not asked for it by this. */
    boolean uncopied(long number, RemoteCopyException failure) {
        return deviceCopies.fail(number, failure) || reads.fail(number, failure);
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
            isLost(reading.transfer(), reading.place()::leave);
            throw new MalformedMessageException("the member is lost"); // which another thread has noticed just now
        }
        receiving = reading;
        return reading.target();
    }

    /** The data have come. */
    void isReceived() {
        Readings.Reading received = receiving;
        receiving = null;
        try {
            received.place().leave(); // another copy begins here, and may throw
        } finally {
            ended(received.transfer()::one);
        }
    }

    /** The link is closed, and nothing is received any more. The loss was noted before. */
    void isClosed() {
        if (receiving != null) {
            Readings.Reading cut = receiving;
            receiving = null;
            ended(() -> isLost(cut.transfer(), cut.place()::leave));
        }
    }

    /** The member is lost, which the core may not know yet. */
    void isLost() {
        writes.lose();
    }

    /** Ends everything: the core may know of the loss. */
    void end() {
        executions.keySet().forEach(number -> end(executions.remove(number)));
        deviceCopies.lose(loss.reason());
        reads.lose(loss.reason());
    }

    private void end(RemoteExecution execution) {
        if (execution != null) {
            execution.lost(loss.reason());
        }
    }
}
