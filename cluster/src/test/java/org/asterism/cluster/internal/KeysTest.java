package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import org.asterism.tck.TestKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
    private static final String MAKE = ": make one by keytool -genkeypair, and copy it to each machine";
    private static final String SET =
            ": set the environment variable ASTERISM_KEYS_PASSWORD, or the property keys.password";

    @TempDir
    private Path folder;

    private static void expect(String reason, Path file, String password) {
        String message =
                assertThrows(IOException.class, () -> Keys.read(file, password)).getMessage();
        assertEquals("the file of keys " + file + " cannot be used: " + reason, message);
    }

    @Test
    void shouldReadAFileWithItsPassword() throws Exception {
        assertNotNull(Keys.read(KeyFiles.write(folder), KeyFiles.PASSWORD));
    }

    @Test
    void shouldTellAPasswordThatIsNotSetFromAWrongOne() {
        Path file = KeyFiles.write(folder);
        expect("its password is not set" + SET, file, "");
        expect("its password is another one" + SET, file, "guessed");
    }

    @Test
    void shouldSayThatAFileIsNoKeyStore() throws Exception {
        String reason = "it is no key store in the format PKCS12, or is damaged" + MAKE;
        Path file = folder.resolve("none.p12");
        expect(reason, Files.writeString(file, ""), KeyFiles.PASSWORD);
        expect(reason, Files.writeString(file, "change-me"), KeyFiles.PASSWORD);
        byte[] whole = Files.readAllBytes(KeyFiles.write(folder));
        for (int length = 1; length < whole.length; length += 97) {
            expect(reason, Files.write(file, Arrays.copyOf(whole, length)), KeyFiles.PASSWORD);
        }
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        Path missing = folder.resolve("missing.p12");
        expect("it does not exist" + MAKE, missing, KeyFiles.PASSWORD);
        expect("it is a folder: name the file in it", folder, KeyFiles.PASSWORD);
    }

    @Test
    void shouldSayThatAKeyStoreHasOnlyCertificates() throws Exception {
        TestKeys keys = TestKeys.of("node1");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("node1", keys.store().getCertificate("node1"));
        Path file = KeyFiles.write(folder.resolve("trusted.p12"), trusted, KeyFiles.PASSWORD);
        expect("it has no private key" + MAKE, file, KeyFiles.PASSWORD);
    }

    @Test
    void shouldSayThatAKeyHasAnotherPasswordThanItsFile() {
        Path file =
                KeyFiles.write(folder.resolve("two.p12"), TestKeys.of("node1").store(), "change-me");
        expect("its key has another password than it: give both the same", file, "change-me");
    }
}
