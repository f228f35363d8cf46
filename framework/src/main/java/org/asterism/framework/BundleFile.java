package org.asterism.framework;

import java.nio.file.Path;

/**
 * A bundle that a framework begins with. The jar stays where it is.
 *
 * @param startLevel when it starts
 * @param file the jar, or the folder with its content
 * @param isStarted whether it starts by itself; others are there for bundles that need their packages
 */
public record BundleFile(int startLevel, Path file, boolean isStarted) {}
