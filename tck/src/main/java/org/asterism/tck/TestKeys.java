package org.asterism.tck;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A party with a key and a certificate of its own, for tests of TLS.
 *
 * @param name of the party
 * @param store its key
 */
public record TestKeys(String name, KeyStore store) {
    private static final char[] PASSWORD = "for tests".toCharArray();

    /**
     * Makes a party. The JDK can make certificates only with its tool.
     *
     * @param name of the party
     * @return the party
     */
    public static TestKeys of(String name) {
        try {
            Path folder = Files.createTempDirectory("asterism-keys");
            Path file = folder.resolve(name);
            try {
                make(name, file);
                KeyStore store = KeyStore.getInstance("PKCS12");
                try (InputStream in = Files.newInputStream(file)) {
                    store.load(in, PASSWORD);
                }
                return new TestKeys(name, store);
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException | GeneralSecurityException | InterruptedException failed) {
            throw new AssertionError("no key could be made for " + name, failed);
        }
    }

    private static void make(String name, Path file) throws IOException, InterruptedException {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        tool,
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + name,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(output);
        }
    }

    /**
     * Returns a context with the own key, which trusts a peer and nobody else.
     *
     * @param peer the peer, which may be this party
     * @return the context
     */
    public SSLContext trusting(TestKeys peer) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(peer.name, peer.certificate());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failed) {
            throw new AssertionError("no TLS for " + name, failed);
        }
    }

    private Certificate certificate() throws GeneralSecurityException {
        return store.getCertificate(name);
    }
}
