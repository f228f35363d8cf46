package org.asterism.cluster.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Message between processes of a group, by which a coordinator and its members prepare their links. */
sealed interface Notice {
    /** The first bytes of each notice: a mark, and the version of the format. */
    int HEADER = 0x41_53_54_01;

    /**
     * The sender is a coordinator and looks for members.
     *
     * @param name the sender's name
     */
    record Leads(String name) implements Notice {}

    /**
     * The sender is a member, and the receiver may open a link to it.
     *
     * @param name the sender's name
     * @param host the address at which the sender takes links
     * @param port its port
     */
    record Offers(String name, String host, int port) implements Notice {}

    /**
     * The sender is a member and works for another coordinator.
     *
     * @param name the sender's name
     * @param reason why it cannot work for the receiver
     */
    record Declines(String name, String reason) implements Notice {}

    /**
     * The sender is a coordinator and uses the receiver's units from now on.
     *
     * @param name the sender's name
     */
    record Accepts(String name) implements Notice {}

    /**
     * The sender is a coordinator and does not use the receiver's units, or no longer; it will ask again.
     *
     * @param name the sender's name
     * @param reason why, in a phrase
     */
    record Rejects(String name, String reason) implements Notice {}

    /** Returns the notice as bytes. */
    default byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(HEADER);
            switch (this) {
                case Leads(String name) -> {
                    out.writeByte(0);
                    out.writeUTF(name);
                }
                case Offers(String name, String host, int port) -> {
                    out.writeByte(1);
                    out.writeUTF(name);
                    out.writeUTF(host);
                    out.writeShort(port);
                }
                case Declines(String name, String reason) -> {
                    out.writeByte(2);
                    out.writeUTF(name);
                    out.writeUTF(reason);
                }
                case Accepts(String name) -> {
                    out.writeByte(3);
                    out.writeUTF(name);
                }
                case Rejects(String name, String reason) -> {
                    out.writeByte(4);
                    out.writeUTF(name);
                    out.writeUTF(reason);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a notice.
     *
     * @param bytes as {@link #encode} has returned them
     * @return the notice
     * @throws IOException if they are something else
     */
    static Notice decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readInt() != HEADER) {
                throw new IOException("it is no notice of this version of Asterism");
            }
            Notice notice = switch (in.readByte()) {
                case 0 -> new Leads(in.readUTF());
                case 1 -> new Offers(in.readUTF(), in.readUTF(), in.readUnsignedShort());
                case 2 -> new Declines(in.readUTF(), in.readUTF());
                case 3 -> new Accepts(in.readUTF());
                case 4 -> new Rejects(in.readUTF(), in.readUTF());
                default -> throw new IOException("it is no notice of this version of Asterism");
            };
            if (in.available() > 0) {
                throw new IOException("it is longer than it should be");
            }
            return notice;
        }
    }
}
