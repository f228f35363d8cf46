package org.asterism.core.internal.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Footprint;
import org.asterism.core.internal.data.Handle;

/** What a program says of the data that a task works on. */
abstract sealed class DataRequest extends Request permits Job {
    private static final AccessMode[] NO_MODES = {};
    private static final Handle[] NO_DATA = {};

    private Handle[] data = NO_DATA;
    private AccessMode[] modes = NO_MODES;

    DataRequest(TaskHost host, Codelet codelet, long id) {
        super(host, codelet, id);
    }

    @Override
    public Task data(DataHandle... handles) {
        requireCreated();
        List<AccessMode> wanted = codelet().accessModes();
        if (!codelet().hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet().name()
                    + "' leaves the access modes to its tasks: give each handle with access(handle, mode)");
        }
        if (handles.length != wanted.size()) {
            throw new IllegalArgumentException(this + ": codelet '" + codelet().name() + "' works on " + wanted.size()
                    + " handles " + wanted + ", not " + handles.length + ": give one for each mode, in that order");
        }
        Handle[] checked = new Handle[handles.length];
        for (int index = 0; index < handles.length; index++) {
            checked[index] = check(handles[index], index);
        }
        data = checked;
        return this;
    }

    @Override
    public Task access(DataHandle handle, AccessMode mode) {
        requireCreated();
        Objects.requireNonNull(mode, "mode");
        if (codelet().hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet().name() + "' fixes its access modes "
                    + codelet().accessModes() + ": give the handles with data(...)");
        }
        Handle[] moreData = Arrays.copyOf(data, data.length + 1);
        AccessMode[] moreModes = Arrays.copyOf(modes, modes.length + 1);
        moreData[data.length] = check(handle, data.length);
        moreModes[modes.length] = mode;
        data = moreData;
        modes = moreModes;
        return this;
    }

    private Handle check(DataHandle handle, int index) {
        if (handle == null) {
            throw new NullPointerException(
                    this + ": handle " + index + " is null: give what a call of data() has made");
        }
        if (!(handle instanceof Handle ours)
                || !host().isSameRuntime(AccessOrder.of(ours).host())) {
            throw new IllegalArgumentException(
                    this + ": " + handle.name() + " was registered with another runtime: register it with this task's");
        }
        AccessOrder.requireOpen(ours);
        return ours;
    }

    @Override
    public Task unordered(DataHandle... handles) {
        requireCreated();
        Set<Handle> given = particular().unorderedData;
        if (given == null) {
            given = new HashSet<>();
            particular().unorderedData = given;
        }
        for (int index = 0; index < handles.length; index++) {
            Handle ours = check(handles[index], index);
            if (!Arrays.asList(data).contains(ours)) {
                throw new IllegalArgumentException(
                        this + " does not use " + ours + ": name data that were given before");
            }
            given.add(ours);
        }
        return this;
    }

    /** Whether the task has the data that its codelet wants. */
    final void requireData() {
        if (codelet().hasFixedAccess() && data.length != codelet().accessModes().size()) {
            throw new IllegalStateException(this + " lacks its data: codelet '"
                    + codelet().name() + "' works on " + codelet().accessModes() + ", given with data(...)");
        }
        for (int index = 0; index < data.length; index++) {
            if (data[index].hasLostItsMemory() && !AccessOrder.of(data[index]).isClosed()) {
                throw new IllegalStateException(this + " uses " + data[index] + " as its handle " + index
                        + ", and the arena of that memory is closed: close the data before the arena that they lie in");
            }
        }
    }

    // What anybody may ask.

    @Override
    public final int dataCount() {
        return data.length;
    }

    @Override
    public final DataHandle handle(int index) {
        return data[index];
    }

    @Override
    public final AccessMode accessMode(int index) {
        return mode(index);
    }

    @Override
    public final int footprint() {
        Notes notes = notes();
        if (notes != null && notes.footprint != 0) {
            return notes.footprint;
        }
        int found = 0;
        for (Handle handle : data) {
            found = Footprint.mix(handle.footprint(), found);
        }
        if (notes != null) {
            notes.footprint = found;
        }
        return found;
    }

    @Override
    public final long dataBytes() {
        long sum = 0;
        for (Handle handle : data) {
            sum += handle.bytes();
        }
        return sum;
    }

    // What the core asks.

    public final Handle data(int index) {
        return data[index];
    }

    /** The data at this moment, for those who do not own the task; none when it has ended. */
    public final Handle[] dataSnapshot() {
        return data.clone();
    }

    public final AccessMode mode(int index) {
        return codelet().hasFixedAccess() ? codelet().accessMode(index) : modes[index];
    }

    /** Visits the task's data; nothing if it has ended meanwhile. For threads that do not know how far it is. */
    public final void forEachAccess(BiConsumer<Handle, AccessMode> visitor) {
        Handle[] handles = data;
        AccessMode[] own = modes;
        if (!codelet().hasFixedAccess() && own.length < handles.length) {
            return;
        }
        for (int index = 0; index < handles.length; index++) {
            visitor.accept(
                    handles[index], codelet().hasFixedAccess() ? codelet().accessMode(index) : own[index]);
        }
    }

    /** Gives a task of the core its data, which may be closed for programs already. */
    public final void assign(Handle... given) {
        data = given;
    }

    /** Gives a job of the core its data, which may be closed for programs already, with a mode for each. */
    public final void assign(Handle[] given, AccessMode[] givenModes) {
        data = given;
        modes = givenModes;
    }

    @Override
    final void forget() {
        super.forget();
        data = NO_DATA;
        modes = NO_MODES;
    }
}
