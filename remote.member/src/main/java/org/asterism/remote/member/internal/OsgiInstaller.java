package org.asterism.remote.member.internal;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.asterism.kit.remote.BundleContent;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * Installs bundles in this framework. They stay until {@link #close}, so that a coordinator that comes back, or another
 * one, finds them. What an earlier process could not uninstall is uninstalled first.
 */
final class OsgiInstaller implements BundleInstaller {
    /** What the locations of installed bundles begin with. */
    static final String LOCATION = "asterism-remote:";

    private static final String ENDING = "the member ends";
    private static final System.Logger LOG = System.getLogger(OsgiInstaller.class.getName());

    private final String member;
    private final long mostBytes;
    private final BundleContext context;
    private final CodeletIndex codelets;
    private final long patienceSeconds;
    private final ExecutorService thread;

    /** Those that are to be uninstalled at the end; guarded by this object, as the next one. */
    private final List<Bundle> installed = new ArrayList<>();

    private boolean isClosed;

    /**
     * Makes it.
     *
     * @param member the member's name
     * @param mostBytes the greatest number of bytes of a bundle
     * @param context installs the bundles
     * @param codelets learns of their codelets when they start
     * @param patienceSeconds for how long it waits for them
     */
    OsgiInstaller(String member, long mostBytes, BundleContext context, CodeletIndex codelets, long patienceSeconds) {
        this.member = member;
        this.mostBytes = mostBytes;
        this.context = context;
        this.codelets = codelets;
        this.patienceSeconds = patienceSeconds;
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getLocation().startsWith(LOCATION)) {
                uninstall(bundle);
            }
        }
        thread = Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, "asterism-bundles-of-" + member);
            made.setDaemon(true);
            return made;
        });
    }

    @Override
    public long mostBytes() {
        return mostBytes;
    }

    @Override
    public void execute(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException closed) {
            LOG.log(System.Logger.Level.DEBUG, "member " + member + " ends, and installs nothing more", closed);
        }
    }

    @Override
    public String obstacle(CodeletSource source) {
        if (codelets.has(source)) {
            return "";
        }
        for (Bundle bundle : context.getBundles()) {
            if (source.name().equals(bundle.getSymbolicName())
                    && source.version().equals(bundle.getVersion().toString())) {
                CodeletSource present = BundleContent.of(bundle);
                return present.equals(source)
                        ? "it is installed there, and has no codelets: see whether it is started"
                        : "there is " + present + ", which is not replaced: "
                                + (bundle.getLocation().startsWith(LOCATION)
                                        ? "start the member anew, or give the bundle another version"
                                        : "give both sides the same bundle");
            }
        }
        return null;
    }

    @Override
    public String install(CodeletSource source, InputStream jar) {
        String obstacle = attempt(source, jar);
        if (obstacle.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "member " + member + " has installed bundle " + source);
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "member " + member + " does not install bundle " + source + ": " + obstacle);
        }
        return obstacle;
    }

    private String attempt(CodeletSource source, InputStream jar) {
        Bundle bundle;
        if (hasClosed()) {
            return ENDING;
        }
        try {
            bundle =
                    context.installBundle(LOCATION + source.name() + ":" + source.version() + ":" + source.hash(), jar);
        } catch (BundleException | RuntimeException refused) {
            return "the framework does not install it: " + reason(refused);
        }
        String obstacle;
        try {
            obstacle = misfit(source, bundle);
            if (obstacle.isEmpty()) {
                obstacle = start(source, bundle);
            }
        } catch (InterruptedException | RuntimeException | LinkageError thrown) {
            obstacle = "it fails: " + thrown;
        }
        if (obstacle.isEmpty() && keep(bundle)) {
            return "";
        }
        uninstall(bundle);
        return obstacle.isEmpty() ? ENDING : obstacle;
    }

    /** Compares what was installed, of which no code has run, with what it must be. */
    private static String misfit(CodeletSource source, Bundle bundle) {
        if (bundle.getSymbolicName() == null) {
            return "the content has no symbolic name, and " + source.name() + " was expected: build the bundle anew";
        }
        CodeletSource found = BundleContent.of(bundle);
        return found.equals(source)
                ? ""
                : "the content is " + found + ", and hash " + source.hash() + " was expected: let the member join anew";
    }

    private String start(CodeletSource source, Bundle bundle) throws InterruptedException {
        CountDownLatch isHere = new CountDownLatch(1);
        Runnable look = () -> {
            if (codelets.has(source)) {
                isHere.countDown();
            }
        };
        Runnable listening = codelets.listen(look);
        try {
            bundle.start(Bundle.START_TRANSIENT); // so that nothing starts it when this framework comes back
            look.run();
            return isHere.await(patienceSeconds, TimeUnit.SECONDS)
                    ? ""
                    : "it has started, and named no codelets within " + patienceSeconds
                            + " s: its CodeletCatalogue lacks a service, or has failed";
        } catch (BundleException failed) {
            return "it does not start: " + reason(failed)
                    + (failed.getType() == BundleException.RESOLVE_ERROR ? ": install there what it needs" : "");
        } finally {
            listening.run();
        }
    }

    private static String reason(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == null ? String.valueOf(thrown.getMessage()) : thrown.getMessage() + " (" + cause + ")";
    }

    private synchronized boolean hasClosed() {
        return isClosed;
    }

    private synchronized boolean keep(Bundle bundle) {
        return !isClosed && installed.add(bundle);
    }

    private static void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
        } catch (BundleException | IllegalStateException failed) {
            LOG.log(System.Logger.Level.WARNING, "bundle " + bundle + " cannot be uninstalled: " + failed, failed);
        }
    }

    /** Does not wait for a bundle that is being installed: that one is uninstalled by the thread that installs it. */
    @Override
    public void close() {
        List<Bundle> all;
        synchronized (this) {
            isClosed = true;
            all = List.copyOf(installed);
            installed.clear();
        }
        thread.shutdown();
        all.reversed().forEach(OsgiInstaller::uninstall);
    }
}
