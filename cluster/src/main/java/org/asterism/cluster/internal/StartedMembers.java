package org.asterism.cluster.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.asterism.spi.remote.Cluster;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;

/**
 * The processes that were started as members for this one. Each ends by itself when its standard input does, which is a
 * pipe from this process. They share the cores of the machine.
 */
final class StartedMembers implements Cluster.LocalMembers {
    /** Why nothing can be started any more. */
    static final String STOPPING = "the bundle 'cluster' is being stopped";

    /** Only members get the name of their group: other processes could not guess it. */
    static final String GROUP = "ASTERISM_GROUP";

    private static final System.Logger LOG = System.getLogger(StartedMembers.class.getName());
    private static final String OPTIONS = "ASTERISM_JAVA_OPTS";
    private static final String OPTIONS_OF_MEMBERS = "ASTERISM_MEMBER_JAVA_OPTS";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How long a member may be refused: it may not take links yet. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long CLOSING_SECONDS = 5;

    /** How long after a member this process may be told to end, too, by a signal to all of its group. */
    private static final long SIGNAL_MILLIS = 2_000;

    /** The exit statuses of processes that Ctrl-C or SIGTERM has ended. */
    private static final Set<Integer> STATUSES_OF_SIGNALS = Set.of(128 + 2, 128 + 15);

    /** Names must differ from those of earlier members, which the coordinator may not have missed yet. */
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** One of them. */
    private record Started(String name, Process process, Path output) {}

    private final Coordinator coordinator;
    private final Consumer<StartedMembers> whenClosed;

    /** Guarded by this object, like the next one. */
    private final List<Started> all = new ArrayList<>();

    private boolean isClosed;

    /**
     * Makes it without processes.
     *
     * @param coordinator uses the members
     * @param whenClosed is told when the processes are ended
     */
    StartedMembers(Coordinator coordinator, Consumer<StartedMembers> whenClosed) {
        this.coordinator = coordinator;
        this.whenClosed = whenClosed;
    }

    /**
     * Starts processes.
     *
     * @param program starts Asterism
     * @param number how many
     * @param group where they find the coordinator
     * @param taken names that they must not have
     * @throws IOException if one does not start
     */
    void start(Path program, int number, ClusterService.LocalGroup group, Set<String> taken) throws IOException {
        int workers = Math.max(1, Runtime.getRuntime().availableProcessors() / number);
        for (int count = 0; count < number; count++) {
            String name;
            do {
                name = "member" + NUMBERS.incrementAndGet();
            } while (taken.contains(name));
            start(program, name, workers, group);
        }
    }

    private void start(Path program, String name, int workers, ClusterService.LocalGroup group) throws IOException {
        Path output = Files.createTempFile("asterism-" + name + "-", ".txt");
        try {
            // Ctrl-C at the terminal goes to this process, which ends them when their tasks are cancelled.
            ProcessBuilder builder = new ProcessBuilder(
                    "sh",
                    "-c",
                    "trap '' INT; exec \"$@\"",
                    "sh",
                    program.toString(),
                    "join",
                    Places.text(group.place()),
                    "--name",
                    name,
                    "--workers",
                    Integer.toString(workers),
                    "--until-input-ends");
            Map<String, String> environment = builder.environment();
            environment.put("JAVA_HOME", System.getProperty("java.home"));
            environment.put(GROUP, group.name());
            environment.put(OPTIONS, environment.getOrDefault(OPTIONS_OF_MEMBERS, ""));
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
            synchronized (this) {
                if (isClosed) {
                    throw new IOException(STOPPING);
                }
                all.add(new Started(name, builder.start(), output));
            }
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(output);
            throw failed;
        }
    }

    @Override
    public synchronized List<String> names() {
        return all.stream().map(Started::name).toList();
    }

    /** Members have come or gone. */
    synchronized void changed() {
        notifyAll();
    }

    /**
     * Waits until the workers of all can be used.
     *
     * @throws IOException if one ends before, is refused or takes too long
     */
    void await() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!allArePresent(System.nanoTime() - begin)) {
            synchronized (this) {
                wait(100); // nobody notifies of the end of a process
            }
        }
    }

    private boolean allArePresent(long nanos) throws IOException, InterruptedException {
        List<Started> mine;
        synchronized (this) {
            if (isClosed) {
                throw new IOException(STOPPING);
            }
            mine = List.copyOf(all);
        }
        Map<String, ClusterMember> members = coordinator.members().stream()
                .collect(Collectors.toMap(ClusterMember::name, Function.identity(), (one, other) -> one));
        boolean allPresent = true;
        for (Started each : mine) {
            ClusterMember member = members.get(each.name());
            allPresent &= member != null && member.state() == State.PRESENT;
            if (isEndedBySignal(each)) {
                awaitClosing();
            }
            require(each, member, nanos);
        }
        return allPresent;
    }

    /**
     * Whether a signal has ended a process that others, such as {@code timeout} or a service manager, send to all
     * processes of a group: then this one ends, too, and that is what users want to read.
     */
    private static boolean isEndedBySignal(Started started) {
        return !started.process().isAlive()
                && STATUSES_OF_SIGNALS.contains(started.process().exitValue());
    }

    /**
     * Waits a moment for the end of this process.
     *
     * @throws IOException if it ends
     */
    private synchronized void awaitClosing() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SIGNAL_MILLIS);
        while (!isClosed && end - System.nanoTime() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
        }
        if (isClosed) {
            throw new IOException(STOPPING);
        }
    }

    private static void require(Started started, ClusterMember member, long nanos) throws IOException {
        if (!started.process().isAlive()) {
            throw new IOException("member '" + started.name() + "' has ended with status "
                    + started.process().exitValue() + ": " + lastLine(started.output()));
        }
        if (member != null && member.state() == State.REFUSED && nanos > REFUSED_NANOS) {
            throw new IOException("member '" + started.name() + "' cannot be used: " + member.remark());
        }
        if (nanos > PATIENCE_NANOS) {
            throw new IOException("member '" + started.name() + "' has not come within "
                    + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s: is the machine busy?");
        }
    }

    private static String lastLine(Path output) {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce((_, last) -> last)
                    .orElse("it has said nothing");
        } catch (IOException unreadable) {
            return "what it has said cannot be read";
        }
    }

    /** Ends the processes: those that do not end within some seconds are killed. */
    @Override
    public void close() {
        List<Started> mine;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            mine = List.copyOf(all);
            notifyAll();
        }
        for (Started each : mine) {
            if (!each.process().isAlive()) {
                LOG.log(
                        isEndedBySignal(each) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                        "member '" + each.name() + "' had ended with status "
                                + each.process().exitValue() + ": " + lastLine(each.output()));
            }
        }
        coordinator.release(mine.stream().map(Started::name).collect(Collectors.toSet()));
        for (Started each : mine) {
            try {
                each.process().getOutputStream().close();
            } catch (IOException gone) {
                // It has ended already.
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSING_SECONDS);
        mine.forEach(each -> end(each, end));
        whenClosed.accept(this);
    }

    private static void end(Started started, long latest) {
        boolean interrupted = Thread.interrupted();
        try {
            if (interrupted || !started.process().waitFor(latest - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                started.process().destroyForcibly();
            }
            Files.deleteIfExists(started.output());
        } catch (InterruptedException hurry) {
            interrupted = true;
            started.process().destroyForcibly();
        } catch (IOException undeletable) {
            LOG.log(System.Logger.Level.DEBUG, "a file is left behind: {0}", undeletable);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
