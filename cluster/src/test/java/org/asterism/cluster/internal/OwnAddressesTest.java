package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnAddressesTest {
    /** For documents: no machine has it. */
    private static final String FOREIGN = "192.0.2.1";

    private static String refusal(String text) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> OwnAddresses.require("property 'address'", text, InetAddress.ofLiteral(FOREIGN)))
                .getMessage();
    }

    @Test
    void shouldNameThePropertyItsValueAndTheAddressesThatThisMachineHas() {
        String message = refusal(FOREIGN + ":7800");
        assertTrue(
                message.startsWith("property 'address' is '192.0.2.1:7800', which is no address of this machine: give"),
                message);
        assertTrue(message.contains("127.0.0.1"), message);
        assertFalse(message.contains("%"), message);
    }

    @Test
    void shouldSayWhichAddressANameMeans() {
        String message = refusal("node1.example");
        assertTrue(message.contains("'node1.example' (192.0.2.1), which is no address"), message);
    }

    @Test
    void shouldAcceptEachAddressOfThisMachine() throws Exception {
        List<InetAddress> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .toList();
        own.forEach(address -> OwnAddresses.require("property 'address'", address.getHostAddress(), address));
        InetAddress unlisted = InetAddress.ofLiteral("127.1.2.3");
        assertEquals(0, own.stream().filter(unlisted::equals).count());
        OwnAddresses.require("property 'address'", "127.1.2.3", unlisted);
    }
}
