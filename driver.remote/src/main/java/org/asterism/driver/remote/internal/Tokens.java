package org.asterism.driver.remote.internal;

import java.security.SecureRandom;

/** Makes what nobody can guess. */
final class Tokens {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Tokens() {}

    /** Returns a token that was not there before. */
    static byte[] next() {
        byte[] token = new byte[BYTES];
        RANDOM.nextBytes(token);
        return token;
    }
}
