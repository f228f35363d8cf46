package org.asterism.framework;

/** The version of Asterism, from the manifest of this jar. */
public final class AsterismVersion {
    private AsterismVersion() {}

    /**
     * Returns its number.
     *
     * @return such as {@code 1.2.3}
     */
    public static String number() {
        var version = AsterismVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(unpacked)" : version;
    }

    /**
     * Describes Asterism, Java and the system.
     *
     * @return one line
     */
    public static String line() {
        return "Asterism " + number() + " on Java " + java.lang.Runtime.version() + " ("
                + System.getProperty("java.vendor") + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }
}
