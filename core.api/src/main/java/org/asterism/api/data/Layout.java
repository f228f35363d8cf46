package org.asterism.api.data;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Structure of a piece of data, without its memory: the number and size of the buffers of a copy, and the view that
 * kernels get. Immutable, equal to layouts of the same shape, for any thread.
 *
 * <p>The layouts of this package cover dense and sparse arrays. A program adds its own by implementing this interface
 * and passing the layout to {@link DataRegistry#register} or {@link DataRegistry#temporary}. A bundle offers a layout
 * by name, with a service {@code LayoutFactory}.
 */
@ConsumerType
public interface Layout {
    /**
     * The kind of data in a word, such as {@code matrix}.
     *
     * @return never empty; shown to people
     */
    String kind();

    /**
     * The buffers that each copy consists of. The runtime allocates and copies them; it does not look into them.
     *
     * @return the same at every call; empty for data without content
     */
    List<BufferShape> buffers();

    /**
     * Returns the view of a copy for kernels.
     *
     * @param buffers one per {@link #buffers}, in their order; native memory
     * @return a view that holds the segments it was given
     */
    DataView view(List<Buffer> buffers);

    /**
     * Returns the size of a copy whose rows follow each other without gaps.
     *
     * @return bytes
     */
    default long bytes() {
        long sum = 0;
        for (BufferShape buffer : buffers()) {
            sum = Math.addExact(sum, buffer.bytes());
        }
        return sum;
    }

    /**
     * A number that performance models take for the size of the data: kernels are expected to take the same time on
     * data of the same footprint. Dense and sparse arrays have the same one as in StarPU, which counts elements, not
     * bytes.
     *
     * @return a hash of the kind and its sizes, made with {@link Footprint}
     */
    default int footprint() {
        int hash = kind().hashCode();
        for (BufferShape buffer : buffers()) {
            hash = buffer.mixInto(hash);
        }
        return hash;
    }
}
