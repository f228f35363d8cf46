package org.asterism.console.web.internal.http;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The page for monitoring systems.
 *
 * @param open whether it needs no token
 * @param text reads the metrics; empty if there are none
 */
public record MetricsPage(boolean open, Supplier<Optional<String>> text) {}
