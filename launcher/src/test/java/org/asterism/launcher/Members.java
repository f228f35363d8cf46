package org.asterism.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The members of a coordinator's group, as processes that end with the test.
 *
 * @param asterism the distribution of all of them
 * @param where the words that say where the coordinator is
 * @param folder gets their output
 * @param all those that were started
 */
record Members(DistributionCopy asterism, List<String> where, Path folder, List<Process> all) implements AutoCloseable {
    static Members of(DistributionCopy asterism, int port, Path folder) {
        return of(asterism, List.of("127.0.0.1:" + port), folder);
    }

    static Members of(DistributionCopy asterism, List<String> where, Path folder) {
        return new Members(asterism, where, folder, new ArrayList<>());
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Writes the coordinator's configuration. */
    static void configure(DistributionCopy asterism, String... lines) throws IOException {
        Files.write(asterism.home().resolve("conf/org.asterism.cluster.cfg"), List.of(lines));
    }

    Process start(String name, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("join", "--name", name, "--memory", "256"));
        words.addAll(where);
        words.addAll(Arrays.asList(options));
        ProcessBuilder process = asterism.command(words.toArray(String[]::new))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile());
        process.environment().put("ASTERISM_KEYS_PASSWORD", "secret-1");
        Process started = process.start();
        all.add(started);
        return started;
    }

    @Override
    public void close() {
        all.forEach(Process::destroyForcibly);
    }
}
