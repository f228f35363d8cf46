package org.asterism.driver.sim.internal.network;

import java.util.ArrayList;
import java.util.List;

/** A link with its current flows, and with working variables of {@link Sharing}. */
final class LoadedLink {
    final double bytesPerNano;
    final List<Flow> flows = new ArrayList<>();

    // While rates are computed: what is not yet given to anybody, and the flows that still grow, with their weights.
    double left;
    double load;
    int growing;

    /** The last search that has been here. */
    int round;

    LoadedLink(double bytesPerNano) {
        this.bytesPerNano = bytesPerNano;
    }
}
