package org.asterism.spi.layout;

import java.util.Map;
import org.asterism.api.data.Layout;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for a data layout with a name. Register it with the property {@link #NAME}; programs then make layouts
 * with {@link org.asterism.api.data.DataRegistry#layout}.
 *
 * <p>Data that have such a layout outlive the service: its bundle may leave while they are in use, because their
 * layouts are plain objects.
 */
@ConsumerType
@FunctionalInterface
public interface LayoutFactory {
    /** The service property that names the layout (String, required). */
    String NAME = "layout.name";

    /** The service property that says in a sentence what the layout is and which parameters it has (String). */
    String DESCRIPTION = "layout.description";

    /**
     * Makes a layout.
     *
     * @param parameters by name; which there are is the layout's affair
     * @return the layout
     * @throws IllegalArgumentException if a parameter is missing or wrong: the message must name it and what is allowed
     */
    Layout create(Map<String, ?> parameters);
}
