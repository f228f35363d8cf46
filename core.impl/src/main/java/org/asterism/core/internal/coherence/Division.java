package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.Slice;
import org.asterism.api.data.TransferKind;

/**
 * Updates the copies of data that are cut into parts or put together again.
 *
 * <p>On each node where the whole is valid its parts become valid views, without a copy. The whole is valid on each
 * node where all parts are valid views. Data are copied only if there is no such node. Before a cut, the whole is then
 * copied to main memory, where all parts are views. Before data are put together, the parts are copied to the node
 * where the fewest bytes are missing. If the parts do not cover the whole, the rest is in main memory, so the whole is
 * put together there.
 *
 * <p>A view and the whole around it share memory. So a transfer to one of them ends before the other may be written.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Division {
    private final NodeMemory main;
    private final Residence residence;
    private final Transfers transfers;
    private final Sources sources;
    private final Consumer<BooleanSupplier> deferred;

    /** @param deferred takes what gives a copy up, and is tried until it has */
    Division(
            NodeMemory main,
            Residence residence,
            Transfers transfers,
            Sources sources,
            Consumer<BooleanSupplier> deferred) {
        this.main = main;
        this.residence = residence;
        this.transfers = transfers;
        this.sources = sources;
        this.deferred = deferred;
    }

    // Cutting.

    /**
     * Makes the content of data that of their parts.
     *
     * @param staysValid whether the whole is read beside its parts
     * @param then called when it is done, with what went wrong or null
     */
    void cut(Replicates whole, List<Replicates> parts, boolean staysValid, Consumer<Throwable> then) {
        if (!staysValid) {
            breakHistory(whole, "they are being cut into parts"); // which may change them as soon as they can
        }
        // What brings an old value to memory that the parts will share must not overtake what is brought to them.
        awaitLoads(List.of(whole), TransferRequest::isVoid, () -> cutNow(whole, parts, staysValid, then));
    }

    private void cutNow(Replicates whole, List<Replicates> parts, boolean staysValid, Consumer<Throwable> then) {
        boolean hasRest = !staysValid && !areAllOf(whole, parts);
        hand(whole, parts, hasRest, failure -> {
            if (staysValid) {
                then.accept(failure);
            } else {
                whole.isCutAgain();
                invalidate(whole);
                breakHistory(whole, "they were cut into parts");
                whole.setParts(hasRest ? List.of() : List.copyOf(parts));
                awaitLoads(List.of(whole), any -> true, () -> then.accept(failure));
            }
        });
    }

    private void hand(Replicates whole, List<Replicates> parts, boolean hasRest, Consumer<Throwable> then) {
        boolean isHome = whole.on(main).isValid();
        boolean keepsRest = !hasRest || isHome || whole.validCopies() == 0;
        if ((handOn(whole, parts) || isHome) && keepsRest) {
            then.accept(null);
            return;
        }
        transfers.want(whole.on(main), TransferKind.FETCH, Integer.MAX_VALUE, failure -> {
            handOn(whole, parts);
            then.accept(failure);
        });
    }

    /** Makes parts valid where the whole is; false if one is valid nowhere although the whole has a value. */
    private boolean handOn(Replicates whole, List<Replicates> parts) {
        boolean hasValue = whole.validCopies() > 0;
        boolean all = true;
        for (Replicates part : parts) {
            part.lost = hasValue ? null : whole.lost;
            boolean any = part.bytes() == 0;
            for (Replicate around : whole.copies()) {
                NodeMemory node = around.node;
                if (around.isValid() && residence.views().settle(part.on(node), around)) {
                    part.on(node).setValid(true);
                    any = true;
                }
            }
            all &= any;
        }
        return all || !hasValue;
    }

    // Putting together.

    /**
     * Makes the content of parts that of the data they were cut from.
     *
     * @param then called when it is done, with what went wrong or null
     */
    void gather(Replicates whole, List<Replicates> parts, Consumer<Throwable> then) {
        Replicate place = null;
        if (haveValues(parts) && !areAllOf(whole, parts)) {
            place = whole.on(main);
        } else if (haveValues(parts)) {
            noteWherePartsMeet(whole, parts);
            place = best(whole, parts);
        }
        gather(whole, parts, place, then);
    }

    private void gather(Replicates whole, List<Replicates> parts, Replicate place, Consumer<Throwable> then) {
        if (place == null) {
            end(whole, parts, null, then);
            return;
        }
        List<Replicate> there = new ArrayList<>(parts.size());
        for (Replicates part : parts) {
            if (part.bytes() > 0) {
                there.add(part.on(place.node));
            }
        }
        whole.isPutTogether(place.node);
        place.pin(); // so all stay there, and no more room is needed
        there.forEach(Replicate::pin);
        Meeting arrived = new Meeting(failure -> {
            place.unpin();
            there.forEach(Replicate::unpin);
            if (failure != null && place.node != main) {
                gather(whole, parts, whole.on(main), then);
            } else {
                end(whole, parts, failure, then);
            }
        });
        for (Replicate part : there) {
            transfers.want(part, TransferKind.FETCH, Integer.MAX_VALUE, arrived.withOneMore());
        }
        arrived.accept(null);
    }

    /**
     * Whether parts that share nothing are all there is of the whole. What a filter has left out is in main memory
     * while the whole is cut to be written, so there the whole must be put together.
     */
    private static boolean areAllOf(Replicates whole, List<Replicates> parts) {
        long[] left = whole.shapes().stream().mapToLong(BufferShape::bytes).toArray();
        for (Replicates part : parts) {
            List<Slice> slices = part.origin().part().slices();
            for (int buffer = 0; buffer < slices.size(); buffer++) {
                left[slices.get(buffer).buffer()] -= part.shapes().get(buffer).bytes();
            }
        }
        return Arrays.stream(left).allMatch(bytes -> bytes <= 0);
    }

    private static boolean haveValues(List<Replicates> parts) {
        return parts.stream().allMatch(Replicates::hasValue);
    }

    /**
     * Remembers on which nodes it would have been good to have memory for the whole: where all parts are, or else where
     * the fewest bytes are missing if none of them would have to come over main memory and the whole was not always
     * needed there afterwards.
     */
    private void noteWherePartsMeet(Replicates whole, List<Replicates> parts) {
        NodeMemory nearest = null;
        long fewest = whole.areNeededAtHome() ? 1 : whole.bytes();
        for (NodeMemory node : residence.nodes()) {
            long missing = node.isMain() || node.leaving ? Long.MAX_VALUE : missingDirectly(node, parts);
            if (missing < fewest) {
                nearest = node;
                fewest = missing;
            }
        }
        for (NodeMemory node : residence.nodes()) {
            boolean meet = node == nearest || !node.isMain() && missingDirectly(node, parts) == 0;
            if (meet || whole.at(node.id()) != null) {
                whole.on(node).partsMeetHere = meet;
            }
        }
    }

    /**
     * Returns the number of bytes of parts that are not on a node; {@link Long#MAX_VALUE} if some of them would have to
     * come through main memory.
     */
    private long missingDirectly(NodeMemory node, List<Replicates> parts) {
        long missing = 0;
        for (Replicates part : parts) {
            Replicate there = part.at(node.id());
            if (part.bytes() > 0 && (there == null || !there.isValid())) {
                if (sources.direct(part, node) == null) {
                    return Long.MAX_VALUE;
                }
                missing += part.bytes();
            }
        }
        return missing;
    }

    /**
     * Returns the copy for which the fewest bytes are missing. The count includes bytes that are brought home
     * afterwards, if the data always were. Main memory is preferred among equals.
     */
    private Replicate best(Replicates whole, List<Replicates> parts) {
        Replicate best = whole.on(main);
        long fewest = missing(best, parts);
        for (Replicate other : whole.copies()) {
            if (other.node != main && other.isAllocated() && !other.node.leaving && fewest > 0) {
                long missing = missing(other, parts);
                if (missing > 0 && missing < Long.MAX_VALUE && whole.areNeededAtHome()) {
                    missing += whole.bytes();
                }
                if (missing < fewest) {
                    best = other;
                    fewest = missing;
                }
            }
        }
        return best;
    }

    /**
     * Returns the number of bytes that have to be copied, perhaps twice, before all parts are within a copy of the
     * whole.
     */
    private long missing(Replicate whole, List<Replicates> parts) {
        long missing = 0;
        for (Replicates part : parts) {
            Replicate there = part.on(whole.node);
            boolean lies = residence.views().settle(there, whole);
            if (!lies && part.bytes() > 0) {
                return Long.MAX_VALUE;
            }
            if (part.bytes() > 0 && !there.isValid()) {
                boolean twice = sources.direct(part, whole.node) == null;
                missing += twice ? 2 * part.bytes() : part.bytes();
            }
        }
        return missing;
    }

    private void end(Replicates whole, List<Replicates> parts, Throwable failure, Consumer<Throwable> then) {
        boolean hasValue = failure == null && haveValues(parts);
        boolean hasRest = !areAllOf(whole, parts);
        whole.setParts(List.of());
        breakHistory(whole, "they were put together of parts");
        for (NodeMemory node : residence.nodes()) {
            Replicate around = whole.at(node.id());
            if (around != null) {
                around.setValid(
                        hasValue && around.isAllocated() && (node == main || !hasRest) && areWithin(around, parts));
            }
        }
        whole.lost = null;
        for (Replicates part : parts) {
            whole.lost = whole.lost == null ? part.lost : whole.lost;
        }
        forget(parts, () -> then.accept(failure));
    }

    private boolean areWithin(Replicate around, List<Replicates> parts) {
        for (Replicates part : parts) {
            Replicate there = part.at(around.node.id());
            if (part.bytes() > 0 && (there == null || !there.isValid() || !Views.isWithin(there, around))) {
                return false;
            }
        }
        return true;
    }

    // Forgetting.

    /** Makes all copies invalid, and gives up those that nobody needs to keep. */
    void forget(List<Replicates> all) {
        for (Replicates copies : all) {
            invalidate(copies);
            breakHistory(copies, "their content was given up");
            for (Replicate copy : copies.copies()) {
                if (copy.isOwned() && !residence.giveUp(copy)) {
                    deferred.accept(() -> copy.isValid() || !copy.isOwned() || residence.giveUp(copy));
                }
            }
        }
    }

    /** Forgets parts, so that the whole may be written as soon as it goes on. */
    void forget(List<Replicates> parts, Runnable then) {
        forget(parts);
        awaitLoads(parts, any -> true, then);
    }

    /** Takes note that nothing leads from what was known of data to what they contain now. */
    static void breakHistory(Replicates copies, String why) {
        if (copies.history != null) {
            copies.history.isBroken(why);
        }
    }

    /** Makes all copies of data invalid, and gives up what is on its way to them. */
    void invalidate(Replicates all) {
        for (Replicate copy : all.copies()) {
            copy.setValid(false);
            transfers.giveUpLoading(copy);
        }
    }

    /** Goes on when nothing is on its way any more into memory that copies share. */
    private static void awaitLoads(List<Replicates> all, Predicate<TransferRequest> which, Runnable then) {
        Meeting ended = new Meeting(nothing -> then.run());
        List<TransferRequest> awaited = new ArrayList<>();
        for (Replicates copies : all) {
            for (Replicate copy : copies.copies()) {
                if (copy.isAllocated() && copy.loading() != null && which.test(copy.loading())) {
                    awaited.add(copy.loading());
                }
            }
        }
        awaited.forEach(request -> request.tell(ended.withOneMore()));
        ended.accept(null);
    }
}
