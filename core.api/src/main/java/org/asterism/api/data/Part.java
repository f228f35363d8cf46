package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * One child of a cut: its layout, and the location of its buffers within those of the parent.
 *
 * @param layout the child's layout
 * @param slices one per buffer of the child's layout, in their order
 */
public record Part(Layout layout, List<Slice> slices) {
    /** Copies the list and checks its length. */
    public Part {
        slices = List.copyOf(slices);
        if (slices.size() != layout.buffers().size()) {
            throw new IllegalArgumentException(
                    "a " + layout.kind() + " has " + layout.buffers().size() + " buffers, not " + slices.size());
        }
    }

    /**
     * Returns the location of the child within a copy of the parent.
     *
     * @param parent a copy of the parent
     * @return the child's part of it
     */
    public List<Buffer> within(List<Buffer> parent) {
        List<Buffer> own = new ArrayList<>(slices.size());
        for (int index = 0; index < slices.size(); index++) {
            Slice slice = slices.get(index);
            own.add(slice.within(parent.get(slice.buffer()), layout.buffers().get(index)));
        }
        return own;
    }

    /**
     * Checks that the child lies within its parent; filters must ensure that.
     *
     * @param parent the layout of the data to cut
     * @throws IllegalArgumentException if it does not: the message says where
     */
    public void requireWithin(Layout parent) {
        List<BufferShape> own = layout.buffers();
        List<BufferShape> whole = parent.buffers();
        for (int index = 0; index < slices.size(); index++) {
            Slice slice = slices.get(index);
            if (slice.buffer() < 0 || slice.buffer() >= whole.size()) {
                throw new IllegalArgumentException(
                        slice + " of a " + parent.kind() + ", which has " + whole.size() + " buffers");
            }
            slice.requireWithin(whole.get(slice.buffer()), own.get(index));
        }
    }
}
