package org.asterism.bench.parts.budget;

import java.util.Comparator;

/**
 * A place in the code that synchronises threads.
 *
 * @param kind its operation
 * @param place its class, method and line
 */
record Site(Synchronisation kind, String place) implements Comparable<Site> {
    private static final Comparator<Site> ORDER =
            Comparator.comparing(Site::kind).thenComparing(Site::place);

    @Override
    public int compareTo(Site other) {
        return ORDER.compare(this, other);
    }
}
