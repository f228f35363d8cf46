package org.asterism.launcher;

/** The version of Asterism, from the manifest of the launcher's jar. */
final class AsterismVersion {
    private AsterismVersion() {}

    static String number() {
        var version = AsterismVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(unpacked)" : version;
    }

    static String line() {
        return "Asterism " + number() + " on Java " + java.lang.Runtime.version() + " ("
                + System.getProperty("java.vendor") + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }
}
