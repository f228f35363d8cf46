package org.asterism.framework;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * A running OSGi framework. It ends with the process at the latest.
 *
 * <p><b>Threads.</b> Any.
 */
public final class RunningFramework implements AutoCloseable {
    /**
     * The time for which bundles may take to stop, in milliseconds. The framework then cuts off whatever still runs.
     * The process has two seconds; a part of them is needed to remove files and to end the virtual machine.
     */
    private static final long STOP_LIMIT = 1_300;

    private static final System.Logger LOG = System.getLogger(RunningFramework.class.getName());

    private final Framework framework;
    private final WorkFolder work;
    private final FrameworkLog log;
    private final EndOfProcess end;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile long stopBegun;
    private boolean closed;

    private RunningFramework(Framework framework, WorkFolder work, FrameworkLog log, EndOfProcess end) {
        this.framework = framework;
        this.work = work;
        this.log = log;
        this.end = end;
    }

    /**
     * Installs every bundle, then starts them in the order of their levels, up to the beginning start level that the
     * properties give.
     *
     * @param content what to begin with
     * @return the running framework; {@link #problems(String)} finds what did not start
     * @throws BundleException if the framework itself fails or a file is no bundle
     * @throws LaunchException if a file is no bundle, or the process is ending
     */
    public static RunningFramework start(FrameworkContent content) throws BundleException {
        var end = EndOfProcess.watched(); // first: a signal may come as soon as there is a folder
        var log = new FrameworkLog();
        try {
            var work = end.makeFolder();
            var settings = settings(content, work, log);
            var running = end.begin(
                    () -> new RunningFramework(framework(settings, content.components(), log), work, log, end));
            running.start(content.bundles(), content.streams());
            return running;
        } catch (BundleException | RuntimeException | Error failed) {
            if (end.hasBegun()) { // by a signal, which has stopped the framework meanwhile
                throw new LaunchException("interrupted");
            }
            end.now();
            throw failed;
        }
    }

    private static Map<String, Object> settings(FrameworkContent content, WorkFolder work, FrameworkLog log) {
        var settings = new HashMap<>(content.properties().apply(work));
        settings.put(Constants.FRAMEWORK_STORAGE, work.resolve("cache").toString());
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        settings.put("felix.cache.locking", "false");
        settings.put("felix.fileinstall.tmpdir", work.resolve("fileinstall").toString());
        settings.put("felix.log.logger", log);
        if (content.components().isUsed()) {
            settings.putIfAbsent(ComponentStore.PROPERTY, "true");
        }
        return settings;
    }

    private static Framework framework(Map<String, Object> settings, ComponentStore components, FrameworkLog log)
            throws BundleException {
        try {
            settings.put("felix.bundlecache.impl", new WorkCache(log, settings, components));
        } catch (Exception e) { // all that Felix declares
            throw new BundleException("Error creating bundle cache.", e);
        }
        // Felix takes objects (its logger) among the values, which the standard signature does not provide for.
        @SuppressWarnings({"unchecked", "rawtypes"})
        var framework = new FrameworkFactory().newFramework((Map) settings);
        return framework;
    }

    private void start(List<BundleFile> bundles, Streams streams) throws BundleException {
        context().addBundleListener((SynchronousBundleListener) this::note);
        streams.register(context());
        var started = installAll(bundles);
        // At once, because each start of a bundle would otherwise resolve it among all that are not resolved yet.
        framework.adapt(FrameworkWiring.class).resolveBundles(started);
        framework.start();
    }

    /**
     * Installs more bundles and starts them, whatever their start levels are.
     *
     * @param bundles those that are there already are only started
     * @throws BundleException if one does not start
     * @throws LaunchException if a file is no bundle
     */
    public void add(List<BundleFile> bundles) throws BundleException {
        var added = new ArrayList<Bundle>();
        for (var file : bundles) {
            added.add(installed(file));
        }
        framework.adapt(FrameworkWiring.class).resolveBundles(added);
        for (var bundle : added) {
            if (!isFragment(bundle)) {
                bundle.start(Bundle.START_ACTIVATION_POLICY);
            }
        }
    }

    /** Before this, there is nothing but an empty folder for the cache. */
    void init() throws BundleException {
        framework.init();
    }

