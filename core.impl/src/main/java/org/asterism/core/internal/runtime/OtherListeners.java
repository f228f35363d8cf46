package org.asterism.core.internal.runtime;

import java.util.concurrent.CompletableFuture;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.coherence.MemorySharers;
import org.asterism.core.internal.plugin.Plugins;

/**
 * The other runtimes that have the same plug-ins, and thereby the same devices.
 *
 * @param own the listener of the runtime that asks the others
 */
record OtherListeners(Plugins plugins, Plugins.Listener own) implements MemorySharers {
    @Override
    public long changes(MemoryNode node) {
        return plugins.memoryChanges(node.name(), own);
    }

    @Override
    public CompletableFuture<Long> dropKept(MemoryNode node) {
        return plugins.dropKept(node.name(), own);
    }
}
