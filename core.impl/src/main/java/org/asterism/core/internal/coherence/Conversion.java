package org.asterism.core.internal.coherence;

import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.data.Converter;
import org.asterism.core.internal.task.Job;

/**
 * Conversion of data from one form to another. A worker makes it on its own memory node before the kernel of a task
 * begins.
 */
public final class Conversion {
    final Claim.Item from;
    final Claim.Item to;
    private final Converter converter;

    /** Whether it has been made; changed in the seat. */
    boolean done;

    private DataView[] views;

    Conversion(Claim.Item from, Claim.Item to, Converter converter) {
        this.from = from;
        this.to = to;
        this.converter = converter;
    }

    /** Creates the kernel's views of the data. */
    void makeViews() {
        views = new DataView[] {from.replicate.view(), to.replicate.view()};
    }

    /**
     * Returns the views for the conversion's kernel: the form it reads, and the form it writes. Call it once the claim
     * is settled.
     */
    public DataView[] views() {
        return views;
    }

    /** Returns the task from whose time models learn; null if there is none. */
    public Job asTask() {
        return (Job) converter.asTask(); // as the registry has made it
    }

    /** Returns the implementation to run on an architecture; null on a simulated machine if there is none. */
    public Implementation implementation(Architecture architecture) {
        Codelet codelet = converter.codelet();
        if (codelet.runsOn(architecture)) {
            return codelet.implementation(architecture, 0);
        }
        return codelet.runsOn(Architecture.CPU) ? codelet.implementation(Architecture.CPU, 0) : null;
    }
}
