package org.asterism.trace.export.internal.perfetto;

/**
 * Numbers of the fields that we write, from Perfetto's published schema ({@code protos/perfetto/trace}). The tests
 * compare them with the schema.
 */
final class Field {
    static final int TRACE_PACKET = 1;

    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE = 10;
    static final int PACKET_EVENT = 11;
    static final int PACKET_INTERNED = 12;
    static final int PACKET_FLAGS = 13;
    static final int PACKET_TRACK = 60;

    static final int INTERNED_CATEGORIES = 1;
    static final int INTERNED_EVENT_NAMES = 2;
    static final int INTERNED_ANNOTATION_NAMES = 3;
    static final int ENTRY_IID = 1;
    static final int ENTRY_NAME = 2;

    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_THREAD = 4;
    static final int TRACK_PARENT = 5;
    static final int TRACK_COUNTER = 8;

    static final int PROCESS_PID = 1;
    static final int PROCESS_NAME = 6;
    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;

    static final int COUNTER_UNIT = 3;

    static final int EVENT_CATEGORY = 3;
    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME = 10;
    static final int EVENT_TRACK = 11;
    static final int EVENT_COUNTER = 30;
    static final int EVENT_DOUBLE_COUNTER = 44;
    static final int EVENT_FLOW = 47;
    static final int EVENT_LAST_FLOW = 48;

    static final int ANNOTATION_NAME = 1;
    static final int ANNOTATION_SIGNED = 4;
    static final int ANNOTATION_DOUBLE = 5;
    static final int ANNOTATION_TEXT = 6;

    private Field() {}
}
