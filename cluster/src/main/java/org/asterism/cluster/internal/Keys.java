package org.asterism.cluster.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Reads a file of keys: the own key, and the certificates that are trusted, its own among them. So all processes of a
 * cluster may share one file with one key.
 */
final class Keys {
    private static final String PASSWORD = "ASTERISM_KEYS_PASSWORD";

    private Keys() {}

    /**
     * Reads the file of a configuration.
     *
     * @param file its name; empty for none
     * @param password empty to take it from the environment
     * @return for TLS; empty without a file
     * @throws IllegalArgumentException if the file cannot be used: the message names it and the remedy
     */
    static Optional<SSLContext> of(String file, String password) {
        if (file.isBlank()) {
            return Optional.empty();
        }
        String used = password.isEmpty() ? System.getenv().getOrDefault(PASSWORD, "") : password;
        try {
            return Optional.of(read(Path.of(file), used));
        } catch (IOException unusable) {
            throw new IllegalArgumentException(unusable.getMessage(), unusable);
        }
    }

    /**
     * Refuses to install code for everybody who can connect.
     *
     * @param culprit what asks for it, for the message
     * @param mebibytes the size of the largest bundle that is installed; 0 for none
     * @param keys those of the process
     * @throws IllegalArgumentException if bundles are to be installed, and there are no keys
     */
    static void requireToInstall(String culprit, long mebibytes, Optional<SSLContext> keys) {
        if (mebibytes > 0 && keys.isEmpty()) {
            throw new IllegalArgumentException(culprit + " is " + mebibytes + ", and there are no keys: every user of"
                    + " this machine could run code in this process; give a file of keys, or do not install bundles");
        }
    }

    /**
     * Reads a file.
     *
     * @param file a key store in the format PKCS12, as {@code keytool} writes it
     * @param password of the file and its key
     * @return for TLS
     * @throws IOException if it cannot be read: the message names the file and the remedy
     */
    static SSLContext read(Path file, String password) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("the file of keys " + file + " does not exist or may not be read: make one by keytool"
                    + " -genkeypair, and copy it to each machine");
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, password.toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (IOException unreadable) {
            String reason = unreadable.getCause() instanceof UnrecoverableKeyException
                    ? "its password is another one: set " + PASSWORD + ", or the property keys.password"
                    : "it is no key store in the format PKCS12 (" + unreadable.getMessage() + ")";
            throw new IOException("the file of keys " + file + " cannot be used: " + reason, unreadable);
        } catch (GeneralSecurityException unusable) {
            throw new IOException("the file of keys " + file + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }
}
