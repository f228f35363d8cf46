package org.asterism.core.internal.data;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.data.VoidView;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/** The data of one runtime. */
public final class Registry implements DataRegistry {
    /** A thread that never runs, to ask whether a segment is for any thread. */
    private static final Thread SOMEBODY_ELSE = Thread.ofPlatform().unstarted(() -> {});

    private final TaskHost host;
    private final AtomicLong ids = new AtomicLong();
    private final Set<Handle> open = ConcurrentHashMap.newKeySet();

    public Registry(TaskHost host) {
        this.host = host;
    }

    /** Makes the view of a copy: the rows of the data follow each other unless they are used in place. */
    private interface ViewMaker {
        DataView view(MemorySegment memory, long leadingDimension);
    }

    @Override
    public DataHandle token() {
        return register("token", 0, new VoidView(MemorySegment.NULL), null, MemorySegment.NULL);
    }

    @Override
    public DataHandle variable(MemorySegment memory, ElementType element) {
        return register("variable", memory, element, 1, 1, 1, (copy, ld) -> new VariableView(copy, element));
    }

    @Override
    public DataHandle vector(MemorySegment memory, ElementType element, long length) {
        return register(
                "vector", memory, element, 1, length, length, (copy, ld) -> new VectorView(copy, element, length));
    }

    @Override
    public DataHandle matrix(
            MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension) {
        return register(
                "matrix",
                memory,
                element,
                rows,
                columns,
                leadingDimension,
                (copy, ld) -> new MatrixView(copy, element, rows, columns, ld));
    }

    @Override
    public DataHandle register(Layout layout, Buffer... home) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle temporary(Layout layout) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Layout layout(String name, Map<String, ?> parameters) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Collection<DataHandle> handles() {
        throw new UnsupportedOperationException("D1");
    }

    private Handle register(
            String kind,
            MemorySegment memory,
            ElementType element,
            long rows,
            long columns,
            long leadingDimension,
            ViewMaker views) {
        Objects.requireNonNull(memory, "memory");
        long span;
        try {
            span = check(kind, memory, element, rows, columns, leadingDimension);
            Math.multiplyExact(columns, element.bytes());
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException(
                    "a " + kind + " of " + rows + " x " + columns + " " + element + " is larger than any memory",
                    tooLarge);
        }
        long rowBytes = columns * element.bytes();
        long bytes = rows * rowBytes;
        if (memory.isNative()) {
            return register(kind, bytes, views.view(inPlace(memory.asSlice(0, span)), leadingDimension), null, memory);
        }
        NativeMemory.Block block = NativeMemory.allocate(bytes);
        HomeCopy home = new HomeCopy(memory, block, rows, rowBytes, leadingDimension * element.bytes());
        return register(kind, bytes, views.view(block.segment(), columns), home, memory);
    }

    private Handle register(String kind, long bytes, DataView view, HomeCopy home, MemorySegment memory) {
        Handle handle = new Handle(this, ids.incrementAndGet(), kind, bytes, view, home, memory);
        open.add(handle);
        return handle;
    }

    /** How many bytes the data span, if they fit into the segment. */
    private static long check(
            String kind, MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension) {
        if (rows < 0 || columns < 0) {
            throw new IllegalArgumentException("a " + kind + " of " + rows + " x " + columns + ": sizes are 0 or more");
        }
        if (leadingDimension < columns) {
            throw new IllegalArgumentException("a " + kind + " with rows of " + columns
                    + " elements needs a leading dimension of at least that, not " + leadingDimension);
        }
        long elements = rows == 0 ? 0 : Math.addExact(Math.multiplyExact(rows - 1, leadingDimension), columns);
        long span = Math.multiplyExact(elements, element.bytes());
        if (memory.byteSize() < span) {
            throw new IllegalArgumentException("a " + kind + " of " + rows + " x " + columns + " " + element + " spans "
                    + span + " bytes, its memory has " + memory.byteSize());
        }
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException("the memory of a " + kind + " must not be read-only");
        }
        if (memory.isNative() && memory.address() % element.bytes() != 0) {
            throw new IllegalArgumentException("the memory of a " + kind + " of " + element
                    + " must begin at a multiple of " + element.bytes() + " bytes, not at address " + memory.address());
        }
        if (!memory.isAccessibleBy(SOMEBODY_ELSE)) {
            throw new IllegalArgumentException("the memory of a " + kind
                    + " belongs to a confined arena, which workers may not touch: use Arena.ofShared()");
        }
        return span;
    }

    /** A mapped segment is wrapped anew by its address: kernels must see one class of segments only. */
    @SuppressWarnings("restricted") // same address, same size; the handle keeps the original reachable
    private static MemorySegment inPlace(MemorySegment memory) {
        if (!memory.isMapped()) {
            return memory;
        }
        return MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize());
    }

    boolean belongsTo(TaskHost other) {
        return host.isSameRuntime(other);
    }

    void refuseWorkers(String what) {
        host.refuseWorkers(what);
    }

    void awaitUninterruptibly(Job job) {
        boolean interrupted = false;
        while (true) {
            try {
                host.await(job, null);
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void forget(Handle handle) {
        open.remove(handle);
    }

    /** Closes what the program left open; failures of its tasks were reported already. */
    public void close() {
        for (Handle handle : open) {
            try {
                handle.close();
            } catch (CorruptDataException known) {
                System.getLogger(Registry.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing the runtime: " + known.getMessage());
            }
        }
    }
}
