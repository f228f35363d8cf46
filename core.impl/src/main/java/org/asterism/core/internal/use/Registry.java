package org.asterism.core.internal.use;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.VariableLayout;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VoidLayout;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Converter;
import org.asterism.core.internal.data.DataTimeoutException;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.data.HomeCheck;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.EndOfUse;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/** The data of one runtime. */
public final class Registry implements DataRegistry, Forms.Maker {
    private static final Logger LOG = System.getLogger(Registry.class.getName());

    private final TaskHost host;
    private final Traffic traffic;
    private final DataAccess access;
    private final BiFunction<String, Map<String, ?>, Layout> layouts;
    private final AtomicLong ids = new AtomicLong();
    private final Set<RegisteredHandle> open = ConcurrentHashMap.newKeySet();
    private final boolean imagines;
    private volatile boolean closed;

    /**
     * Makes a registry without data.
     *
     * @param host the default context of the runtime
     * @param layouts makes layouts that bundles have brought
     * @param imagines whether data need no memory, because nobody looks at them
     */
    public Registry(
            TaskHost host,
            Traffic traffic,
            DataAccess access,
            BiFunction<String, Map<String, ?>, Layout> layouts,
            boolean imagines) {
        this.host = host;
        this.traffic = traffic;
        this.access = access;
        this.layouts = layouts;
        this.imagines = imagines;
    }

    @Override
    public DataHandle token() {
        return register(new VoidLayout());
    }

    @Override
    public DataHandle variable(MemorySegment memory, ElementType element) {
        return register(new VariableLayout(element), new Buffer(memory));
    }

    @Override
    public DataHandle vector(MemorySegment memory, ElementType element, long length) {
        return register(new VectorLayout(element, length), new Buffer(memory));
    }

    @Override
    public DataHandle matrix(
            MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension) {
        MatrixLayout layout = new MatrixLayout(element, rows, columns);
        if (leadingDimension < columns) {
            throw new IllegalArgumentException("a matrix with rows of " + columns
                    + " elements needs a leading dimension of at least that, not " + leadingDimension);
        }
        if (leadingDimension > Long.MAX_VALUE / element.bytes()) {
            throw new IllegalArgumentException(
                    "a matrix with a leading dimension of " + leadingDimension + " is larger than any memory");
        }
        return register(layout, new Buffer(memory, leadingDimension * element.bytes()));
    }

    @Override
    public DataHandle register(Layout layout, Buffer... home) {
        refuseWhenClosed();
        HomeCheck.check(layout, home);
        boolean inPlace = true;
        for (Buffer buffer : home) {
            inPlace &= buffer.segment().isNative();
        }
        if (inPlace) {
            return add(layout, inPlace(layout.buffers(), home), null, home);
        }
        HomeCopy copy = new HomeCopy(layout.buffers(), home);
        try {
            return add(layout, copy.copies(), copy, null);
        } catch (RuntimeException | Error refused) { // by code of the layout
            copy.finish(false);
            throw refused;
        }
    }

    @Override
    public DataHandle temporary(Layout layout) {
        refuseWhenClosed();
        RegisteredHandle handle = add(Objects.requireNonNull(layout, "layout"), null, null, null);
        AccessOrder.of(handle).contentMissing();
        traffic.directory().add(handle);
        return handle;
    }

    @Override
    @SuppressWarnings("restricted") // nobody reads or writes at these addresses: kernels are not executed
    public DataHandle imagined(Layout layout) {
        refuseWhenClosed();
        if (!imagines) {
            throw new IllegalStateException(
                    "data can be imagined only in a simulated runtime that does not execute kernels:"
                            + " give the data memory with register(...) or temporary(...)");
        }
        Buffer[] home = layout.buffers().stream()
                .map(shape -> Buffer.dense(
                        MemorySegment.ofAddress(shape.alignment() << 32).reinterpret(shape.bytes()), shape))
                .toArray(Buffer[]::new);
        return add(layout, home, null, null);
    }

