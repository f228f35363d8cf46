package org.asterism.core.internal.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;

/**
 * The data of an application in a runtime that is not its own. Applications leave the closing of data to the end of
 * their runtime; here they are closed at the end of the scope.
 */
final class ScopeData implements DataRegistry {
    private final DataRegistry shared;

    /** The shared registry keeps those that are open; others are nothing to let go. */
    private final Set<DataHandle> own = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    ScopeData(DataRegistry shared) {
        this.shared = shared;
    }

    private DataHandle own(DataHandle handle) {
        own.add(handle);
        return handle;
    }

    /**
     * Lets go of what the application has left, when the tasks on it have ended: some are under way still if it has
     * failed.
     */
    void close() {
        List<DataHandle> left;
        synchronized (own) {
            left = List.copyOf(own);
        }
        left.forEach(DataHandle::closeAsync);
    }

    @Override
    public DataHandle token() {
        return own(shared.token());
    }

    @Override
    public DataHandle variable(MemorySegment memory, ElementType element) {
        return own(shared.variable(memory, element));
    }

    @Override
    public DataHandle vector(MemorySegment memory, ElementType element, long length) {
        return own(shared.vector(memory, element, length));
    }

    @Override
    public DataHandle matrix(
            MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension) {
        return own(shared.matrix(memory, element, rows, columns, leadingDimension));
    }

    @Override
    public DataHandle register(Layout layout, Buffer... home) {
        return own(shared.register(layout, home));
    }

    @Override
    public DataHandle temporary(Layout layout) {
        return own(shared.temporary(layout));
    }

    @Override
    public DataHandle imagined(Layout layout) {
        return own(shared.imagined(layout));
    }

    @Override
    public Layout layout(String name, Map<String, ?> parameters) {
        return shared.layout(name, parameters);
    }

    @Override
    public Collection<DataHandle> handles() {
        return shared.handles().stream().filter(own::contains).toList();
    }
}
