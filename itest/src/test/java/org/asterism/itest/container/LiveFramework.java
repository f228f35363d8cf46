package org.asterism.itest.container;

import java.io.IOException;

/** A framework in operation, in this JVM or in another. */
interface LiveFramework {
    /**
     * Asks a deployed bundle until it answers that all is well.
     *
     * @param service what the bundle registered the service with, as the property {@code asterism.test}
     */
    void ask(String service, String command);

    /**
     * Runs a command of the shell until it prints what is expected.
     *
     * @param expected a regular expression of a part of it, whose dot means any character
     */
    void awaitOutput(String command, String expected);

    /** Waits until somebody else has installed, or updated, and started a bundle. */
    void awaitBundle(String symbolicName, String version);

    /** Waits until somebody else has uninstalled a bundle. */
    void awaitNoBundle(String symbolicName);

    /** Waits until all classes that bundles had and have no more are collected. */
    void awaitRelease();

    /** Measures its JVM. */
    Footprint footprint() throws IOException;
}
