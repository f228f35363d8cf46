package org.asterism.driver.opencl.internal.library;

import java.lang.invoke.MethodHandles;
import org.jocl.CL;

/**
 * Checks whether this process has OpenCL. The JVM tries to load a library once for each class that needs it and
 * remembers a failure. So the answer stays the same for the bundle's lifetime.
 */
public final class OpenClLibrary {
    private static final String PROBLEM = load();

    private OpenClLibrary() {}

    /** Returns the reason why no function can be called; empty if all can. */
    public static String problem() {
        return PROBLEM;
    }

    private static String load() {
        try {
            // Functions are bound when a device is opened: that takes ten times as long as to look for devices.
            MethodHandles.lookup().ensureInitialized(Binding.class);
        } catch (LinkageError | RuntimeException | IllegalAccessException failed) {
            return reason(failed);
        }
        return loadJocl();
    }

    private static String loadJocl() {
        try {
            CL.setExceptionsEnabled(false);
            return "";
        } catch (LinkageError | RuntimeException failed) {
            return "JOCL cannot be used: " + reason(failed);
        }
    }

    /** In one line what a failure to load began with. */
    public static String reason(Throwable failed) {
        Throwable first = failed;
        while (first.getCause() != null && first.getCause() != first) {
            first = first.getCause();
        }
        String message = String.valueOf(first.getMessage()).lines().findFirst().orElse("");
        return message.isBlank() ? first.getClass().getName() : message;
    }
}
