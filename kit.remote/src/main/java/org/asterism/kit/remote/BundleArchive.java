package org.asterism.kit.remote;

import java.io.IOException;

/** The code of a catalogue as a peer can install it. Thread-safe. */
@FunctionalInterface
public interface BundleArchive {
    /**
     * Makes a jar file of the code. This takes its time, so no thread of a link may call it.
     *
     * @param most how many bytes it may have
     * @return the jar file, which nobody may change: others may have got the same one
     * @throws TooLarge if it has more
     * @throws IOException if the code cannot be read
     */
    byte[] read(long most) throws IOException;

    /** A jar file has more bytes than it may have. */
    final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param most how many bytes it may have
         */
        public TooLarge(long most) {
            super("its jar file has more than " + most + " bytes");
        }
    }
}
