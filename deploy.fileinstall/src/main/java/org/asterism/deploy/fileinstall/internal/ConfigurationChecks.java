package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Finds errors in a configuration before it is used.
 *
 * <p>A bundle's metatype, with the keys and the types and ranges of their values, is known as soon as the bundle is
 * installed. Further rules are known only to the bundle's code. For these the bundle registers a service: a
 * {@code Consumer} of the properties, with the service property {@value #CHECKS}, that throws an
 * IllegalArgumentException.
 */
final class ConfigurationChecks {
    /** The service property that has the PID. */
    static final String CHECKS = "asterism.configuration";

    /** The capability of a bundle that keeps what it had, and reports, if a configuration of the PID is wrong. */
    private static final String CHECKED = "org.asterism.configuration.checked";

    /** Properties that frameworks, Configuration Admin, File Install and Declarative Services understand. */
    private static final List<String> OF_OTHERS = List.of("service.", "component.", "felix.", ".", "osgi.");

    /** More make another word. */
    private static final int MOST_SLIPS = 2;

    private static final List<String> OF_COMPONENTS = List.of(".target", ".cardinality.minimum");

    private final BundleContext context;

    ConfigurationChecks(BundleContext context) {
        this.context = context;
    }

    /**
     * Checks what a file is to configure.
     *
     * @throws UnusableFileException if something in it cannot be used
     */
    void check(File file, Map<String, Object> properties) throws UnusableFileException {
        String pid = pid(file);
        Metatype metatype = Metatype.of(context.getBundles());
        refuseWithoutName(file, pid, metatype);
        if (isCheckedByItsUser(pid)) {
            return;
        }
        Map<String, Map<String, Attribute>> all = metatype.all();
        Map<String, Attribute> known = all.get(pid);
        if (known == null) {
            refuseMistypedPid(pid, all.keySet());
            return;
        }
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            String key = property.getKey();
            Attribute attribute = known.get(key);
            if (attribute != null) {
                attribute.check(property.getValue());
            } else if (OF_OTHERS.stream().noneMatch(key::startsWith)
                    && OF_COMPONENTS.stream().noneMatch(key::endsWith)) {
                throw new UnusableFileException("it has the property '" + key + "' (value '" + property.getValue()
                        + "'), which " + pid + " does not have; it has "
                        + String.join(", ", new TreeSet<>(known.keySet())) + ": correct or delete the line");
            }
        }
        askTheBundle(pid, properties);
    }

    /** The PID that a file is named by; what stands behind the first hyphen names one of several configurations. */
    static String pid(File file) {
        String name = file.getName();
        return name.substring(0, name.lastIndexOf('.')).replaceFirst("(?<=.)-.*", "");
    }

    private boolean isCheckedByItsUser(String pid) {
        for (Bundle each : context.getBundles()) {
            BundleRevision revision = each.adapt(BundleRevision.class);
            if (revision != null
                    && revision.getDeclaredCapabilities(CHECKED).stream()
                            .anyMatch(checked ->
                                    pid.equals(checked.getAttributes().get("pid")))) {
                return true;
            }
        }
        return false;
    }

    /** A PID that nobody describes may be right all the same; one that is only the end of a known one is not. */
    private static void refuseMistypedPid(String pid, Collection<String> known) throws UnusableFileException {
        String meant =
                known.stream().filter(each -> each.endsWith("." + pid)).sorted().collect(Collectors.joining(" or "));
        if (!meant.isEmpty()) {
            throw new UnusableFileException(
                    "nothing is configured by the name '" + pid + "'; rename the file to " + meant + ".cfg");
        }
        String near = known.stream()
                .filter(each -> distance(each, pid) <= MOST_SLIPS)
                .sorted()
                .collect(Collectors.joining(" or "));
        if (!near.isEmpty()) {
            throw new UnusableFileException(
                    "nothing is configured by the name '" + pid + "'; did you mean " + near + "? rename the file");
        }
    }

    /**
     * Returns the number of letters that have to be inserted, removed or replaced to turn one word into the other (V.
     * Levenshtein, 1965).
     */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, at -> at);
        for (int line = 1; line <= one.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int at = 1; at < row.length; at++) {
                int replaced = diagonal + (one.charAt(line - 1) == other.charAt(at - 1) ? 0 : 1);
                diagonal = row[at];
                row[at] = Math.min(replaced, 1 + Math.min(row[at], row[at - 1]));
            }
        }
        return row[other.length()];
    }

    /** Refuses a factory configuration without a name, because Configuration Admin would refuse it later. */
    private static void refuseWithoutName(File file, String pid, Metatype metatype) throws UnusableFileException {
        if (metatype.hasSeveral(pid) && !file.getName().contains("-")) {
            throw new UnusableFileException("it lacks the name of what it configures; rename the file to " + pid
                    + "-NAME" + file.getName().substring(file.getName().lastIndexOf('.')));
        }
    }

    private void askTheBundle(String pid, Map<String, Object> properties) throws UnusableFileException {
        try {
            for (ServiceReference<?> each :
                    context.getServiceReferences(Consumer.class, "(" + CHECKS + "=" + pid + ")")) {
                @SuppressWarnings("unchecked")
                var check = (Consumer<Map<String, Object>>) context.getService(each);
                if (check != null) {
                    try {
                        check.accept(Map.copyOf(properties));
                    } finally {
                        context.ungetService(each);
                    }
                }
            }
        } catch (IllegalArgumentException wrong) {
            throw new UnusableFileException(wrong.getMessage());
        } catch (InvalidSyntaxException noPid) {
            throw new UnusableFileException("its name '" + pid + "' is no PID; name the file as PID.cfg");
        }
    }
}
