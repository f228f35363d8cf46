package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/**
 * The headers of a jar's manifest that identify its bundle.
 *
 * @param symbolicName of the bundle
 * @param version of the bundle
 */
record JarHeaders(String symbolicName, Version version) {
    private static final String AGAIN =
            "; copy the whole file again, under another name first if it is large, and rename it then";

    /**
     * Reads the manifest of a file.
     *
     * @throws UnusableFileException if it is no bundle
     */
    static JarHeaders read(File file) throws UnusableFileException {
        if (file.length() == 0) {
            throw new UnusableFileException("it is empty" + AGAIN);
        }
        try (JarFile jar = new JarFile(file, false)) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                throw noBundle("it has no META-INF/MANIFEST.MF");
            }
            return of(manifest.getMainAttributes());
        } catch (ZipException broken) {
            throw new UnusableFileException("it is no jar, or not all of one (" + broken.getMessage() + ")" + AGAIN);
        } catch (IOException broken) {
            throw new UnusableFileException("it cannot be read (" + broken.getMessage() + ")" + AGAIN);
        }
    }

    private static JarHeaders of(Attributes headers) throws UnusableFileException {
        String name = headers.getValue(Constants.BUNDLE_SYMBOLICNAME);
        if (name == null || name.isBlank()) {
            throw noBundle("its manifest has no " + Constants.BUNDLE_SYMBOLICNAME);
        }
        String version = headers.getValue(Constants.BUNDLE_VERSION);
        try {
            return new JarHeaders(name.replaceFirst(";.*", "").strip(), Version.parseVersion(version));
        } catch (IllegalArgumentException wrong) {
            throw new UnusableFileException("its manifest has the " + Constants.BUNDLE_VERSION + " '" + version
                    + "'; write one such as 1.2.3 or 1.2.3.test");
        }
    }

    private static UnusableFileException noBundle(String lack) {
        return new UnusableFileException("it is a jar but no OSGi bundle: " + lack
                + "; let bnd write the manifest, as examples/policy-template does");
    }
}
