package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

/**
 * What a JVM takes of its machine.
 *
 * @param heap bytes after a collection
 * @param classes how many are loaded
 * @param threads the names of those that live, by number, but for those that end by themselves
 * @param resident kilobytes of main memory outside of the heap; 0 if the system does not tell
 * @param mappedFiles how many pieces of files are mapped, without those of JOCL and JCuda; 0 if the system does not
 *     tell
 */
record Footprint(long heap, long classes, Map<Long, String> threads, long resident, long mappedFiles) {
    /** The classes of JOCL stay loaded after each life in which OpenCL was used, and so does its library. */
    private static final long CLASSES_PER_ROUND = 40;

    private static final long CLASSES_TOLERANCE = 500;

    /**
     * Felix never forgets an uninstalled bundle that had given back all services before it stopped, as Declarative
     * Services does with Configuration Admin for it: about 7 KB for each of seven plug-ins.
     */
    private static final long HEAP_PER_ROUND = 64 * 1024;

    private static final long HEAP_TOLERANCE = 8 << 20;
    private static final long RESIDENT_PER_ROUND = 1024;
    private static final long RESIDENT_TOLERANCE = 192 << 10;

    /** The names of threads that were not there before. */
    private List<String> since(Footprint before) {
        return threads.entrySet().stream()
                .filter(each -> !before.threads.containsKey(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    public String toString() {
        return heap + " bytes of heap, " + resident + " KB besides, " + classes + " classes, " + threads.size()
                + " threads, " + mappedFiles + " mapped files";
    }

    /** Fails if this is clearly more than before some rounds. */
    void assertNotAbove(Footprint before, int rounds) {
        String both = "before " + rounds + " rounds: " + before + ", after them: " + this;
        assertTrue(heap - before.heap <= HEAP_TOLERANCE + rounds * HEAP_PER_ROUND, "heap grows; " + both);
        assertTrue(
                classes - before.classes <= CLASSES_TOLERANCE + rounds * CLASSES_PER_ROUND,
                "loaded classes grow; " + both);
        assertTrue(threads.size() - before.threads.size() <= 3, () -> "threads grow by " + since(before) + "; " + both);
        assertTrue(
                resident - before.resident <= RESIDENT_TOLERANCE + rounds * RESIDENT_PER_ROUND,
                "memory grows; " + both);
        assertTrue(mappedFiles - before.mappedFiles <= 60, "mapped files grow; " + both);
    }
}
