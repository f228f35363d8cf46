package org.asterism.api.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The links between the memory nodes of a runtime, and their speeds. Any thread may call these methods.
 *
 * <p>Drivers' own numbers have precedence. Other links are measured once per machine and kept in a file, which is valid
 * as long as the same nodes are there.
 *
 * <p>A machine with main memory only has no links. On other machines nothing is measured before a prediction needs it,
 * or a caller asks for it here. A prediction does not wait for the measurement. Until then, copies over an unknown link
 * are predicted to take no time. In virtual time nothing is measured at all.
 */
@ProviderType
public interface Links {
    /**
     * All links, as far as they are known now.
     *
     * @return by the ids of their nodes
     */
    List<Link> all();

    /**
     * Returns the factor by which the bytes of a copy are predicted to take longer than alone, see
     * {@link LinkSettings}.
     *
     * @return 0 or more
     */
    double contention();

    /**
     * Returns the file of the measured numbers.
     *
     * @return a file, which may not be there; empty if time is virtual, and if two nodes have the same name
     */
    Optional<Path> file();

    /**
     * Measures the links of which nothing is known, if there are any, and keeps the numbers.
     *
     * @throws InterruptedException if the thread was interrupted; the links measured so far are known
     */
    void measure() throws InterruptedException;

    /**
     * Measures all links that drivers do not know themselves, and keeps the numbers. This takes some tenths of a
     * second; whatever else the machine does meanwhile makes links look slower.
     *
     * @throws InterruptedException if the thread was interrupted; links measured so far are known
     * @throws IllegalStateException if time is virtual, or the runtime is closed
     */
    void calibrate() throws InterruptedException;
}
