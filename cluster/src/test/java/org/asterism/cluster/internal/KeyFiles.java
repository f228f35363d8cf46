package org.asterism.cluster.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.asterism.tck.TestKeys;

/** Files of keys for tests. */
final class KeyFiles {
    /** Of the files and their keys. */
    static final String PASSWORD = "for tests";

    private KeyFiles() {}

    /** Writes a file with a key. */
    static Path write(Path folder) {
        return write(folder.resolve("cluster.p12"), TestKeys.of("node1").store(), PASSWORD);
    }

    /** Writes a key store. */
    static Path write(Path file, KeyStore store, String password) {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
            return file;
        } catch (IOException | GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }
}
