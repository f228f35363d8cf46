package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GuestTokensTest {
    private final byte[] secret = GuestTokens.secret();

    @Test
    void shouldNameTheGuest() {
        for (int guest : new int[] {1, 255, 256, 1 << 20, -1}) {
            assertEquals(OptionalInt.of(guest), GuestTokens.guest(secret, GuestTokens.of(secret, guest)));
        }
    }

    @Test
    void shouldRefuseWhatWasChangedOrMadeWithAnotherSecret() {
        byte[] token = GuestTokens.of(secret, 7);
        for (int place = 0; place < token.length; place++) {
            byte[] changed = token.clone();
            changed[place]++;
            assertEquals(OptionalInt.empty(), GuestTokens.guest(secret, changed));
            assertEquals(OptionalInt.empty(), GuestTokens.guest(secret, Arrays.copyOf(token, place)));
        }
        assertEquals(OptionalInt.empty(), GuestTokens.guest(secret, Arrays.copyOf(token, token.length + 1)));
        assertEquals(OptionalInt.empty(), GuestTokens.guest(GuestTokens.secret(), token));
        assertFalse(Arrays.equals(secret, GuestTokens.secret()));
    }
}
