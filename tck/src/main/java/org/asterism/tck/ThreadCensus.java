package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Records the existing threads, and later finds those that came and stayed. */
final class ThreadCensus {
    private final Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

    /** Fails if a thread that was started since lives on. Threads of the JVM itself do not count. */
    void expectNoNewThreads(Duration patience) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread) && !isOfTheJvm(thread)) {
                thread.join(patience);
                assertFalse(
                        thread.isAlive(),
                        () -> "thread '" + thread.getName() + "' was left behind: close must end what was started");
            }
        }
    }

    private static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getParent() == null
                || group.getName().equals("InnocuousThreadGroup")
                || thread.getName().startsWith("ForkJoinPool.commonPool");
    }
}
