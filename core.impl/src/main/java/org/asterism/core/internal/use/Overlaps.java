package org.asterism.core.internal.use;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Finds which of many pieces of data may share elements, without comparing each pair. It notes, for each piece that is
 * cut, to which partitions and children the given pieces belong. Guarded by the locks of the trees.
 */
final class Overlaps {
    private static final class Use {
        /** Whether the piece is one of them itself. */
        boolean whole;

        /** The partition that others belong to, or null. */
        CorePartition partition;

        /** Whether others belong to a second partition. */
        boolean isCutInTwoWays;

        /** Whether others come from several children of the partition. */
        boolean hasSeveralChildren;

        private int child;

        void add(CorePartition used, int index) {
            hasSeveralChildren |= partition != null && index != child;
            isCutInTwoWays |= partition != null && used != partition;
            partition = used;
            child = index;
        }
    }

    private final Map<Family, Use> uses = new IdentityHashMap<>();

    Overlaps(Collection<Family> pieces) {
        for (Family piece : pieces) {
            for (Family part : piece.descent()) {
                use(part.origin().family()).add(part.origin(), part.index());
            }
            use(piece).whole = true;
        }
    }

    private Use use(Family piece) {
        return uses.computeIfAbsent(piece, unknown -> new Use());
    }

    /** Whether one of the pieces may share elements with another. */
    boolean concern(Family piece) {
        if (uses.get(piece).partition != null) {
            return true;
        }
        for (Family part : piece.descent()) {
            Use use = uses.get(part.origin().family());
            if (use.whole || use.isCutInTwoWays || use.hasSeveralChildren && use.partition.overlaps()) {
                return true;
            }
        }
        return false;
    }
}
