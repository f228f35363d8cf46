package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress FOREIGN = InetAddress.ofLiteral("192.0.2.1");
    private static final InetSocketAddress PLACE = new InetSocketAddress(LOOPBACK, 7801);
    private static final String GROUP = "toys";

    @TempDir
    Path folder;

    private static Discovery discovery(String text) {
        return Discovery.parse("option '--discovery'", text, List.of());
    }

    /** Skips a test where the system does not permit multicast at its loopback address, and says so. */
    static void assumeMulticast(String how) {
        Discovery multicast = discovery(how);
        String why = "";
        try (Discovery.Announcement _ = multicast.announce("trial", PLACE)) {
            if (multicast.places("trial", LOOPBACK).isEmpty()) {
                why = "no answer comes";
            }
        } catch (IOException impossible) {
            why = impossible.getMessage();
        }
        if (!why.isEmpty()) {
            System.out.println("multicast is not tested: " + why);
        }
        assumeTrue(why.isEmpty(), why);
    }

    @Test
    void shouldKnowAddressesAsTheyAreGivenByDefault() throws IOException {
        for (String text : List.of("", "address", " address ")) {
            assertTrue(Discovery.isByAddress(text));
            Discovery given = Discovery.parse("it", text, List.of(PLACE));
            assertEquals(List.of(PLACE), given.places(GROUP, LOOPBACK));
            assertEquals("at 127.0.0.1:7801", given.text());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "smoke,'allowed are address, file:FOLDER, multicast, multicast:ADDRESS:PORT and dns:NAME'",
        "file:,'allowed are address'",
        "dns:,'allowed are address'",
        "address:x,'allowed are address'",
        "multicast:10.0.0.1:7800,'with an address from 224.0.0.0 to 239.255.255.255'",
        "multicast:239.1.1.1,'write multicast:ADDRESS:PORT'",
        "multicast:239.1.1.1:x,'write multicast:ADDRESS:PORT'",
        "dns:host:x,'a port is a number from 0 to 65535'",
        "dns:host:0,'write dns:NAME or dns:NAME:PORT, with the port'",
        "dns::7800,'write dns:NAME or dns:NAME:PORT'"
    })
    void shouldNameWhatIsWrongWithASetting(String text, String part) {
        String message = assertThrows(IllegalArgumentException.class, () -> discovery(text))
                .getMessage();
        assertTrue(message.startsWith("option '--discovery' is '") && message.contains(part), message);
    }

    @Test
    void shouldFindInAFolderTheCoordinatorsOfTheGroupThatHaveNotEnded() throws IOException {
        Discovery inFolder = discovery("file:" + folder);
        assertEquals(List.of(), inFolder.places(GROUP, LOOPBACK));
        try (Discovery.Announcement _ = inFolder.announce(GROUP, PLACE);
                Discovery.Announcement _ = inFolder.announce("others", new InetSocketAddress(LOOPBACK, 1))) {
            assertEquals(List.of(PLACE), inFolder.places(GROUP, LOOPBACK));
            assertEquals(List.of(), inFolder.places(GROUP, FOREIGN), "loopback addresses of other machines");
        }
        assertEquals(List.of(), inFolder.places(GROUP, LOOPBACK));
        assertEquals(0, folder.toFile().list().length);
    }

    @Test
    void shouldIgnoreFilesThatNameNoPlace() throws IOException {
        int number = 0;
        for (String text : List.of("", "localhost:1", "127.0.0.1:x", "127.0.0.1:1\n127.0.0.1:2", "x".repeat(10_000))) {
            Files.writeString(folder.resolve(GROUP + "-" + number++ + ".coordinator"), text);
        }
        Files.write(folder.resolve(GROUP + "-bytes.coordinator"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertEquals(List.of(), discovery("file:" + folder).places(GROUP, LOOPBACK));
    }

    @Test
    void shouldSayWhatIsWrongWithAFolder() throws IOException {
        Path missing = folder.resolve("missing");
        assertFails(
                "there is no folder '" + missing + "'",
                () -> discovery("file:" + missing).places(GROUP, LOOPBACK));
        assertFails(
                "there is no folder '" + missing + "'",
                () -> discovery("file:" + missing).announce(GROUP, PLACE));
        Path closed = Files.createDirectory(folder.resolve("closed"));
        assumeTrue(closed.toFile().setWritable(false) && !Files.isWritable(closed), "this user may write everywhere");
        assertFails(
                "may not write into the folder '" + closed + "'",
                () -> discovery("file:" + closed).announce(GROUP, PLACE));
    }

    @Test
    void shouldFindEachAddressOfAName() throws IOException {
        assertEquals(
                List.of(PLACE),
                discovery("dns:localhost:7801").places(GROUP, LOOPBACK).stream()
                        .filter(place -> place.getAddress().equals(LOOPBACK))
                        .toList());
        assertEquals(List.of(), discovery("dns:localhost").places(GROUP, FOREIGN));
        assertFails(
                "the name 'no-such-host.invalid' is unknown",
                () -> discovery("dns:no-such-host.invalid").places(GROUP, LOOPBACK));
    }

    @Test
    void shouldFindByMulticastTheCoordinatorsOfTheGroupThatHaveNotEnded() throws IOException {
        String how = "multicast:239.255.78.3:" + freePort();
        assumeMulticast(how);
        Discovery multicast = discovery(how);
        InetSocketAddress other = new InetSocketAddress(LOOPBACK, 7802);
        try (Discovery.Announcement _ = multicast.announce(GROUP, PLACE);
                Discovery.Announcement _ = multicast.announce(GROUP, other);
                Discovery.Announcement _ = multicast.announce("others", new InetSocketAddress(LOOPBACK, 1))) {
            expect(Set.of(PLACE, other), multicast);
        }
        assertEquals(List.of(), multicast.places(GROUP, LOOPBACK));
    }

    @Test
    void shouldAnswerOnlyWhatItUnderstands() throws IOException {
        int port = freePort();
        String how = "multicast:239.255.78.4:" + port;
        assumeMulticast(how);
        Discovery multicast = discovery(how);
        try (Discovery.Announcement _ = multicast.announce(GROUP, PLACE);
                DatagramSocket socket = new DatagramSocket(new InetSocketAddress(LOOPBACK, 0))) {
            for (int length : new int[] {0, 1, 5_000}) {
                byte[] noise = "?".repeat(length).getBytes(StandardCharsets.UTF_8);
                socket.send(new DatagramPacket(noise, length, InetAddress.ofLiteral("239.255.78.4"), port));
            }
            expect(Set.of(PLACE), multicast);
        }
    }

    /** Answers come late on a machine that is busy, so one search may miss some; none may find others. */
    private static void expect(Set<InetSocketAddress> places, Discovery multicast) throws IOException {
        Set<InetSocketAddress> found = new HashSet<>();
        for (int search = 0; search < 30 && !found.equals(places); search++) {
            found.addAll(multicast.places(GROUP, LOOPBACK));
        }
        assertEquals(places, found);
    }

    @Test
    void shouldSayWhereMulticastIsNotPossible() {
        assertFails(
                "multicast to 239.255.78.1:7800 is not possible from 192.0.2.1",
                () -> discovery("multicast").places(GROUP, FOREIGN));
        assertFails(
                "multicast to 239.255.78.1:7800 is not possible from 192.0.2.1",
                () -> discovery("multicast").announce(GROUP, new InetSocketAddress(FOREIGN, 7800)));
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void assertFails(String part, Action action) {
        String message = assertThrows(IOException.class, action::run).getMessage();
        assertTrue(message.contains(part) && message.lines().count() == 1, message);
    }

    private static int freePort() throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(LOOPBACK, 0))) {
            return socket.getLocalPort();
        }
    }
}
