package org.asterism.api.data;

import org.asterism.api.Access;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Access of the program to a piece of data, from {@link DataHandle#acquire} to the end of a try-with-resources
 * statement. Tasks that were submitted before have ended as far as the mode requires. Tasks that are submitted later
 * wait for the release.
 *
 * <pre>{@code
 * try (Acquisition acquired = vector.acquire(Access.RW)) {
 *     acquired.view(VectorView.class).setDouble(0, 1.0);
 * }
 * }</pre>
 *
 * <p>One thread at a time may use it. It need not be the thread that acquired it.
 */
@ProviderType
public interface Acquisition extends AutoCloseable {
    /**
     * Returns the handle of the acquired data.
     *
     * @return never null
     */
    DataHandle handle();

    /**
     * Returns the access that the program has to the data.
     *
     * @return the requested mode, or {@link Access#R} after {@link #downgrade}
     */
    Access mode();

    /**
     * The data.
     *
     * @return a view of the copy on the node that was asked for
     * @throws IllegalStateException if they were released
     */
    DataView view();

    /**
     * The data, as a view of a type: {@code view(MatrixView.class)}. The type may also be that of your own layout, or
     * an interface that several views have in common.
     *
     * @param <V> the type of view
     * @param type its class
     * @return a view of the copy on the requested node
     * @throws IllegalStateException if they were released
     * @throws ClassCastException if these data have another view: the message says which types fit
     */
    default <V extends DataView> V view(Class<V> type) {
        DataView found = view();
        if (type.isInstance(found)) {
            return type.cast(found);
        }
        throw new ClassCastException(handle() + " was asked for view(" + type.getSimpleName()
                + ".class), but is shown as " + found.getClass().getSimpleName() + ": ask for one of "
                + DataView.typeNames(found));
    }

    /**
     * Goes on with reading only: tasks that read the data need not wait any longer, tasks that write them do.
     *
     * @throws IllegalStateException if the data were released
     */
    void downgrade();

    /**
     * Gives the data back.
     *
     * @throws IllegalStateException if they were given back already
     */
    void release();

    /** Gives the data back, unless that was done. */
    @Override
    void close();
}
