package org.asterism.embedded.internal;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Check of the one option of the JVM that Asterism needs. */
public final class NativeAccess {
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private NativeAccess() {}

    /**
     * Logs once which option to add if Java warns of native access now, and will deny it later.
     *
     * @param callers modules that call native code
     */
    public static void check(Collection<Module> callers) {
        String lacking = callers.stream()
                .filter(module -> !module.isNativeAccessEnabled())
                .map(module -> module.isNamed() ? module.getName() : "ALL-UNNAMED")
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        if (!lacking.isEmpty() && !SAID.getAndSet(true)) {
            System.getLogger(NativeAccess.class.getName())
                    .log(
                            Level.WARNING,
                            "Asterism calls native code, which future Java denies by default: start Java with"
                                    + " --enable-native-access={0}",
                            lacking);
        }
    }
}
