package org.asterism.trace.export.internal.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Trace that the protobuf library has read, as Perfetto understands it: names by number, events sorted by time. */
final class PerfettoFile {
    private final Map<String, String> names = new HashMap<>();
    private final Map<Long, Message> tracks = new HashMap<>();
    private final List<Event> events = new ArrayList<>();

    record Event(
            long time,
            String type,
            String track,
            String name,
            Map<String, Object> annotations,
            List<Long> flows,
            List<Long> lastFlows,
            Object counter) {}

    record Slice(String track, String name, long begin, long end, Event event) {}

    PerfettoFile(byte[] bytes) throws Exception {
        DynamicMessage trace = DynamicMessage.parseFrom(schema().findMessageTypeByName("Trace"), bytes);
        for (Message packet : PerfettoFile.<Message>all(trace, "packet")) {
            assertNoUnknownFields(packet);
            assertEquals(1, get(packet, "trusted_packet_sequence_id"));
            assertEquals(tracks.isEmpty() && names.isEmpty() ? 3 : 2, get(packet, "sequence_flags"));
            read(packet);
        }
        events.sort(Comparator.comparingLong(Event::time)); // as Perfetto does: stable
    }

    private static FileDescriptor schema() throws Exception {
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
        try (InputStreamReader text = new InputStreamReader(
                PerfettoFile.class.getResourceAsStream("/org/asterism/trace/export/perfetto.textproto"),
                StandardCharsets.UTF_8)) {
            TextFormat.merge(text, file);
        }
        return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    }

    private static void assertNoUnknownFields(Message message) {
        assertTrue(message.getUnknownFields().asMap().isEmpty(), () -> "unknown fields in " + message);
        message.getAllFields().forEach((field, value) -> {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                (field.isRepeated() ? (List<?>) value : List.of(value))
                        .forEach(nested -> assertNoUnknownFields((Message) nested));
            }
        });
    }

    private static Object get(Message message, String field) {
        FieldDescriptor descriptor = message.getDescriptorForType().findFieldByName(field);
        return message.hasField(descriptor) ? message.getField(descriptor) : null;
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> all(Message message, String field) {
        return (List<T>) message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    private void read(Message packet) {
        Message interned = (Message) get(packet, "interned_data");
        if (interned != null) {
            for (String table : List.of("event_categories", "event_names", "debug_annotation_names")) {
                for (Message entry : PerfettoFile.<Message>all(interned, table)) {
                    String known = names.put(table + get(entry, "iid"), (String) get(entry, "name"));
                    assertEquals(null, known, "a number has one name");
                }
            }
        }
        Message track = (Message) get(packet, "track_descriptor");
        if (track != null) {
            Object parent = get(track, "parent_uuid");
            assertTrue(parent == null || tracks.containsKey(parent), () -> "parent comes first: " + track);
            assertEquals(null, tracks.put((Long) get(track, "uuid"), track), "a track is described once");
        }
        Message event = (Message) get(packet, "track_event");
        if (event != null) {
            events.add(event((Long) get(packet, "timestamp"), event));
        }
    }

    private Event event(long time, Message event) {
        String type = ((EnumValueDescriptor) get(event, "type")).getName();
        Message track = tracks.get((Long) get(event, "track_uuid"));
        assertNotNull(track, () -> "the track is described before its first event: " + event);
        Object name = get(event, "name_iid");
        Map<String, Object> annotations = new TreeMap<>();
        for (Message annotation : PerfettoFile.<Message>all(event, "debug_annotations")) {
            Object key = names.get("debug_annotation_names" + get(annotation, "name_iid"));
            annotation.getAllFields().forEach((field, value) -> {
                if (!field.getName().equals("name_iid")) {
                    annotations.put((String) key, value);
                }
            });
        }
        PerfettoFile.<Long>all(event, "category_iids")
                .forEach(category -> assertNotNull(names.get("event_categories" + category)));
        Object counter = get(event, "counter_value");
        return new Event(
                time,
                type,
                name(track),
                name == null ? null : names.get("event_names" + name),
                annotations,
                all(event, "flow_ids"),
                all(event, "terminating_flow_ids"),
                counter == null ? get(event, "double_counter_value") : counter);
    }

    private static String name(Message track) {
        Message thread = (Message) get(track, "thread");
        Message process = (Message) get(track, "process");
        if (process != null) {
            return "process " + get(process, "process_name");
        }
        return (String) (thread == null ? get(track, "name") : get(thread, "thread_name"));
    }

    List<String> tracks() {
        return tracks.values().stream().map(PerfettoFile::name).sorted().toList();
    }

    List<Event> events() {
        return events;
    }

    /** The slices of a track, which must be closed and must not overlap partly. */
    List<Slice> slices(String track) {
        List<Slice> slices = new ArrayList<>();
        List<Event> open = new ArrayList<>();
        for (Event event : events) {
            if (event.track().equals(track) && event.type().equals("TYPE_SLICE_BEGIN")) {
                open.add(event);
            } else if (event.track().equals(track) && event.type().equals("TYPE_SLICE_END")) {
                Event begin = open.removeLast();
                slices.add(new Slice(track, begin.name(), begin.time(), event.time(), begin));
            }
        }
        assertEquals(List.of(), open, "open slices");
        return slices;
    }

    /** The values of a counter, as text {@code time=value}. */
    List<String> counter(String track) {
        return events.stream()
                .filter(event -> event.track().equals(track))
                .map(event -> event.time() / 1e6 + "=" + event.counter())
                .toList();
    }
}
