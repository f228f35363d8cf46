package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.fileinstall.ArtifactInstaller;

/**
 * The files {@code PID.cfg} and {@code PID.config} of the watched folders. A file is passed to File Install's own
 * installer, which changes the configuration, only if all of it can be used. So a file with an error changes nothing.
 */
final class ConfigurationFiles implements ArtifactInstaller {
    private static final long MOST_BYTES = 4 << 20;

    private final ConfigurationStore store;
    private final ConfigurationChecks checks;
    private final Reports reports;

    /** Files with an error; what they name may come later, such as the bundle of a balancer. */
    private final Set<File> refused = ConcurrentHashMap.newKeySet();

    ConfigurationFiles(ConfigurationStore store, ConfigurationChecks checks, Reports reports) {
        this.store = store;
        this.checks = checks;
        this.reports = reports;
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(".cfg") || file.getName().endsWith(".config");
    }

    @Override
    public void install(File file) {
        reports.forget(file);
        take(file);
    }

    @Override
    public void update(File file) {
        install(file);
    }

    @Override
    public void uninstall(File file) throws Exception {
        reports.forget(file);
        refused.remove(file);
        if (store.holds(file)) {
            store.remove(file);
        }
    }

    boolean hasRefused() {
        return !refused.isEmpty();
    }

    /** Tries again what was refused: a bundle has come that may make sense of it. */
    void retry() {
        List.copyOf(refused).forEach(this::take);
    }

    private void take(File file) {
        try {
            WatchedFile.check(file);
            refuseLarge(file);
            Map<String, Object> properties = store.read(file);
            checks.check(file, properties);
            store.put(file);
            refused.remove(file);
        } catch (UnusableFileException unusable) {
            refused.add(file);
            reports.tell(
                    file,
                    unusable.getMessage()
                            + (isInUse(file)
                                    ? "; what was configured before stays"
                                    : "; nothing is configured by this file"));
        }
    }

    /** Configuration Admin keeps all of it in memory, and nobody writes so much by hand. */
    private static void refuseLarge(File file) throws UnusableFileException {
        if (file.length() > MOST_BYTES) {
            throw new UnusableFileException("it has " + file.length() + " bytes, and at most " + MOST_BYTES
                    + " are read; is it a configuration?");
        }
    }

    private boolean isInUse(File file) {
        try {
            return store.holds(file);
        } catch (UnusableFileException unknown) {
            return false;
        }
    }
}
