package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.api.data.Buffer;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * Makes the copies of devices: each waits until its blocks can be used. Any thread calls; ends are told by the thread
 * of the devices. Whoever calls keeps the pieces until then.
 */
final class DeviceCopies {
    private final DeviceThread thread;

    DeviceCopies(DeviceThread thread) {
        this.thread = thread;
    }

    /**
     * Copies to a device.
     *
     * @param from buffers of main memory, one per range
     * @param ended gets why it has failed, or null
     */
    void in(List<Buffer> from, MemberDevice.Pieces to, Consumer<Throwable> ended) {
        DeviceMemory memory = to.device().memory();
        write(to, () -> memory.copyIn(copies(from, to.list(), true)), ended);
    }

    /**
     * Copies from a device.
     *
     * @param to buffers of main memory, one per range
     * @param ended gets why it has failed, or null
     */
    void out(MemberDevice.Pieces from, List<Buffer> to, Consumer<Throwable> ended) {
        DeviceMemory memory = from.device().memory();
        thread.execute(() -> whenReady(
                from.blocks(), failure -> begin(failure, () -> memory.copyOut(copies(to, from.list(), false)), ended)));
    }

    /**
     * Copies from a device to another one that it reaches.
     *
     * @param ended gets why it has failed, or null
     */
    void across(MemberDevice.Pieces from, MemberDevice.Pieces to, Consumer<Throwable> ended) {
        Supplier<Transfer> copy = () -> {
            List<Buffer> sources = from.list().stream().map(DevicePiece::buffer).toList();
            return from.device().memory().copyTo(to.device().memory(), copies(sources, to.list(), true));
        };
        thread.execute(() -> whenReady(from.blocks(), failure -> {
            if (failure == null) {
                write(to, copy, ended);
            } else {
                ended.accept(failure);
            }
        }));
    }

    private void begin(Throwable failure, Supplier<Transfer> copy, Consumer<Throwable> ended) {
        if (failure == null) {
            thread.begin(copy, ended);
        } else {
            ended.accept(failure);
        }
    }

    /** Begins a copy to a device at once if it fills its blocks from the beginning on, and else when they are ready. */
    private void write(MemberDevice.Pieces to, Supplier<Transfer> copy, Consumer<Throwable> ended) {
        thread.execute(() -> {
            List<DevicePiece> arriving = new ArrayList<>();
            for (DevicePiece piece : to.list()) {
                if (piece.isDense() && piece.block().arrives(piece.offset(), piece.end())) {
                    arriving.add(piece);
                }
            }
            if (arriving.size() == to.list().size()) {
                thread.begin(copy, failure -> {
                    arrived(arriving, failure == null);
                    ended.accept(failure);
                });
            } else {
                arrived(arriving, false); // all wait for the same
                whenReady(to.blocks(), failure -> begin(failure, copy, ended));
            }
        });
    }

    private static void arrived(List<DevicePiece> pieces, boolean isThere) {
        pieces.forEach(piece -> piece.block().arrived(piece.offset(), piece.end(), isThere));
    }

    private static void whenReady(Collection<DeviceBlock> blocks, Consumer<Throwable> then) {
        whenReady(List.copyOf(blocks).iterator(), then);
    }

    private static void whenReady(Iterator<DeviceBlock> left, Consumer<Throwable> then) {
        if (!left.hasNext()) {
            then.accept(null);
            return;
        }
        left.next().whenReady(failure -> {
            if (failure == null) {
                whenReady(left, then);
            } else {
                then.accept(failure);
            }
        });
    }

    private static List<BufferCopy> copies(List<Buffer> others, List<DevicePiece> pieces, boolean isTarget) {
        List<BufferCopy> copies = new ArrayList<>();
        for (int index = 0; index < pieces.size(); index++) {
            DevicePiece piece = pieces.get(index);
            Buffer other = others.get(index);
            copies.add(
                    isTarget
                            ? new BufferCopy(DevicePiece.shape(piece.range()), other, piece.buffer())
                            : new BufferCopy(DevicePiece.shape(piece.range()), piece.buffer(), other));
        }
        return copies;
    }

    /** The parts of memory without gaps, into which or from which the ranges are copied one after the other. */
    static List<Buffer> parts(MemorySegment memory, List<DevicePiece> pieces) {
        List<Buffer> parts = new ArrayList<>();
        long at = 0;
        for (DevicePiece piece : pieces) {
            StridedRange range = piece.range();
            parts.add(Buffer.dense(memory.asSlice(at, range.bytes()), DevicePiece.shape(range)));
            at += range.bytes();
        }
        return parts;
    }
}
