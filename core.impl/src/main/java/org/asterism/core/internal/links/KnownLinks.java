package org.asterism.core.internal.links;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.model.Link;
import org.asterism.api.model.Links;
import org.asterism.api.model.ModelSettings;
import org.asterism.core.internal.prediction.ModelPaths;
import org.asterism.spi.thread.BackgroundThread;

/**
 * The speeds of those links of a runtime whose drivers do not know them.
 *
 * <p>They are read from the machine's file when the runtime starts. If the file lacks a link, a separate thread
 * measures it once a prediction needs it.
 */
public final class KnownLinks implements Links, AutoCloseable {
    private static final Logger LOG = System.getLogger(KnownLinks.class.getName());

    private final LinkTable table;
    private final ModelSettings settings;

    /** Null if time is virtual. */
    private final Trials trials;

    private final ReentrantLock measuring = new ReentrantLock();

    /** Number of predictions that have requested a measurement since there was a thread that measures. */
    private final AtomicInteger asked = new AtomicInteger();

    private volatile boolean closed;

    /** @param trials null if time is virtual, so that nothing can be measured */
    public KnownLinks(LinkTable table, ModelSettings settings, Trials trials) {
        this.table = table;
        this.settings = settings;
        this.trials = trials;
        if (trials != null) {
            table.whenAskedInVain(this::measureAside);
        }
    }

    /** Looks up what is kept of links that drivers do not know. */
    public void load() {
        if (trials != null && !table.unknown().isEmpty()) {
            measuring.lock();
            try {
                learnFromFile();
            } finally {
                measuring.unlock();
            }
        }
    }

    private void learnFromFile() {
        Set<String> nodes = table.uniqueNames();
        Map<Way, Speed> kept = nodes.isEmpty() ? Map.of() : linkFile().read(nodes);
        for (LinkTable.Gap gap : table.unknown()) {
            Speed speed = kept.get(gap.way());
            if (speed != null) {
                table.learn(gap, speed, Link.Origin.KEPT);
            }
        }
    }

    private LinkFile linkFile() {
        return new LinkFile(path());
    }

    private Path path() {
        return ModelPaths.folder(settings).resolve("bus").resolve(ModelPaths.machine(settings));
    }

    /** For predictions, which must not wait. */
    private void measureAside() {
        if (asked.getAndIncrement() == 0) {
            new BackgroundThread("asterism-links", this::measureAsAsked).start();
        }
    }

    /** Measures until nobody has asked meanwhile: nodes that came after a look have links that are not known either. */
    private void measureAsAsked() {
        int answered;
        do {
            answered = asked.get();
            try {
                measure();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt(); // by nobody that is known here: the thread ends
            } catch (RuntimeException | Error thrown) {
                LOG.log(Level.ERROR, "the links between memory nodes cannot be measured: " + thrown, thrown);
            }
        } while (asked.addAndGet(-answered) != 0);
    }

    @Override
    public List<Link> all() {
        return table.describe();
    }

    @Override
    public double contention() {
        return table.contention();
    }

    @Override
    public Optional<Path> file() {
        return trials == null || table.uniqueNames().isEmpty() ? Optional.empty() : Optional.of(path());
    }

    @Override
    public void measure() throws InterruptedException {
        if (trials == null || closed || table.unknown().isEmpty()) {
            return;
        }
        measuring.lockInterruptibly();
        try {
            learnFromFile();
            study(table.unknown());
        } finally {
            measuring.unlock();
        }
    }

    @Override
    public void calibrate() throws InterruptedException {
        if (trials == null) {
            throw new IllegalStateException(
                    "time is virtual in this runtime: its links are as fast as its driver says, and nothing can be "
                            + "measured");
        }
        measuring.lockInterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException("the runtime is closed: its links are gone");
            }
            study(table.measurable());
        } finally {
            measuring.unlock();
        }
    }

    /** Measures links, and keeps what is known then. */
    private void study(List<LinkTable.Gap> links) throws InterruptedException {
        Stopwatch stopwatch = new Stopwatch(trials);
        boolean learnt = false;
        for (LinkTable.Gap link : links) {
            if (closed) {
                return;
            }
            try {
                Speed speed = stopwatch.measure(link.from(), link.to());
                if (speed != null) {
                    table.learn(link, speed, Link.Origin.MEASURED);
                    learnt = true;
                }
            } catch (InterruptedException interrupted) {
                throw interrupted;
            } catch (Exception failed) {
                LOG.log(
                        Level.WARNING,
                        "the link from " + link.way().from() + " to "
                                + link.way().to() + " cannot be measured: " + failed,
                        failed);
            }
        }
        Set<String> nodes = table.uniqueNames();
        if (learnt && !nodes.isEmpty()) {
            Map<Way, Speed> known = new HashMap<>();
            table.measurable().forEach(each -> table.measured(each).ifPresent(speed -> known.put(each.way(), speed)));
            linkFile().write(nodes, known, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    /** Ends what is being measured, and waits for that. */
    @Override
    public void close() {
        closed = true;
        if (trials == null) {
            return;
        }
        trials.stop();
        measuring.lock(); // what is under way ends first: its memory is given back
        measuring.unlock();
    }
}