    /**
     * Installs each bundle with its start level as the initial one, because setting the level of a bundle that is
     * installed would write the bundle's state a second time.
     *
     * @return those that will start
     */
    private List<Bundle> installAll(List<BundleFile> files) throws BundleException {
        var started = new ArrayList<Bundle>();
        var levels = framework.adapt(FrameworkStartLevel.class);
        int initial = levels.getInitialBundleStartLevel();
        for (var file : files) {
            levels.setInitialBundleStartLevel(file.startLevel());
            try {
                var bundle = install(file);
                if (file.isStarted()) {
                    started.add(bundle);
                }
            } catch (BundleException | LaunchException unusable) {
                if (file.isStarted()) {
                    throw unusable;
                }
                LOG.log(System.Logger.Level.WARNING, file.file() + " is left out: " + unusable.getMessage());
            }
        }
        levels.setInitialBundleStartLevel(initial);
        return started;
    }

    private Bundle install(BundleFile file) throws BundleException {
        var bundle = installed(file);
        if (file.isStarted() && !isFragment(bundle) && !Console.isConsole(bundle)) {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        }
        return bundle;
    }

    private Bundle installed(BundleFile file) throws BundleException {
        var bundle = context().installBundle("reference:" + file.file().toUri());
        if (bundle.getSymbolicName() == null) {
            throw new LaunchException(file.file() + " is no bundle: its manifest has no Bundle-SymbolicName");
        }
        return bundle;
    }

    /**
     * Returns the context of the framework itself.
     *
     * @return for bundles and services
     */
    public BundleContext context() {
        return framework.getBundleContext();
    }

    /**
     * The bundles that should run by now and do not.
     *
     * @param remedy what users do about a bundle that is missing, such as {@code add the dependency}
     * @return a line for each
     */
    public List<String> problems(String remedy) {
        var diagnosis = new Diagnosis(framework.adapt(FrameworkWiring.class), remedy);
        var lines = new ArrayList<String>();
        for (var bundle : context().getBundles()) {
            if (bundle.getLocation().startsWith("reference:") && isDue(bundle)) {
                problem(bundle, diagnosis).ifPresent(lines::add);
            }
        }
        log.launched();
        return lines;
    }

    private boolean isDue(Bundle bundle) {
        var level = bundle.adapt(BundleStartLevel.class);
        var reached = framework.adapt(FrameworkStartLevel.class).getStartLevel();
        return !isFragment(bundle) && level.isPersistentlyStarted() && level.getStartLevel() <= reached;
    }

    /** The framework does not keep why a bundle did not start, so it is started once more. */
    private static Optional<String> problem(Bundle bundle, Diagnosis diagnosis) {
        if (bundle.getState() == Bundle.ACTIVE) {
            return Optional.empty();
        }
        try {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
            return Optional.empty();
        } catch (BundleException e) {
            return Optional.of(diagnosis.explain(bundle, e));
        }
    }

    private static boolean isFragment(Bundle bundle) {
        return (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    private void note(BundleEvent event) {
        if (event.getType() == BundleEvent.STOPPING && event.getBundle() == framework) {
            stopBegun = System.nanoTime();
            stopping.countDown();
        }
    }

    /**
     * Waits until the shell at its end, a signal or a program stops the framework. It may not have stopped yet.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitStop() throws InterruptedException {
        stopping.await();
    }

    /**
     * Stops all bundles and waits for them without a limit, for programs whose tasks must end. A signal cuts them off.
     *
     * @throws BundleException if the framework does not stop
     * @throws InterruptedException if the thread is interrupted
     */
    public void stop() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(0);
    }

    /** Stops all bundles, within a time limit from the begin of their stop, and removes the work folder. */
    @Override
    public synchronized void close() {
        // A signal may come while the program ends by itself: its thread waits here then, until the files are gone.
        if (closed) {
            return;
        }
        closed = true;
        boolean interrupted = Thread.interrupted(); // an interrupt must not keep files from being deleted
        try {
            framework.stop();
            if (stopping.await(STOP_LIMIT, TimeUnit.MILLISECONDS) && !hasStopped()) {
                LOG.log(System.Logger.Level.WARNING, "the bundles did not stop within {0} ms; cut off", STOP_LIMIT);
            }
        } catch (BundleException e) {
            LOG.log(System.Logger.Level.WARNING, "no clean end of the framework", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            end.forget();
            work.delete();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean hasStopped() throws InterruptedException {
        long left = STOP_LIMIT - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - stopBegun);
        return framework.waitForStop(Math.max(1, left)).getType() != FrameworkEvent.WAIT_TIMEDOUT;
    }
}
