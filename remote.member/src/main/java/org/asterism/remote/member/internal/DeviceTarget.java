package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.spi.driver.NativeMemory;

/** A device's memory into which the data of a copy go, through main memory. */
final class DeviceTarget implements CopyTarget {
    private final DeviceCopies copies;
    private final MemberDevice.Pieces pieces;
    private final Runnable whenEnded;
    private final NativeMemory.Block staging;

    /**
     * Takes main memory.
     *
     * @param pieces the place in the device, closed with this one
     * @param whenEnded run at the end, when the main memory is free again
     * @throws OutOfMemoryError if there is no main memory; then nothing is closed or run
     */
    DeviceTarget(DeviceCopies copies, MemberDevice.Pieces pieces, Runnable whenEnded) {
        this.copies = copies;
        this.pieces = pieces;
        this.whenEnded = whenEnded;
        staging = NativeMemory.allocate(pieces.bytes());
    }

    @Override
    public List<MemorySegment> pieces() {
        return List.of(staging.segment());
    }

    @Override
    public void received(Consumer<Throwable> ended) {
        copies.in(DeviceCopies.parts(staging.segment(), pieces.list()), pieces, failure -> {
            close();
            ended.accept(failure);
        });
    }

    @Override
    public void close() {
        pieces.close();
        staging.free();
        whenEnded.run();
    }
}
