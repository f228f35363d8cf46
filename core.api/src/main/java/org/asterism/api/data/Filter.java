package org.asterism.api.data;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A rule that cuts a piece of data into children. {@link Filters} has filters for the layouts of this package; a
 * program may implement its own. A filter keeps no state. Any thread may use it.
 */
@ConsumerType
@FunctionalInterface
public interface Filter {
    /**
     * Cuts data. The parts need not cover the parent: elements that no part covers keep their values.
     *
     * @param parent the layout of the data to cut
     * @param content the parent's copy at home, for filters that {@link #needsContent need} it; else an empty list
     * @return one part per child, at least one
     * @throws IllegalArgumentException if data of this layout, or this size, cannot be cut so: the message must name
     *     possible cuts
     */
    List<Part> split(Layout parent, List<Buffer> content);

    /**
     * Whether the cut depends on what the data contain, such as the row pointers of a sparse matrix. Such data must
     * have been written when they are cut.
     *
     * @return false unless the filter says otherwise
     */
    default boolean needsContent() {
        return false;
    }

    /**
     * Whether children share elements. They can only be read then, all at once.
     *
     * @return false unless the filter says otherwise
     */
    default boolean overlaps() {
        return false;
    }
}
