package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * Access to Configuration Admin through File Install, which fills it from files. To read a file, this class gives File
 * Install a copy of the file under a name that configures nothing. So the file is read exactly as File Install will
 * read it, but has no effect.
 */
final class ConfigurationStore {
    private static final String FILE_INSTALL = "org.apache.felix.fileinstall";
    private static final String FILE = "felix.fileinstall.filename";
    private static final String TRIAL = "org.asterism.load.trial.";

    /** The beginning of values in a file {@code .config}: the letter of a type, a bracket, a quotation mark. */
    private static final Pattern QUOTED = Pattern.compile("[A-Za-z]?[\\[(]?\\s*\"");

    private final BundleContext context;
    private final Path folder;
    private final AtomicLong trials = new AtomicLong();

    ConfigurationStore(BundleContext context, Path folder) {
        this.context = context;
        this.folder = folder;
    }

    /** Returns the properties of a file, by key. */
    Map<String, Object> read(File file) throws UnusableFileException {
        String ending = file.getName().substring(file.getName().lastIndexOf('.'));
        Path copy = folder.resolve(TRIAL + trials.incrementAndGet() + ending);
        try {
            Files.createDirectories(folder);
            Files.copy(file.toPath(), copy);
            try {
                put(copy.toFile());
                Map<String, Object> read = properties(copy.toFile());
                if (ending.equals(".config")) {
                    refuseUnclosed(read);
                }
                return read;
            } finally {
                if (holds(copy.toFile())) {
                    remove(copy.toFile());
                }
                Files.deleteIfExists(copy);
            }
        } catch (IOException unreadable) {
            throw new UnusableFileException("it cannot be read (" + unreadable + "); check its permissions");
        }
    }

    /**
     * File Install reads a file that is no .config as lines key = value, so that quotation marks stay in the values.
     */
    private static void refuseUnclosed(Map<String, Object> properties) throws UnusableFileException {
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            if (property.getValue() instanceof String text
                    && QUOTED.matcher(text).lookingAt()) {
                throw new UnusableFileException("it is no configuration: a quotation mark or bracket is missing or too"
                        + " many, here or in another line: " + property.getKey() + "=" + text
                        + "; write lines key=\"value\" and key=[\"one\",\"two\"]");
            }
        }
    }

    private Map<String, Object> properties(File file) throws UnusableFileException {
        Map<String, Object> properties = new TreeMap<>();
        Configuration found = find(file);
        Dictionary<String, Object> all = found == null ? null : found.getProperties();
        if (all != null) {
            Collections.list(all.keys()).forEach(key -> properties.put(key, all.get(key)));
        }
        return properties;
    }

    /** Configures what a file says. */
    void put(File file) throws UnusableFileException {
        try {
            installer().install(file);
        } catch (UnusableFileException known) {
            throw known;
        } catch (Exception malformed) {
            throw new UnusableFileException("it is no configuration ("
                    + (malformed.getMessage() == null ? malformed.toString() : malformed.getMessage())
                    + "); write lines key = value, or key=\"value\" and key=[\"one\",\"two\"] in a file .config");
        }
    }

    /** Whether there is a configuration that a file has made. */
    boolean holds(File file) throws UnusableFileException {
        return find(file) != null;
    }

    /** Deletes the configuration that a file has made. */
    void remove(File file) throws UnusableFileException {
        try {
            installer().uninstall(file);
        } catch (UnusableFileException known) {
            throw known;
        } catch (Exception failed) {
            throw new UnusableFileException("its configuration cannot be deleted (" + failed + ")");
        }
    }

    private Configuration find(File file) throws UnusableFileException {
        String key = file.getAbsoluteFile().toURI().toString();
        String filter = "(" + FILE + "=" + key.replaceAll("[\\\\*()]", "\\\\$0") + ")";
        try {
            Configuration[] found = service(ConfigurationAdmin.class, "").listConfigurations(filter);
            return found == null ? null : found[0];
        } catch (IOException | InvalidSyntaxException failed) {
            throw new UnusableFileException("Configuration Admin does not answer (" + failed + ")");
        }
    }

    private ArtifactInstaller installer() throws UnusableFileException {
        return service(ArtifactInstaller.class, FILE_INSTALL);
    }

    /** A service, of whatever bundle or of one. */
    private <S> S service(Class<S> type, String bundle) throws UnusableFileException {
        try {
            for (ServiceReference<S> each : context.getServiceReferences(type, null)) {
                boolean right = each.getBundle() != null
                        && (bundle.isEmpty() || bundle.equals(each.getBundle().getSymbolicName()));
                S service = right ? context.getService(each) : null;
                if (service != null) {
                    return service;
                }
            }
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
        throw new UnusableFileException("there is no " + type.getSimpleName()
                + " that could take it; start Apache Felix Configuration Admin and File Install");
    }
}
