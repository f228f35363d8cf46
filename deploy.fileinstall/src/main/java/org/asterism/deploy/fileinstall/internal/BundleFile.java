package org.asterism.deploy.fileinstall.internal;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;

/**
 * A jar of a watched folder, and its bundle. Its operations run one after the other, on a thread that lives as long as
 * there are any.
 */
final class BundleFile {
    /** Time that a bundle may take to start or stop before the user is informed. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Time that other bundles have to provide missing capabilities before the user is informed: files of one copy come
     * one after the other.
     */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Time until a bundle is tried again that lacks nothing, yet was not resolved. */
    private static final Duration AGAIN = Duration.ofMillis(200);

    /** The maximum number of such attempts; they end before the user is informed. */
    private static final int MOST_AGAIN = 4;

    private enum Step {
        NONE,
        RETRY,
        LOAD,
        REMOVE
    }

    private final File file;
    private final BundleFiles files;

    /** Guarded by this object, like the worker. */
    private Step next = Step.NONE;

    private Thread worker;

    /** Whether the user was informed that the worker does not return. Guarded by this object. */
    private boolean blocked;

    private volatile Bundle bundle;

    /** Whether it was resolved, but threw when it was started; only for the worker. */
    private boolean hasThrown;

    /** Whether the bundle was there before the file, which updates it. */
    private boolean updatesAnother;

    /** Reason why the bundle does not start; null if it does. */
    private volatile String failure;

    /** Number of times that something else has changed. Guarded by this object. */
    private int changes;

    /** Number of attempts since something else has changed. Guarded by this object. */
    private int attempts;

    /** Whether another file has the same bundle. Guarded by this object. */
    private boolean isInTheWay;

    BundleFile(File file, BundleFiles files) {
        this.file = file;
        this.files = files;
    }

    File file() {
        return file;
    }

    /** The bundle; null if there is none. */
    Bundle bundle() {
        return bundle;
    }

    /** The file has come or changed. */
    void load() {
        want(Step.LOAD);
    }

    /** The file has gone. */
    void remove() {
        want(Step.REMOVE);
    }

    /** Something else has changed; a bundle that did not start may do so now. */
    synchronized void retry() {
        attempts = 0;
        tryAgain();
    }

    private synchronized void tryAgain() {
        changes++;
        if (failure != null) {
            want(Step.RETRY);
        }
    }

    /** Another bundle has gone; it may have been the one that this file is to install. */
    synchronized void retryIfInTheWay() {
        if (isInTheWay) {
            want(Step.LOAD);
        }
    }

    private synchronized void inTheWay(boolean whether) {
        isInTheWay = whether;
    }

    private synchronized int changes() {
        return changes;
    }

    /** Notes why the bundle does not start, and has it try again if what it lacks may have come meanwhile. */
    private synchronized void fail(String reason, int changesBefore) {
        failure = reason;
        if (changes != changesBefore) {
            want(Step.RETRY);
        }
    }

    /**
     * Notes that a bundle was not resolved. If nothing is missing, it is tried again, because a resolver also fails for
     * reasons that pass: Felix does if another thread changes bundles at the same moment.
     */
    private void failUnresolved(Bundle unresolved, Throwable thrown, int changesBefore) {
        String missing = Lack.words(unresolved, files.wiring());
        fail(missing.isEmpty() ? Lack.conflict(thrown) : missing, changesBefore);
        if (missing.isEmpty() && mayTryAgain()) {
            files.alarm(AGAIN, this::tryAgain);
        }
    }

    private synchronized void resetAttempts() {
        attempts = 0;
    }

    private synchronized boolean mayTryAgain() {
        return ++attempts <= MOST_AGAIN;
    }

    private synchronized void want(Step step) {
        if (step != Step.RETRY || next == Step.NONE) {
            next = step;
        }
        if (worker == null) {
            worker = new Thread(null, this::work, "asterism-load-" + file.getName(), 0, false);
            worker.setDaemon(true);
            worker.start();
        } else if (blocked && step != Step.RETRY) {
            worker.interrupt();
        }
    }

