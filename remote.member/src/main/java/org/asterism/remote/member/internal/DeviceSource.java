package org.asterism.remote.member.internal;

import java.util.List;
import org.asterism.kit.remote.Staging;
import org.asterism.spi.driver.NativeMemory;

/** Gets data from a device to main memory, so that they can be sent. Thread-safe. */
final class DeviceSource {
    private final DeviceCopies copies;
    private final Staging limit;

    /**
     * Makes it.
     *
     * @param limit of the copies that have main memory at a time
     */
    DeviceSource(DeviceCopies copies, Staging limit) {
        this.copies = copies;
        this.limit = limit;
    }

    /**
     * Gets data when there may be main memory for them.
     *
     * @param pieces closed when they are not needed any more
     * @param listener learns when the data are there
     */
    void get(MemberDevice.Pieces pieces, Outcome<CopySource> listener) {
        limit.enter(place -> {
            NativeMemory.Block staging;
            try {
                staging = NativeMemory.allocate(pieces.bytes());
            } catch (OutOfMemoryError full) {
                pieces.close();
                place.leave();
                listener.failed(full);
                return;
            }
            get(pieces, staging, place, listener);
        });
    }

    private void get(
            MemberDevice.Pieces pieces, NativeMemory.Block staging, Staging.Place place, Outcome<CopySource> listener) {
        Runnable free = () -> {
            staging.free();
            place.leave();
        };
        copies.out(pieces, DeviceCopies.parts(staging.segment(), pieces.list()), failure -> {
            pieces.close(); // before the answer, behind which the coordinator may give the memory back
            if (failure == null) {
                listener.ready(new CopySource(List.of(staging.segment()), free));
            } else {
                free.run();
                listener.failed(failure);
            }
        });
    }
}
