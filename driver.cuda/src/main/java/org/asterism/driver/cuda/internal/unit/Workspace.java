package org.asterism.driver.cuda.internal.unit;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.memory.MemoryPool;

/** Memory for intermediate results of one task, until its work has ended. */
final class Workspace {
    private record Taken(long address, long bytes) {}

    private final CudaContext context;
    private final MemoryPool pool;
    private List<Taken> taken = List.of();

    Workspace(CudaContext context, MemoryPool pool) {
        this.context = context;
        this.pool = pool;
    }

    long take(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of workspace: ask for more than 0");
        }
        long address = pool.allocate(bytes);
        if (address == 0) {
            long left = context.ask(context.library()::freeMemory);
            throw new IllegalStateException("CUDA_ERROR_OUT_OF_MEMORY (2): a task wants " + bytes
                    + " bytes of workspace on " + context.name() + ", where " + left + " are left and " + pool.used()
                    + " are other tasks' workspace: give data less with property 'memory.limit' or 'memory.reserve'");
        }
        if (taken.isEmpty()) {
            taken = new ArrayList<>();
        }
        taken.add(new Taken(address, bytes));
        return address;
    }

    /** Gives all back. */
    void giveBack() {
        for (Taken piece : taken) {
            pool.free(piece.address, piece.bytes);
        }
        taken = List.of();
    }
}
