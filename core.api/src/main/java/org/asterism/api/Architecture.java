package org.asterism.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A kind of processor, such as {@code cpu} or {@code cuda}. A {@link Codelet} has implementations per architecture, a
 * {@link Worker} belongs to one. Architectures are interned: equal names give the same object, so {@code ==} compares
 * architectures.
 *
 * <p>The set is open: a driver for another kind of processor calls {@link #of} with its name.
 */
public final class Architecture {
    private static final int MOST = Long.SIZE;
    private static final List<Architecture> KNOWN = new ArrayList<>();

    /** Processor cores of this machine. */
    public static final Architecture CPU = of("cpu");
    /** NVIDIA GPUs through CUDA. */
    public static final Architecture CUDA = of("cuda");
    /** Devices that speak OpenCL. */
    public static final Architecture OPENCL = of("opencl");

    private final String name;
    private final int index;

    private Architecture(String name, int index) {
        this.name = name;
        this.index = index;
    }

    /**
     * Returns the architecture of a name. A new name is registered.
     *
     * @param name letters, digits, {@code -} and {@code .}; upper case is folded to lower
     * @return the one architecture of that name in this JVM
     * @throws IllegalArgumentException if the name has other characters, or 64 architectures are already known
     */
    public static Architecture of(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        if (!folded.matches("[a-z0-9][a-z0-9.-]*")) {
            throw new IllegalArgumentException("architecture '" + name + "': use letters, digits, '-' and '.'");
        }
        synchronized (KNOWN) {
            for (Architecture known : KNOWN) {
                if (known.name.equals(folded)) {
                    return known;
                }
            }
            if (KNOWN.size() == MOST) {
                throw new IllegalArgumentException(
                        "architecture '" + name + "': there are " + MOST + " already: " + KNOWN);
            }
            Architecture added = new Architecture(folded, KNOWN.size());
            KNOWN.add(added);
            return added;
        }
    }

    /**
     * Returns all architectures named so far.
     *
     * @return a snapshot, in the order in which they were first named
     */
    public static List<Architecture> known() {
        synchronized (KNOWN) {
            return Collections.unmodifiableList(new ArrayList<>(KNOWN));
        }
    }

    /**
     * The architecture's name, for programs and for people.
     *
     * @return lower case
     */
    public String name() {
        return name;
    }

    /**
     * A small number that is this architecture's own in this JVM, for tables and bit sets.
     *
     * @return 0 to 63
     */
    public int index() {
        return index;
    }

    @Override
    public String toString() {
        return name;
    }
}
