package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.api.data.Buffer;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.NativeMemory;

/** A copy between two memories of one member, of which at least one is a device's. */
final class InnerCopy {
    private InnerCopy() {}

    /**
     * Begins one.
     *
     * @param source the device that has the data; null for main memory
     * @param target the device that gets them; null for main memory
     * @param copies those of the devices, if there are some
     * @param ended gets why it has failed, or null
     * @throws MalformedMessageException if some was not allocated, or the ranges do not fit
     */
    static void begin(
            Copy copy,
            MemberDevice source,
            MemberDevice target,
            MemberMemory main,
            Supplier<DeviceCopies> copies,
            Consumer<Throwable> ended) {
        requireFit(copy);
        if (source != null && target != null) {
            between(source.pieces(copy.from()), target, copy.to(), copies.get(), ended);
        } else if (target != null) {
            fromMain(main.lease(), copy.from(), target, copy.to(), copies.get(), ended);
        } else if (source != null) {
            toMain(source, copy.from(), main.lease(), copy.to(), copies.get(), ended);
        } else {
            throw new MalformedMessageException("a copy from main memory to main memory");
        }
    }

    private static void requireFit(Copy copy) {
        boolean fits = copy.from().size() == copy.to().size() && !copy.from().isEmpty();
        for (int index = 0; fits && index < copy.from().size(); index++) {
            StridedRange from = copy.from().get(index);
            StridedRange to = copy.to().get(index);
            fits = from.run() == to.run() && Arrays.equals(from.counts(), to.counts());
        }
        if (!fits) {
            throw new MalformedMessageException("a copy between ranges that differ in their pieces");
        }
    }

    private static void fromMain(
            MemberMemory.Lease lease,
            List<StridedRange> from,
            MemberDevice target,
            List<StridedRange> to,
            DeviceCopies copies,
            Consumer<Throwable> ended) {
        List<Buffer> buffers;
        MemberDevice.Pieces pieces;
        try {
            buffers = buffers(lease, from, false);
            pieces = target.pieces(to);
        } catch (RuntimeException | Error refused) {
            lease.close();
            throw refused;
        }
        copies.in(buffers, pieces, failure -> {
            pieces.close();
            lease.close();
            ended.accept(failure);
        });
    }

    private static void toMain(
            MemberDevice source,
            List<StridedRange> from,
            MemberMemory.Lease lease,
            List<StridedRange> to,
            DeviceCopies copies,
            Consumer<Throwable> ended) {
        List<Buffer> buffers;
        MemberDevice.Pieces pieces;
        try {
            buffers = buffers(lease, to, true);
            pieces = source.pieces(from);
        } catch (RuntimeException | Error refused) {
            lease.close();
            throw refused;
        }
        copies.out(pieces, buffers, failure -> {
            pieces.close();
            if (failure == null) {
                lease.isWritten();
            }
            lease.close();
            ended.accept(failure);
        });
    }

    private static List<Buffer> buffers(MemberMemory.Lease lease, List<StridedRange> ranges, boolean areTargets) {
        List<Long> spans = ranges.stream().map(DevicePiece::span).toList(); // so the first piece is the first in memory
        lease.find(ranges, areTargets);
        List<Buffer> buffers = new ArrayList<>();
        for (int index = 0; index < ranges.size(); index++) {
            StridedRange range = ranges.get(index);
            buffers.add(new Buffer(lease.around(range, spans.get(index)), range.strides()));
        }
        return buffers;
    }

    private static void between(
            MemberDevice.Pieces from,
            MemberDevice target,
            List<StridedRange> ranges,
            DeviceCopies copies,
            Consumer<Throwable> ended) {
        MemberDevice.Pieces to;
        try {
            to = target.pieces(ranges);
        } catch (RuntimeException | Error refused) {
            from.close();
            throw refused;
        }
        Consumer<Throwable> end = failure -> {
            from.close();
            to.close();
            ended.accept(failure);
        };
        if (from.device().reaches(target)) {
            copies.across(from, to, end);
        } else {
            throughMain(from, to, copies, end);
        }
    }

    private static void throughMain(
            MemberDevice.Pieces from, MemberDevice.Pieces to, DeviceCopies copies, Consumer<Throwable> end) {
        NativeMemory.Block staging;
        try {
            staging = NativeMemory.allocate(from.bytes());
        } catch (OutOfMemoryError full) {
            end.accept(full);
            return;
        }
        Consumer<Throwable> free = failure -> {
            staging.free();
            end.accept(failure);
        };
        List<Buffer> sources = DeviceCopies.parts(staging.segment(), from.list());
        copies.out(from, sources, failure -> {
            if (failure == null) {
                copies.in(sources, to, free);
            } else {
                free.accept(failure);
            }
        });
    }
}
