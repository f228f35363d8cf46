package org.asterism.deploy.fileinstall.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Namespace;

/** Explains in plain words why the framework cannot resolve a bundle, and names the remedy. */
final class Lack {
    private static final Pattern AT_LEAST = Pattern.compile("(?<!\\(!)\\(version>=([^)]+)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");
    private static final Pattern AT_MOST = Pattern.compile("\\(version<=([^)]+)\\)");
    private static final Pattern EXACTLY = Pattern.compile("\\(version=([^)]+)\\)");

    private Lack() {}

    /**
     * Looks for what is missing.
     *
     * @param bundle not resolved
     * @param wiring of the framework
     * @return empty if nothing is missing; see {@link #conflict}
     */
    static String words(Bundle bundle, FrameworkWiring wiring) {
        List<String> missing = new ArrayList<>();
        for (BundleRequirement requirement : bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
            if (matters(requirement)) {
                Collection<BundleCapability> providers = wiring.findProviders(requirement);
                if (providers.isEmpty()) {
                    missing.add(absent(requirement, wiring));
                } else if (providers.stream()
                        .noneMatch(each -> each.getRevision().getWiring() != null
                                || each.getRevision().getBundle().equals(bundle))) {
                    missing.add("it needs " + name(requirement) + " of "
                            + providers.iterator().next().getRevision().getSymbolicName()
                            + ", which lacks something itself; see to that bundle first");
                }
            }
        }
        return String.join(", and ", missing);
    }

    /**
     * Explains why a bundle that lacks nothing cannot be resolved: versions that exclude each other. Only the resolver
     * can tell.
     *
     * @param failure the exception of its start
     */
    static String conflict(Throwable failure) {
        return "its imports exclude each other (" + failure.getMessage() + "); import versions that fit together";
    }

    private static boolean matters(BundleRequirement requirement) {
        String effective = requirement
                .getDirectives()
                .getOrDefault(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE, Namespace.EFFECTIVE_RESOLVE);
        String resolution = requirement.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE);
        return effective.equals(Namespace.EFFECTIVE_RESOLVE)
                && !Namespace.RESOLUTION_OPTIONAL.equals(resolution)
                && !PackageNamespace.RESOLUTION_DYNAMIC.equals(resolution);
    }

    private static String absent(BundleRequirement requirement, FrameworkWiring wiring) {
        String filter = filter(requirement);
        return switch (requirement.getNamespace()) {
            case PackageNamespace.PACKAGE_NAMESPACE ->
                "it needs the package " + value(filter, PackageNamespace.PACKAGE_NAMESPACE) + versions(filter)
                        + offers(PackageNamespace.PACKAGE_NAMESPACE, filter, wiring)
                        + "; put a bundle that exports it into load/";
            case BundleNamespace.BUNDLE_NAMESPACE, HostNamespace.HOST_NAMESPACE ->
                "it needs the bundle " + value(filter, requirement.getNamespace()) + versionsOfBundle(filter)
                        + ", which is not there; put it into load/";
            case ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE -> java(filter);
            default ->
                "it needs the capability " + requirement.getNamespace() + " " + filter
                        + ", which no bundle provides; put one that does into load/";
        };
    }

    /** The same package in other versions, which is what one wants to know then. */
    private static String offers(String namespace, String filter, FrameworkWiring wiring) {
        String name = value(filter, namespace);
        var any = new AnyVersion(namespace, "(" + namespace + "=" + name + ")");
        String offered = wiring.findProviders(any).stream()
                .map(each -> each.getAttributes().get("version") + " by "
                        + each.getRevision().getSymbolicName())
                .distinct()
                .collect(Collectors.joining(", "));
        return offered.isEmpty() ? ", which no bundle exports" : ", and there is only " + offered;
    }

    private static String java(String filter) {
        int here = Runtime.version().feature();
        String wanted = value(filter, ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE);
        Matcher version = EXACTLY.matcher(filter);
        Matcher least = AT_LEAST.matcher(filter);
        String number = version.find() ? version.group(1) : least.find() ? least.group(1) : "";
        return "it needs " + ("JavaSE".equals(wanted) ? "Java" : wanted) + " " + number + ", and this is Java " + here
                + "; build it for Java " + here + ", or start Asterism with a JDK " + number + " (JAVA_HOME)";
    }

    private static String name(BundleRequirement requirement) {
        String filter = filter(requirement);
        return switch (requirement.getNamespace()) {
            case PackageNamespace.PACKAGE_NAMESPACE ->
                "the package " + value(filter, PackageNamespace.PACKAGE_NAMESPACE);
            case BundleNamespace.BUNDLE_NAMESPACE, HostNamespace.HOST_NAMESPACE ->
                "the bundle " + value(filter, requirement.getNamespace());
            default -> "the capability " + requirement.getNamespace() + " " + filter;
        };
    }

    private static String filter(BundleRequirement requirement) {
        return requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
    }

    private static String value(String filter, String attribute) {
        Matcher matcher = Pattern.compile("\\(" + Pattern.quote(attribute) + "=([^)]+)\\)")
                .matcher(filter);
        return matcher.find() ? matcher.group(1) : filter;
    }

    private static String versionsOfBundle(String filter) {
        return versions(filter.replace("bundle-version", "version"));
    }

    /** The range of versions in a filter, such as {@code ", version 2.0.0 or newer but below 3.0.0"}. */
    static String versions(String filter) {
        List<String> parts = new ArrayList<>();
        Matcher least = AT_LEAST.matcher(filter);
        if (least.find() && !least.group(1).equals("0.0.0")) {
            parts.add(least.group(1) + " or newer");
        }
        Matcher below = BELOW.matcher(filter);
        if (below.find()) {
            parts.add("below " + below.group(1));
        }
        Matcher most = AT_MOST.matcher(filter);
        if (most.find()) {
            parts.add(most.group(1) + " or older");
        }
        return parts.isEmpty() ? "" : " in version " + String.join(" but ", parts);
    }
}
