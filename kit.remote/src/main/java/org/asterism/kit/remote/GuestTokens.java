package org.asterism.kit.remote;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What lets one member in at another one. A token names the guest and proves, by a secret that only the coordinator and
 * the host know, that the coordinator has let it in (HMAC-SHA256, RFC 2104). So a token can be made without asking the
 * host, and the host can refuse one guest without the others.
 */
public final class GuestTokens {
    private static final int SECRET_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private GuestTokens() {}

    /**
     * Makes a secret that nobody can guess.
     *
     * @return what coordinator and host share
     */
    public static byte[] secret() {
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return secret;
    }

    /**
     * Makes the token of a guest.
     *
     * @param secret the host's
     * @param guest the number of the guest
     * @return what the guest says, see {@link Message.Visit}
     */
    public static byte[] of(byte[] secret, int guest) {
        byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(guest).array();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] proof = mac.doFinal(number);
            return ByteBuffer.allocate(number.length + proof.length)
                    .put(number)
                    .put(proof)
                    .array();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, missing);
        }
    }

    /**
     * Reads a token.
     *
     * @param secret the host's
     * @param token what a guest says
     * @return the number of the guest; empty if the token was not made with this secret
     */
    public static OptionalInt guest(byte[] secret, byte[] token) {
        if (token.length < Integer.BYTES) {
            return OptionalInt.empty();
        }
        int guest = ByteBuffer.wrap(Arrays.copyOf(token, Integer.BYTES)).getInt();
        return MessageDigest.isEqual(of(secret, guest), token) ? OptionalInt.of(guest) : OptionalInt.empty();
    }
}
