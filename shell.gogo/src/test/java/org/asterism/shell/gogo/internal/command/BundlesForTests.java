package org.asterism.shell.gogo.internal.command;

import java.util.Map;
import org.asterism.report.fixture.Fakes;
import org.osgi.framework.BundleContext;

/** Contexts of bundles in which commands find services. */
public final class BundlesForTests {
    private BundlesForTests() {}

    /** Returns a context with one service, which has every class that is asked for. */
    public static BundleContext with(Object service) {
        return Fakes.partly(
                BundleContext.class,
                Map.of(
                        "getServiceReference", arguments -> Fakes.reference(1, Map.of()),
                        "getService", arguments -> service));
    }
}