    /** Waits until there is nothing more to do, or the time is over. */
    synchronized void awaitRest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            for (long left = time.toMillis(); worker != null && left > 0; ) {
                wait(left);
                left = (end - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Interrupts a bundle that does not come back, and tells what was not told yet: the framework or this bundle stops.
     */
    void leave() {
        tellFailure();
        synchronized (this) {
            if (blocked && worker != null) {
                worker.interrupt();
            }
        }
    }

    private void work() {
        for (Step step = take(); step != Step.NONE; step = take()) {
            Thread thread = Thread.currentThread();
            Step current = step;
            Future<?> late = files.alarm(PATIENCE, () -> reportBlocked(thread, current));
            try {
                switch (step) {
                    case LOAD -> loadNow();
                    case REMOVE -> {
                        try {
                            removeNow();
                        } finally {
                            files.forget(this);
                        }
                    }
                    default -> start();
                }
            } catch (UnusableFileException unusable) {
                tell(unusable.getMessage() + (bundle == null ? "" : "; " + name() + " stays as it was"));
            } catch (IOException | BundleException | RuntimeException | LinkageError problem) {
                tell(Failure.words(problem));
            } finally {
                late.cancel(false);
            }
        }
    }

    /** Whether there is more to do than what is being done. */
    synchronized boolean isWanted() {
        return next != Step.NONE;
    }

    private synchronized Step take() {
        Step step = next;
        next = Step.NONE;
        if (blocked) {
            blocked = false;
            Thread.interrupted(); // meant for the step that has ended
        }
        if (step == Step.NONE) {
            worker = null;
            notifyAll();
        }
        return step;
    }

    private void loadNow() throws UnusableFileException, IOException, BundleException {
        files.reports().forget(file);
        hasThrown = false;
        resetAttempts();
        inTheWay(false);
        WatchedFile.check(file);
        JarHeaders headers = JarHeaders.read(file);
        Bundle present = present(headers);
        if (present == null) {
            try (InputStream in = open()) {
                bundle = files.context().installBundle(file.toURI().normalize().toString(), in);
            } catch (BundleException refused) {
                throw new UnusableFileException("its manifest cannot be used ("
                        + Failure.root(refused).getMessage() + "); let bnd write it, as examples/policy-template does");
            }
            Refreshing.afterInstall(files.context(), bundle);
            start();
            return;
        }
        boolean runs = bundle == null || isPersistentlyStarted(present);
        if (!isFragment(present)) {
            present.stop(Bundle.STOP_TRANSIENT);
        }
        try (InputStream in = open()) {
            present.update(in);
        }
        bundle = present;
        Refreshing.refresh(files.context(), present);
        if (runs) {
            start();
        }
    }

    private InputStream open() throws IOException {
        return new BufferedInputStream(Files.newInputStream(file.toPath()));
    }

    /** The bundle that the file is to update; null if it is to be installed. */
    private Bundle present(JarHeaders headers) throws UnusableFileException {
        if (bundle != null && bundle.getState() != Bundle.UNINSTALLED) {
            return bundle;
        }
        String location = file.toURI().normalize().toString();
        for (Bundle each : files.context().getBundles()) {
            boolean same = headers.symbolicName().equals(each.getSymbolicName())
                    && headers.version().equals(each.getVersion());
            if (!same && !location.equals(each.getLocation())) {
                continue;
            }
            BundleFile other = files.fileOf(each).orElse(this);
            if (other != this) {
                inTheWay(true);
                throw new UnusableFileException("bundle " + headers.symbolicName() + " " + headers.version()
                        + " is there already, from " + Reports.shortened(other.file) + "; delete one of the two files");
            }
            updatesAnother = !location.equals(each.getLocation());
            if (updatesAnother) {
                files.reports()
                        .warn(
                                file,
                                "it updates the bundle " + each.getSymbolicName() + " " + each.getVersion()
                                        + " of the distribution; delete the file to have that back");
            }
            return each;
        }
        return null;
    }

    private void start() {
        Bundle starting = bundle;
        if (starting == null || starting.getState() == Bundle.UNINSTALLED) {
            failure = null;
            return;
        }
        if (isFragment(starting)) {
            attach(starting);
            return;
        }
        String known = failure;
        boolean again = hasThrown && known != null;
        int before = changes();
        failure = null; // it may start now, and take longer for it than the user waits to be informed
        try {
            starting.start(Bundle.START_ACTIVATION_POLICY);
            hasThrown = false;
            if (wasLate()) {
                files.reports().warn(file, name() + " has started after all");
            }
        } catch (BundleException | RuntimeException | LinkageError thrown) {
            boolean resolved = starting.getState() != Bundle.INSTALLED;
            hasThrown = resolved;
            if (again && resolved) {
                fail(known, before); // it throws as it did before, or because its classes are broken since
            } else if (resolved) {
                fail(Failure.words(thrown), before);
            } else {
                failUnresolved(starting, thrown, before);
            }
            files.alarm(GRACE, this::tellFailureInTime); // also when it was known: it was none while the last one rang
        }
    }

    private void attach(Bundle fragment) {
        int before = changes();
        if (files.wiring().resolveBundles(List.of(fragment))) {
            failure = null;
            return;
        }
        failUnresolved(fragment, new BundleException("it does not resolve"), before);
        files.alarm(GRACE, this::tellFailureInTime);
    }

    /** Whether the user was informed that the bundle does not return, and has not given it up since. */
    private synchronized boolean wasLate() {
        return blocked && next == Step.NONE;
    }

    private void tellFailureInTime() {
        if (files.isStarting()) {
            files.alarm(GRACE, this::tellFailureInTime);
        } else {
            tellFailure();
        }
    }

    private void tellFailure() {
        String reason = failure;
        if (reason != null) {
            tell(name() + " does not start: " + reason);
        }
    }

    private void removeNow() throws BundleException {
        files.reports().forget(file);
        failure = null;
        Bundle leaving = bundle;
        if (leaving == null || leaving.getState() == Bundle.UNINSTALLED) {
            return;
        }
        if (!updatesAnother) {
            leaving.uninstall();
            Refreshing.refresh(files.context(), leaving);
            return;
        }
        if (!isFragment(leaving)) {
            leaving.stop(Bundle.STOP_TRANSIENT);
        }
        leaving.update();
        Refreshing.refresh(files.context(), leaving);
        start();
    }

    private void reportBlocked(Thread thread, Step step) {
        synchronized (this) {
            if (worker != thread) {
                return;
            }
            blocked = true;
        }
        String place = Arrays.stream(thread.getStackTrace())
                .filter(frame -> !Failure.isOfPlatform(frame.getClassName()))
                .findFirst()
                .map(frame -> ", it is in " + frame)
                .orElse("");
        tell(name() + " has not come back for " + PATIENCE.toSeconds() + " s from "
                + (step == Step.REMOVE ? "its stop" : "its start") + place + "; other files go on: "
                + (step == Step.REMOVE ? "it is interrupted now" : "wait, or delete the file to have it interrupted"));
        if (step == Step.REMOVE) {
            thread.interrupt();
        }
    }

    private void tell(String problem) {
        files.reports().tell(file, problem);
    }

    private String name() {
        Bundle named = bundle;
        return named == null ? "its bundle" : "bundle " + named.getSymbolicName() + " " + named.getVersion();
    }

    private static boolean isPersistentlyStarted(Bundle bundle) {
        return !isFragment(bundle) && bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
    }

    private static boolean isFragment(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }
}
