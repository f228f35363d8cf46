package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacesTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,127.0.0.1:7800",
        "127.0.0.1:9000,127.0.0.1:9000",
        " 10.1.2.3 ,10.1.2.3:7800",
        "[::1]:9000,[0:0:0:0:0:0:0:1]:9000",
        "::1,[0:0:0:0:0:0:0:1]:7800"
    })
    void shouldReadAddressesWithAndWithoutPort(String text, String expected) {
        InetSocketAddress place = Places.parse("option '--address'", text, Places.USUAL_PORT);
        assertEquals(expected, Places.text(place));
    }

    @Test
    void shouldNameWhatIsWrongWithAPlace() {
        assertTrue(message("").contains("write HOST or HOST:PORT"), message(""));
        assertTrue(message("127.0.0.1:x").contains("a port is a number from 0 to 65535"), message("127.0.0.1:x"));
        assertTrue(message("127.0.0.1:70000").contains("'127.0.0.1:70000'"), message("127.0.0.1:70000"));
        assertTrue(message("no such host").contains("there is no host 'no such host'"), message("no such host"));
    }

    private static String message(String text) {
        return assertThrows(IllegalArgumentException.class, () -> Places.parse("option '--address'", text, 1))
                .getMessage();
    }
}
