package org.asterism.core.internal.coherence;

import java.util.concurrent.CompletableFuture;
import org.asterism.api.MemoryNode;

/** The other runtimes that use the devices of this one. Any thread may call it. */
public interface MemorySharers {
    /** A runtime that is alone. */
    MemorySharers NONE = new MemorySharers() {
        @Override
        public long changes(MemoryNode node) {
            return 0;
        }

        @Override
        public CompletableFuture<Long> dropKept(MemoryNode node) {
            return CompletableFuture.completedFuture(0L);
        }
    };

    /**
     * Returns how often they have taken or freed memory of a node's device. It only reads, and may lag behind a change
     * that is under way.
     */
    long changes(MemoryNode node);

    /**
     * Lets them free what they only keep for later on a node's device.
     *
     * @return completes, when they have, with the {@link #changes} so far, of which none is missing
     */
    CompletableFuture<Long> dropKept(MemoryNode node);
}
