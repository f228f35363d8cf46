package org.asterism.cluster.internal;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.asterism.spi.remote.Cluster;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;

/**
 * The processes that were started as members for this one. Each ends by itself when its standard input does, which is a
 * pipe from this process.
 */
final class StartedMembers implements Cluster.LocalMembers {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long CLOSING_SECONDS = 5;

    /** Names must differ from those of earlier members, which the coordinator may not have missed yet. */
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** One of them. */
    private record Started(String name, Process process, Path output) {}

    private final List<Started> all = new ArrayList<>();
    private final Coordinator coordinator;

    private StartedMembers(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * Starts processes, which share the cores of the machine.
     *
     * @param program starts Asterism
     * @param number how many
     * @param coordinator uses them
     * @param group where they find it
     * @throws IOException if one does not start; none is left then
     */
    static StartedMembers start(Path program, int number, Coordinator coordinator, InetSocketAddress group)
            throws IOException {
        StartedMembers started = new StartedMembers(coordinator);
        int workers = Math.max(1, Runtime.getRuntime().availableProcessors() / number);
        try {
            for (int count = 0; count < number; count++) {
                started.add(program, "member" + NUMBERS.incrementAndGet(), workers, group);
            }
            return started;
        } catch (IOException | RuntimeException failed) {
            started.close();
            throw failed;
        }
    }

    private void add(Path program, String name, int workers, InetSocketAddress group) throws IOException {
        Path output = Files.createTempFile("asterism-" + name + "-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "join",
                Places.text(group),
                "--name",
                name,
                "--workers",
                Integer.toString(workers),
                "--until-input-ends");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        File file = output.toFile();
        builder.redirectErrorStream(true).redirectOutput(file);
        all.add(new Started(name, builder.start(), output));
    }

    /**
     * Waits until the workers of all can be used.
     *
     * @param cluster is notified, by {@link Object#notifyAll}, when members come and go
     * @throws IOException if one ends before, is refused or takes too long
     */
    void await(ClusterService cluster) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        synchronized (cluster) {
            for (; ; ) {
                Map<String, ClusterMember> members = cluster.members().stream()
                        .collect(Collectors.toMap(ClusterMember::name, Function.identity(), (one, other) -> one));
                boolean allPresent = true;
                for (Started each : all) {
                    ClusterMember member = members.get(each.name());
                    allPresent &= member != null && member.state() == State.PRESENT;
                    require(each, member, System.nanoTime() - begin);
                }
                if (allPresent) {
                    return;
                }
                cluster.wait(100); // nobody notifies of the end of a process
            }
        }
    }

    private static void require(Started started, ClusterMember member, long nanos) throws IOException {
        if (!started.process().isAlive()) {
            throw new IOException("member '" + started.name() + "' has ended with status "
                    + started.process().exitValue() + ": " + lastLine(started.output()));
        }
        if (member != null && member.state() == State.REFUSED) {
            throw new IOException("member '" + started.name() + "' cannot be used: " + member.remark());
        }
        if (nanos > PATIENCE_NANOS) {
            throw new IOException("member '" + started.name() + "' has not come within "
                    + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s: is the machine busy?");
        }
    }

    private static String lastLine(Path output) throws IOException {
        List<String> lines = Files.readAllLines(output);
        return lines.isEmpty() ? "it has said nothing" : lines.getLast();
    }

    /** Ends the processes: those that do not end within some seconds are killed. */
    @Override
    public void close() {
        coordinator.release(all.stream().map(Started::name).collect(Collectors.toSet()));
        boolean interrupted = false;
        for (Started each : all) {
            try {
                each.process().getOutputStream().close();
            } catch (IOException gone) {
                // It has ended already.
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSING_SECONDS);
        for (Started each : all) {
            try {
                if (!each.process().waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    each.process().destroyForcibly();
                }
            } catch (InterruptedException hurry) {
                interrupted = true;
                each.process().destroyForcibly();
            }
            try {
                Files.deleteIfExists(each.output());
            } catch (IOException undeletable) {
                throw new UncheckedIOException(undeletable);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
