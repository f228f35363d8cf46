package org.asterism.kit.device;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelLanguage;

/**
 * Digest of everything that a compiled kernel depends on. If any input differs, so does the key.
 *
 * @param digest SHA-256 of all inputs, in hexadecimal digits
 */
public record KernelKey(String digest) {
    /**
     * Returns the key of a program for one kind of device.
     *
     * @param language language of the program
     * @param program source or binary of the program
     * @param options options of the compiler, in this order
     * @param target further inputs of the compilation: the device's model, and the versions of its driver and compiler
     * @return the key
     */
    public static KernelKey of(KernelLanguage language, byte[] program, List<String> options, List<String> target) {
        MessageDigest digest = sha256();
        add(digest, language.name().getBytes(StandardCharsets.UTF_8));
        add(digest, program);
        addAll(digest, options);
        addAll(digest, target);
        return new KernelKey(HexFormat.of().formatHex(digest.digest()));
    }

    /**
     * Returns the key of a kernel's program for one kind of device.
     *
     * @param kernel kernel with the program and its options
     * @param target further inputs of the compilation: the device's model, and the versions of its driver and compiler
     * @return the key
     */
    public static KernelKey of(DeviceKernel kernel, List<String> target) {
        return of(kernel.language(), kernel.program(), kernel.options(), target);
    }

    static byte[] digestOf(byte[] bytes) {
        return sha256().digest(bytes);
    }

    private static void addAll(MessageDigest digest, List<String> texts) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(texts.size()).array());
        texts.forEach(text -> add(digest, text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds a part with its length in front, so that different lists of parts never produce the same bytes. */
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
