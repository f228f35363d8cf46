package org.asterism.remote.member.internal;

import java.util.function.Consumer;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Uncopied;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Tells the coordinator of copies that devices have refused. If a device is lost, there is nothing to tell about its
 * copies, since the session ends. Any thread calls.
 */
final class CopyFailures {
    private final Consumer<Message> answers;
    private final Consumer<DeviceLostException> losses;

    /**
     * Makes it.
     *
     * @param answers gets what the coordinator shall hear
     * @param losses gets what has told that a device is lost
     */
    CopyFailures(Consumer<Message> answers, Consumer<DeviceLostException> losses) {
        this.answers = answers;
        this.losses = losses;
    }

    /** A copy of the coordinator has failed. */
    void tell(long transfer, Throwable failure) {
        tell(transfer, failure, answers);
    }

    /** A copy has failed; the peer that has asked for it gets the answer. */
    void tell(long transfer, Throwable failure, Consumer<Message> to) {
        if (failure instanceof DeviceLostException lost) {
            losses.accept(lost);
        } else {
            to.accept(new Uncopied(transfer, reason(failure)));
        }
    }

    private static String reason(Throwable failure) {
        return switch (failure) {
            case DeviceRefusal refusal -> refusal.getMessage();
            case OutOfMemoryError full -> "the member has not enough memory: " + full.getMessage();
            default -> MemberUnit.describe(failure);
        };
    }
}
