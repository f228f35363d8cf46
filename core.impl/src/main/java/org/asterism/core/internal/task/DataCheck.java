package org.asterism.core.internal.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;

/** Checks the data that a program gives to a task. */
final class DataCheck {
    private DataCheck() {}

    /** Checks handles for all the access modes that the task's codelet fixes. */
    static Handle[] handles(Job job, DataHandle... given) {
        Codelet codelet = job.codelet();
        if (!codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name()
                    + "' leaves the access modes to its tasks: give each handle with access(handle, mode)");
        }
        List<Access> wanted = codelet.accessModes();
        if (given.length != wanted.size()) {
            throw new IllegalArgumentException(job + ": codelet '" + codelet.name() + "' works on " + wanted.size()
                    + " handles " + wanted + ", not " + given.length + ": give one for each mode, in that order");
        }
        Handle[] checked = new Handle[given.length];
        for (int index = 0; index < given.length; index++) {
            checked[index] = handle(job, given[index], index);
        }
        return checked;
    }

    /** Checks the next handle of a task that chooses its access modes itself. */
    static Handle next(Job job, DataHandle given) {
        Codelet codelet = job.codelet();
        if (codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name() + "' fixes its access modes "
                    + codelet.accessModes() + ": give the handles with data(...)");
        }
        return handle(job, given, job.dataCount());
    }

    private static Handle handle(Job job, DataHandle given, int index) {
        if (given == null) {
            throw new NullPointerException(job + ": handle " + index + " is null: give what a call of data() has made");
        }
        if (!(given instanceof Handle ours)
                || !job.host().isSameRuntime(AccessOrder.of(ours).host())) {
            throw new IllegalArgumentException(
                    job + ": " + given.name() + " was registered with another runtime: register it with this task's");
        }
        AccessOrder.of(ours).requireOpen(ours);
        return ours;
    }

    /** Adds to the data on which a task gives up the order of submission. */
    static void addUnordered(Job job, DataHandle... given) {
        Particulars said = job.particular();
        Set<Handle> unordered = said.unorderedData;
        if (unordered == null) {
            unordered = new HashSet<>();
            said.unorderedData = unordered;
        }
        List<Handle> used = Arrays.asList(job.dataSnapshot());
        for (int index = 0; index < given.length; index++) {
            Handle ours = handle(job, given[index], index);
            if (!used.contains(ours)) {
                throw new IllegalArgumentException(
                        job + " does not use " + ours + ": name data that were given before");
            }
            unordered.add(ours);
        }
    }

    /** Refuses to submit a task without the data that its codelet wants, or with data whose memory is gone. */
    static void requireData(Job job) {
        Codelet codelet = job.codelet();
        if (codelet.hasFixedAccess() && job.dataCount() != codelet.accessModes().size()) {
            throw new IllegalStateException(job + " lacks its data: codelet '" + codelet.name() + "' works on "
                    + codelet.accessModes() + ", given with data(...)");
        }
        for (int index = 0; index < job.dataCount(); index++) {
            Handle handle = job.data(index);
            if (handle.hasLostItsMemory() && !AccessOrder.of(handle).isClosed()) {
                throw new IllegalStateException(job + " uses " + handle + " as its handle " + index
                        + ", and the arena of that memory is closed: close the data before the arena that they lie in");
            }
        }
    }
}
