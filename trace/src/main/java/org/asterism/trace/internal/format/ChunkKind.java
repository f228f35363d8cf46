package org.asterism.trace.internal.format;

/** Kinds of chunks, with their codes in the file. */
public enum ChunkKind {
    START(1),
    DEFINITIONS(2),
    EVENTS(3),
    END(4);

    private final int code;

    ChunkKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The kind with a code, or null if this version does not know it. */
    public static ChunkKind of(int code) {
        for (ChunkKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        return null;
    }
}
