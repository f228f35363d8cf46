package org.asterism.spi.remote;

import java.util.Map;
import org.asterism.api.Codelet;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service by which a bundle names its codelets, so that their tasks can run in another Java virtual machine. That
 * virtual machine needs the same bundle, in which it finds the codelet by its name; it may be told to install bundles
 * that it lacks. {@link ProvidesCodelets} makes the catalogue known to programs without OSGi.
 *
 * <pre>{@code
 * @Component
 * @ProvidesCodelets
 * public final class ImageCodelets implements CodeletCatalogue {
 *     @Override
 *     public Map<String, Codelet> codelets() {
 *         return Map.of("scale", SCALE, "rotate", ROTATE);
 *     }
 * }
 * }</pre>
 *
 * <p>Arguments and results of these codelets travel as values: null, boxed primitives, strings, enums, arrays of
 * primitives, and lists and records of these. Classes of records and enums are those of the bundle of the catalogue's
 * class, or of Asterism's API.
 *
 * <p><b>Threads.</b> Any thread may call {@link #codelets}.
 */
@ConsumerType
@FunctionalInterface
public interface CodeletCatalogue {
    /**
     * Returns the codelets by their names in this catalogue, which may be longer than {@link Codelet#name}: several
     * codelets of one name need names of their own here.
     *
     * @return the same codelets at each call
     */
    Map<String, Codelet> codelets();
}
