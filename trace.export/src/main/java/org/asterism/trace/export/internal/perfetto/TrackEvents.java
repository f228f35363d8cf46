package org.asterism.trace.export.internal.perfetto;

/** Events on tracks: slices, instants and values of counters. */
final class TrackEvents {
    private static final int SLICE_BEGIN = 1;
    private static final int SLICE_END = 2;
    private static final int INSTANT = 3;
    private static final int COUNTER = 4;

    private final Packets packets;

    /** Adds fields to the event that is being written. */
    @FunctionalInterface
    interface Details {
        Details NONE = _ -> {};

        void addTo(Message event);
    }

    TrackEvents(Packets packets) {
        this.packets = packets;
    }

    void slice(long track, String category, String name, long begin, long end, Details details) {
        begin(track, category, name, begin, details);
        end(track, Math.max(begin, end));
    }

    void begin(long track, String category, String name, long time, Details details) {
        named(track, SLICE_BEGIN, category, name, time, details);
    }

    void end(long track, long time) {
        event(track, SLICE_END, time, Details.NONE);
    }

    void instant(long track, String category, String name, long time, Details details) {
        named(track, INSTANT, category, name, time, details);
    }

    void counter(long track, long time, long value) {
        event(track, COUNTER, time, event -> event.number(Field.EVENT_COUNTER, value));
    }

    void counter(long track, long time, double value) {
        event(track, COUNTER, time, event -> event.number(Field.EVENT_DOUBLE_COUNTER, value));
    }

    private void named(long track, int type, String category, String name, long time, Details details) {
        int categoryNumber = packets.name(Field.INTERNED_CATEGORIES, category);
        int nameNumber = packets.name(Field.INTERNED_EVENT_NAMES, name);
        event(track, type, time, event -> {
            event.number(Field.EVENT_CATEGORY, categoryNumber).number(Field.EVENT_NAME, nameNumber);
            details.addTo(event);
        });
    }

    private void event(long track, int type, long time, Details details) {
        int packet = packets.begin(time);
        Message message = packets.message();
        int event = message.begin(Field.PACKET_EVENT);
        message.number(Field.EVENT_TYPE, type).number(Field.EVENT_TRACK, track);
        details.addTo(message);
        message.end(event);
        packets.end(packet);
    }
}
