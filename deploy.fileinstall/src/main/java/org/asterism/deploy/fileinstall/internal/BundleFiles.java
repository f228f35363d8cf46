package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * The jars of the watched folders. File Install reports which have come, changed or gone. Each is then installed,
 * updated or uninstalled on its own thread, so a bundle that does not return from its start delays no other file.
 */
final class BundleFiles implements ArtifactInstaller, BundleListener, FrameworkListener {
    /**
     * The time for which the start of the framework waits for a bundle, so that programs find the plug-ins of the
     * folder.
     */
    private static final Duration AT_START = Duration.ofSeconds(2);

    private final BundleContext context;
    private final Reports reports;
    private final Map<File, BundleFile> files = new HashMap<>();
    private final ScheduledExecutorService alarms = new ScheduledThreadPoolExecutor(
            1,
            task -> {
                Thread thread = new Thread(null, task, "asterism-load-alarms", 0, false);
                thread.setDaemon(true);
                return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());

    BundleFiles(BundleContext own, Reports reports) {
        // That of the framework: files are taken on after an update of this bundle has ended its own.
        this.context = own.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
        this.reports = reports;
        context.addBundleListener(this);
        context.addFrameworkListener(this);
    }

    BundleContext context() {
        return context;
    }

    FrameworkWiring wiring() {
        return context.getBundle().adapt(FrameworkWiring.class);
    }

    Reports reports() {
        return reports;
    }

    /** Runs something later, on a thread that must not be kept; not after the end of this bundle. */
    Future<?> alarm(Duration delay, Runnable task) {
        return alarms.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isStarting() {
        return context.getBundle().getState() == Bundle.STARTING;
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(".jar");
    }

    @Override
    public void install(File file) {
        BundleFile changed;
        synchronized (files) {
            changed = files.computeIfAbsent(file, any -> new BundleFile(file, this));
            changed.load();
        }
        if (isStarting()) {
            changed.awaitRest(AT_START);
        }
    }

    @Override
    public void update(File file) {
        install(file);
    }

    @Override
    public void uninstall(File file) {
        BundleFile gone;
        synchronized (files) {
            gone = files.get(file);
        }
        if (gone != null) {
            gone.remove();
        }
    }

    /** Forgets a file whose bundle has gone, unless the file has come back. */
    void forget(BundleFile gone) {
        synchronized (files) {
            if (!gone.isWanted()) {
                files.remove(gone.file(), gone);
            }
        }
    }

    private List<BundleFile> all() {
        synchronized (files) {
            return List.copyOf(files.values());
        }
    }

    /** The file that a bundle was installed or updated from. */
    Optional<BundleFile> fileOf(Bundle bundle) {
        return all().stream().filter(each -> bundle.equals(each.bundle())).findFirst();
    }

    /**
     * Tells of a component that Declarative Services cannot make or call; false if its bundle is not from a watched
     * folder.
     */
    boolean reportComponent(Bundle bundle, Throwable failure) {
        Optional<BundleFile> file = fileOf(bundle);
        file.ifPresent(found -> reports.tell(found.file(), "a component of it fails: " + Failure.words(failure)));
        return file.isPresent();
    }

    /** Tries failed bundles again, because another bundle may provide what was missing. */
    @Override
    public void bundleChanged(BundleEvent event) {
        if (event.getType() == BundleEvent.INSTALLED || event.getType() == BundleEvent.UPDATED) {
            all().stream()
                    .filter(each -> !event.getBundle().equals(each.bundle()))
                    .forEach(BundleFile::retry);
        } else if (event.getType() == BundleEvent.UNINSTALLED) {
            all().forEach(BundleFile::retryIfInTheWay);
        }
    }

    /** A bundle that starts with File Install may need a service of those that start later. */
    @Override
    public void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTED) {
            all().forEach(BundleFile::retry);
        }
    }

    /** Gives up the bundles that do not return; the others stay. */
    void close() {
        alarms.shutdownNow();
        try {
            context.removeBundleListener(this);
            context.removeFrameworkListener(this);
        } catch (IllegalStateException ended) {
            // The framework has removed them with its own context.
        }
        all().forEach(BundleFile::leave);
    }
}
