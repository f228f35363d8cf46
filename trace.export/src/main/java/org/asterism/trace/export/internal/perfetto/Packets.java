package org.asterism.trace.export.internal.perfetto;

import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.export.internal.output.Output;

/**
 * Packets of one sequence. A name is written once, before the first event that has it; events refer to its number. The
 * order of the packets is not that of their times: readers sort them.
 */
final class Packets {
    private static final int SEQUENCE = 1;
    private static final int STATE_CLEARED = 1;
    private static final int NEEDS_STATE = 2;

    private final Output output;
    private final long origin;
    private final Message message = new Message();
    private final Map<Integer, Map<String, Integer>> names = new HashMap<>();
    private boolean begun;

    Packets(Output output, long origin) {
        this.output = output;
        this.origin = origin;
    }

    /** Returns the number of a name, which it writes if it is new. Not within a packet. */
    int name(int table, String name) {
        Map<String, Integer> numbers = names.computeIfAbsent(table, _ -> new HashMap<>());
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = numbers.size() + 1;
        numbers.put(name, number);
        int packet = begin();
        int interned = message.begin(Field.PACKET_INTERNED);
        int entry = message.begin(table);
        message.number(Field.ENTRY_IID, number).text(Field.ENTRY_NAME, name);
        message.end(entry);
        message.end(interned);
        end(packet);
        return number;
    }

    /** Begins a packet; returns a mark for {@link #end}. */
    int begin() {
        int packet = message.begin(Field.TRACE_PACKET);
        message.number(Field.PACKET_SEQUENCE, SEQUENCE)
                .number(Field.PACKET_FLAGS, begun ? NEEDS_STATE : STATE_CLEARED | NEEDS_STATE);
        begun = true;
        return packet;
    }

    /** Begins a packet with a time. */
    int begin(long time) {
        int packet = begin();
        // A kernel may have begun before the recording; times are unsigned.
        message.number(Field.PACKET_TIMESTAMP, Math.max(0, time - origin));
        return packet;
    }

    Message message() {
        return message;
    }

    void end(int packet) {
        message.end(packet);
        message.writeTo(output);
    }
}
