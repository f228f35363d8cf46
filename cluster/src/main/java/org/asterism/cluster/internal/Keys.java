package org.asterism.cluster.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
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
    private static final String SET_PASSWORD =
            "set the environment variable " + PASSWORD + ", or the property keys.password";
    private static final String MAKE = "make one by keytool -genkeypair, and copy it to each machine";

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
        requireFile(file);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            requireKey(file, store);
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, password.toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (UnusableKeysException unusable) {
            throw unusable;
        } catch (UnrecoverableKeyException locked) {
            throw new UnusableKeysException(file, "its key has another password than it: give both the same", locked);
        } catch (IOException unreadable) {
            // What is thrown because of something else than the password may have no message at all.
            String reason = unreadable.getCause() instanceof UnrecoverableKeyException
                    ? "its password is " + (password.isEmpty() ? "not set" : "another one") + ": " + SET_PASSWORD
                    : "it is no key store in the format PKCS12, or is damaged: " + MAKE;
            throw new UnusableKeysException(file, reason, unreadable);
        } catch (GeneralSecurityException unusable) {
            String reason = unusable.getMessage() == null ? unusable.toString() : unusable.getMessage();
            throw new UnusableKeysException(file, reason + ": " + MAKE, unusable);
        }
    }

    private static void requireFile(Path file) throws UnusableKeysException {
        if (!Files.exists(file)) {
            throw new UnusableKeysException(file, "it does not exist: " + MAKE, null);
        }
        if (Files.isDirectory(file)) {
            throw new UnusableKeysException(file, "it is a folder: name the file in it", null);
        }
        if (!Files.isReadable(file)) {
            throw new UnusableKeysException(file, "this user may not read it: change its permissions", null);
        }
    }

    /** Without a key the group's engine would only say later that a handshake has failed. */
    private static void requireKey(Path file, KeyStore store) throws GeneralSecurityException, UnusableKeysException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return;
            }
        }
        throw new UnusableKeysException(file, "it has no private key: " + MAKE, null);
    }

    /** Names the file, what is wrong with it, and the remedy. */
    private static final class UnusableKeysException extends IOException {
        private static final long serialVersionUID = 1L;

        UnusableKeysException(Path file, String reason, Exception cause) {
            super("the file of keys " + file + " cannot be used: " + reason, cause);
        }
    }
}
