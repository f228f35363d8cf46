package org.asterism.kernels.blas.tiled;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.MatrixView;

/**
 * Holds matrices in main memory for the program, all of them at the same time. A program fills them before a
 * measurement and checks them after it.
 *
 * <p>This needs no task, so the kinds of workers do not matter. One thread acquires and closes; meanwhile any thread
 * may use the views.
 */
public final class HeldMatrices implements AutoCloseable {
    private final Map<DataHandle, Acquisition> held = new IdentityHashMap<>();

    private HeldMatrices() {}

    /**
     * Waits for the tasks that are in the way, and has the matrices brought to main memory.
     *
     * @param mode R, W or RW
     * @param matrices their handles; those that are there twice are acquired once
     * @return the matrices, to be closed
     * @throws org.asterism.api.data.CorruptDataException if the mode reads and the last writer of one of them failed
     * @throws InterruptedException if the waiting thread is interrupted; nothing is held then
     */
    public static HeldMatrices acquire(Access mode, Collection<DataHandle> matrices) throws InterruptedException {
        HeldMatrices all = new HeldMatrices();
        try {
            if (mode != Access.W) {
                // So that the copies overlap, and the wait for the first is not followed by one for each of the others.
                matrices.forEach(matrix -> matrix.prefetch(MemoryNode.MAIN));
            }
            for (DataHandle matrix : matrices) {
                if (!all.held.containsKey(matrix)) {
                    all.held.put(matrix, matrix.acquire(mode));
                }
            }
        } catch (RuntimeException | Error | InterruptedException failure) {
            try {
                all.close();
            } catch (RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        return all;
    }

    /**
     * One of them.
     *
     * @param matrix its handle
     * @return its content, until this is closed
     * @throws IllegalArgumentException if it is not among those that are held
     */
    public MatrixView of(DataHandle matrix) {
        Acquisition acquisition = held.get(matrix);
        if (acquisition == null) {
            throw new IllegalArgumentException(matrix.name() + " is not among the " + held.size()
                    + " matrices that are held: name it when they are acquired");
        }
        return acquisition.view(MatrixView.class);
    }

    /** Gives all of them back; one that cannot be given back does not keep the others. */
    @Override
    public void close() {
        RuntimeException first = null;
        for (Acquisition acquisition : held.values()) {
            try {
                acquisition.close();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        held.clear();
        if (first != null) {
            throw first;
        }
    }
}
