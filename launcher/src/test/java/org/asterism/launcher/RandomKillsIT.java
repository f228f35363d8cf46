package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members that are killed at random moments, while chains of tasks run on them and on the coordinator's own workers.
 * {@code -Dasterism.kills.seconds=300} kills some hundreds of them.
 */
class RandomKillsIT {
    private static final int MEMBERS = 3;
    private static final long LONGEST_REST_MILLIS = 1_000;
    private static final String RESULT = "\"wrong_results\"";

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void shouldLoseNoTaskCountNoneTwiceAndComputeRightResults() throws Exception {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("RandomKillsIT uses -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        DistributionCopy asterism = DistributionCopy.in(folder);
        Files.copy(
                JarOnClassPath.of("asterism-bench-remotebench"), asterism.load().resolve("remotebench.jar"));
        int port = Members.freePort();
        Members.configure(asterism, "address=127.0.0.1:" + port);
        int kills = 0;
        try (Members members = Members.of(asterism, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            Process[] running = new Process[MEMBERS];
            for (int number = 0; number < MEMBERS; number++) {
                running[number] = members.start("node" + number);
            }
            for (int number = 0; number < MEMBERS; number++) {
                shell.awaitAnswer("members", "node" + number + " [^\n]*present");
            }
            long seconds = Long.getLong("asterism.kills.seconds", 8);
            shell.type("run remotebench --context default --mode survive --n 40 --nt 12 --us 2000 --bytes 8192 --json"
                    + " --seconds " + seconds);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds + 240);
            while (!shell.read().contains(RESULT)) {
                assertTrue(System.nanoTime() < end, shell::read);
                long moment = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextLong(LONGEST_REST_MILLIS));
                Conditions.await("a random moment", () -> System.nanoTime() >= moment);
                int victim = random.nextInt(MEMBERS);
                Path said = folder.resolve("node" + victim + ".txt");
                Conditions.await(
                        "node" + victim + " works",
                        () -> saidBy(said).contains("works for"),
                        () -> saidBy(said) + shell.read());
                running[victim].destroyForcibly().waitFor();
                running[victim] = members.start("node" + victim);
                kills++;
            }
            String result = shell.read()
                    .lines()
                    .filter(line -> line.contains(RESULT))
                    .findFirst()
                    .orElseThrow();
            System.out.println("RandomKillsIT: " + kills + " kills: " + result);
            assertTrue(result.contains("\"correct\":true") && kills > 0, shell::read);
        }
    }

    private static String saidBy(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