    /** Nobody would ever bring such data home, or free their memory. */
    private void refuseWhenClosed() {
        if (closed) {
            throw new IllegalStateException("the runtime is closed: register data with another one");
        }
    }

    private RegisteredHandle add(Layout layout, Buffer[] home, HomeCopy heapCopy, Object kept) {
        RegisteredHandle handle = new RegisteredHandle(this, nextId(), layout, home, heapCopy, kept);
        if (handle.forms() != null) {
            traffic.directory().addForms(handle, home != null);
        }
        open.add(handle);
        return handle;
    }

    TaskHost host() {
        return host;
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    @Override
    public Handle form(Forms forms, Layout layout) {
        return new RegisteredHandle(this, forms, layout);
    }

    @Override
    public Converter converter(Codelet codelet, Handle from, Handle to) {
        if (codelet.model() == null) {
            return new Converter(codelet, null);
        }
        Job asTask = new Job(host, codelet, 0);
        asTask.assign(from, to);
        return new Converter(codelet, asTask);
    }

    /**
     * The part of the program's memory that the data take. A mapped segment is wrapped anew by its address: kernels
     * must see one class of segments only.
     */
    @SuppressWarnings("restricted") // same address, same size; the handle keeps the original reachable
    private static Buffer[] inPlace(List<BufferShape> shapes, Buffer... home) {
        Buffer[] placed = new Buffer[home.length];
        for (int index = 0; index < home.length; index++) {
            Buffer given = home[index];
            long span = shapes.get(index).span(given.strides());
            MemorySegment memory = given.segment().isMapped()
                    ? MemorySegment.ofAddress(given.segment().address()).reinterpret(span)
                    : given.segment().asSlice(0, span);
            placed[index] = new Buffer(memory, given.strides());
        }
        return placed;
    }

    @Override
    public Layout layout(String name, Map<String, ?> parameters) {
        return layouts.apply(name, parameters);
    }

    @Override
    public Collection<DataHandle> handles() {
        return List.copyOf(open);
    }

    /** Whether data need no memory, because nobody looks at them. */
    boolean imagines() {
        return imagines;
    }

    Traffic traffic() {
        return traffic;
    }

    DataAccess access() {
        return access;
    }

    /** Gives up the memory in which a worker has worked that has left for good. */
    public void workerEnded(int worker) {
        open.forEach(handle -> handle.dropScratch(worker));
    }

    void forget(Handle handle) {
        open.remove(handle);
    }

    /** Combines unrequested contributions, and converts data that are written back; while there are workers. */
    public void putTogether() {
        forEachOpen(EndOfUse::putTogether);
        forEachOpen(access.closing()::convertToStandardForm);
    }

    /** Closes what the program left open; failures of its tasks were reported already. */
    public void close() {
        closed = true;
        access.takeAllBack();
        forEachOpen(Registry::close);
    }

    private static void close(RegisteredHandle handle) {
        try {
            handle.close();
        } catch (DataTimeoutException late) { // copies may still use its memory, which is not freed
            handle.keepHome();
            handle.markCorrupt(late);
            throw late;
        }
    }

    /** Lets all data come home that nobody uses: while they are closed one after the other, one of them takes long. */
    public void beginToComeHome() {
        forEachOpen(access.closing()::beginToComeHome);
    }

    /**
     * Does a part of closing for all data that are open still; what one of them throws keeps no other from it, and is
     * logged.
     */
    private void forEachOpen(Consumer<RegisteredHandle> part) {
        for (RegisteredHandle handle : open) {
            try {
                part.accept(handle);
            } catch (CorruptDataException known) {
                LOG.log(Level.DEBUG, "closing the runtime: " + known.getMessage());
            } catch (RuntimeException | Error thrown) {
                LOG.log(
                        Level.ERROR,
                        "closing the runtime: " + handle.name() + " cannot be closed well: " + thrown,
                        thrown);
            }
        }
    }
}
