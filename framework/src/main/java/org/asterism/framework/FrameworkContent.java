package org.asterism.framework;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The properties and bundles with which a framework starts.
 *
 * @param properties makes the properties of the framework, to which those of its cache and its log are added
 * @param bundles in the order of their installation
 * @param streams are registered before any bundle starts
 * @param components descriptions of the components of these bundles
 */
public record FrameworkContent(
        Function<WorkFolder, Map<String, Object>> properties,
        List<BundleFile> bundles,
        Streams streams,
        ComponentStore components) {}
