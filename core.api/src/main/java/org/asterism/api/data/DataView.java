package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One copy of a piece of data, as a kernel sees it. Views are immutable and refer to native memory only. If a kernel
 * ever saw a heap or mapped segment, its compiled code would be slower for all later calls.
 */
@ConsumerType
public interface DataView {
    /**
     * The memory of the copy; of the first of its buffers, if it has several.
     *
     * @return a native segment; empty for data without content
     */
    MemorySegment segment();

    /**
     * The memory of one of the copy's buffers, in the order of {@link Layout#buffers}.
     *
     * @param number from 0, which is {@link #segment}
     * @return a native segment
     * @throws IndexOutOfBoundsException if there is no such buffer; views of layouts with several buffers know all of
     *     them
     */
    default MemorySegment buffer(int number) {
        if (number != 0) {
            throw new IndexOutOfBoundsException("buffer " + number + " of data that are shown as "
                    + getClass().getSimpleName() + ": there is buffer 0 only");
        }
        return segment();
    }

    /**
     * The types by which a view can be asked for, as errors name them.
     *
     * @param view of any layout
     * @return the simple names of its class and of the interfaces of views that it implements, each before those that
     *     it extends
     */
    static List<String> typeNames(DataView view) {
        Set<String> names = new LinkedHashSet<>();
        List<Class<?>> left = new ArrayList<>(List.of(view.getClass()));
        while (!left.isEmpty()) {
            Class<?> type = left.removeFirst();
            if (DataView.class.isAssignableFrom(type)) {
                names.add(type.getSimpleName());
                left.addAll(List.of(type.getInterfaces()));
                if (!type.isInterface()) {
                    left.add(type.getSuperclass());
                }
            }
        }
        return List.copyOf(names);
    }
}
