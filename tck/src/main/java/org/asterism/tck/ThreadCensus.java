package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Record of the existing threads, which later finds new threads that still run. */
final class ThreadCensus {
    private final Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

    /** Fails if a thread that was started since then still runs. Threads of the JVM itself are ignored. */
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
