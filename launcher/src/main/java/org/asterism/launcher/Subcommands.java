package org.asterism.launcher;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * The subcommands that bundles offer as services of the JDK's type {@link ToIntFunction}. Such a service takes the
 * arguments (a {@code String[]}) and returns the exit status. Its service property {@code asterism.entry} is the name
 * of the subcommand. So bundles need no type of the launcher.
 */
final class Subcommands {
    private static final String NAME = "asterism.entry";

    private final BundleContext context;
    private final TreeMap<String, ServiceReference<?>> offered;

    Subcommands(BundleContext context) {
        this.context = context;
        try {
            var references = context.getAllServiceReferences(ToIntFunction.class.getName(), "(" + NAME + "=*)");
            this.offered = (references == null
                            ? List.<ServiceReference<?>>of()
                            : List.<ServiceReference<?>>of(references))
                    .stream()
                            .collect(Collectors.toMap(
                                    reference -> String.valueOf(reference.getProperty(NAME)),
                                    reference -> reference,
                                    (one, other) -> Comparator.<ServiceReference<?>>naturalOrder()
                                                            .compare(one, other)
                                                    > 0
                                            ? one
                                            : other,
                                    TreeMap::new));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    String names() {
        return offered.isEmpty() ? "none" : String.join(", ", offered.keySet());
    }

    /**
     * Finds a subcommand.
     *
     * @param name as typed
     * @return empty if no bundle offers it
     */
    @SuppressWarnings("unchecked")
    Optional<ToIntFunction<String[]>> find(String name) {
        return Optional.ofNullable(offered.get(name)).map(context::getService).map(service ->
                (ToIntFunction<String[]>) service);
    }
}
