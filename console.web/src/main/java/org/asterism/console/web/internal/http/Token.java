package org.asterism.console.web.internal.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret without which the server answers nothing.
 *
 * @param text letters, digits, {@code -} and {@code _}
 */
record Token(String text) {
    private static final int BYTES = 24;
    private static final String SCHEME = "Bearer ";

    /** Makes a token that cannot be guessed. */
    static Token random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Whether a header gives this token. It takes the same time wherever a wrong token differs.
     *
     * @param header the header {@code Authorization}; null if there is none
     */
    boolean isGivenBy(String header) {
        return header != null
                && header.startsWith(SCHEME)
                && MessageDigest.isEqual(
                        header.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8),
                        text.getBytes(StandardCharsets.UTF_8));
    }

    /** Never shows the secret, for instance in a log. */
    @Override
    public String toString() {
        return "token";
    }
}
