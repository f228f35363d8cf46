package org.asterism.framework;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Namespace;

/** Explains in one line why a bundle does not run. */
final class Diagnosis {
    private final FrameworkWiring wiring;
    private final String remedy;

    /**
     * Makes a diagnosis.
     *
     * @param wiring of the framework
     * @param remedy what users do about a bundle that is missing
     */
    Diagnosis(FrameworkWiring wiring, String remedy) {
        this.wiring = wiring;
        this.remedy = remedy;
    }

    /**
     * Finds out what keeps a bundle from running.
     *
     * @param bundle one that is not active
     * @param failure the exception of its start
     * @return one line
     */
    String explain(Bundle bundle, BundleException failure) {
        var who = "bundle " + bundle.getSymbolicName() + " " + bundle.getVersion();
        if (bundle.getState() != Bundle.INSTALLED) {
            var cause = failure.getCause() == null ? failure : failure.getCause();
            return who + " does not start: " + oneLine(cause.toString());
        }
        var missing = missing(bundle);
        // Nothing is missing, yet it does not resolve: versions that exclude each other. Only the resolver can tell.
        var what = missing.isEmpty() ? oneLine(failure.getMessage()) : String.join(" and ", missing);
        return who + " does not resolve: " + what + "; " + remedy + ", or take " + location(bundle) + " out";
    }

    private List<String> missing(Bundle bundle) {
        var missing = new ArrayList<String>();
        for (var requirement : bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
            if (!matters(requirement)) {
                continue;
            }
            var providers = wiring.findProviders(requirement);
            if (providers.isEmpty()) {
                missing.add("it needs " + describe(requirement) + ", which no bundle offers");
            } else if (providers.stream().noneMatch(Diagnosis::isResolved)) {
                missing.add("it needs " + describe(requirement) + " of "
                        + providers.iterator().next().getRevision().getSymbolicName()
                        + ", which does not resolve itself");
            }
        }
        return missing;
    }

    private static boolean matters(BundleRequirement requirement) {
        var directives = requirement.getDirectives();
        var effective = directives.getOrDefault(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE, Namespace.EFFECTIVE_RESOLVE);
        return effective.equals(Namespace.EFFECTIVE_RESOLVE)
                && !Namespace.RESOLUTION_OPTIONAL.equals(directives.get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE))
                && !PackageNamespace.RESOLUTION_DYNAMIC.equals(
                        directives.get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE));
    }

    private static boolean isResolved(BundleCapability capability) {
        return capability.getRevision().getWiring() != null;
    }

    private static String describe(BundleRequirement requirement) {
        var filter = requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
        return switch (requirement.getNamespace()) {
            case PackageNamespace.PACKAGE_NAMESPACE -> "the package " + filter;
            case HostNamespace.HOST_NAMESPACE, Constants.REQUIRE_BUNDLE -> "the bundle " + filter;
            case ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE ->
                "another Java " + filter + " than this "
                        + java.lang.Runtime.version().feature();
            default -> requirement.getNamespace() + " " + filter;
        };
    }

    private static String location(Bundle bundle) {
        return Path.of(URI.create(bundle.getLocation().replaceFirst("^reference:", "")))
                .toString();
    }

    private static String oneLine(String text) {
        return text == null ? "no reason given" : text.replaceAll("\\s*\\R\\s*", " ");
    }
}
