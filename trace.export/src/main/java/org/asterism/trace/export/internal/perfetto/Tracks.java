package org.asterism.trace.export.internal.perfetto;

import java.util.HashSet;
import java.util.Set;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.timeline.Links.Link;

/** Tracks of a trace: each is described once, before its first event. */
final class Tracks {
    private static final int PROCESS = 1;
    private static final int UNIT_OTHER = 0;
    private static final int UNIT_COUNT = 2;
    private static final int UNIT_BYTES = 3;
    private static final int FIRST_THREAD = 1_000_000;
    private static final int PER_KIND = Integer.SIZE;
    private static final int PER_NODE = 12;

    private final Packets packets;
    private final Set<Long> described = new HashSet<>();

    private enum Kind {
        PROCESS,
        WORKER,
        STATE,
        THREAD,
        CONTEXT,
        LINK,
        BANDWIDTH,
        MEMORY,
        COUNT
    }

    Tracks(Packets packets) {
        this.packets = packets;
    }

    /** The process, which all other tracks belong to. */
    long process() {
        long uuid = uuid(Kind.PROCESS, 0);
        if (described.add(uuid)) {
            int[] marks = begin(uuid);
            int process = packets.message().begin(Field.TRACK_PROCESS);
            packets.message().number(Field.PROCESS_PID, PROCESS).text(Field.PROCESS_NAME, "Asterism");
            packets.message().end(process);
            end(marks);
        }
        return uuid;
    }

    /** The tasks of a worker. */
    long worker(TraceWorker worker) {
        return thread(uuid(Kind.WORKER, worker.id()), worker.id() + 1, worker.name());
    }

    /** The states of a worker between its tasks. */
    long state(TraceWorker worker) {
        return track(uuid(Kind.STATE, worker.id()), worker(worker), worker.name() + " state");
    }

    /** A thread that submits tasks or runs callbacks. */
    long thread(TraceThread thread) {
        return thread(uuid(Kind.THREAD, thread.id()), FIRST_THREAD + thread.id(), "thread " + thread.name());
    }

    /** The policies of a context; contexts are numbered by their first event. */
    long context(int number, String name) {
        return track(uuid(Kind.CONTEXT, number), process(), "context " + name);
    }

    /** Copies on a link; a lane has no two copies at a time. */
    long link(Link link, int lane) {
        return track(uuid(Kind.LINK, number(link) << Byte.SIZE | lane), process(), name(link));
    }

    long bandwidth(Link link) {
        return counter(uuid(Kind.BANDWIDTH, number(link)), name(link) + " bandwidth (MB/s)", UNIT_OTHER);
    }

    long memory(TraceNode node) {
        return counter(uuid(Kind.MEMORY, node.id()), node.name() + " used", UNIT_BYTES);
    }

    long count(int number, String name) {
        return counter(uuid(Kind.COUNT, number), name, UNIT_COUNT);
    }

    private static long uuid(Kind kind, int number) {
        return (kind.ordinal() + 1L) << PER_KIND | number;
    }

    private static int number(Link link) {
        return link.from().id() << PER_NODE | link.to().id();
    }

    private static String name(Link link) {
        return link.from().name() + " → " + link.to().name();
    }

    private long thread(long uuid, int id, String name) {
        long process = process();
        if (described.add(uuid)) {
            int[] marks = begin(uuid);
            packets.message().number(Field.TRACK_PARENT, process);
            int thread = packets.message().begin(Field.TRACK_THREAD);
            packets.message()
                    .number(Field.THREAD_PID, PROCESS)
                    .number(Field.THREAD_TID, id)
                    .text(Field.THREAD_NAME, name);
            packets.message().end(thread);
            end(marks);
        }
        return uuid;
    }

    private long track(long uuid, long parent, String name) {
        if (described.add(uuid)) {
            int[] marks = begin(uuid);
            packets.message().number(Field.TRACK_PARENT, parent).text(Field.TRACK_NAME, name);
            end(marks);
        }
        return uuid;
    }

    private long counter(long uuid, String name, int unit) {
        long process = process();
        if (described.add(uuid)) {
            int[] marks = begin(uuid);
            packets.message().number(Field.TRACK_PARENT, process).text(Field.TRACK_NAME, name);
            int counter = packets.message().begin(Field.TRACK_COUNTER);
            packets.message().number(Field.COUNTER_UNIT, unit);
            packets.message().end(counter);
            end(marks);
        }
        return uuid;
    }

    private int[] begin(long uuid) {
        int packet = packets.begin();
        int track = packets.message().begin(Field.PACKET_TRACK);
        packets.message().number(Field.TRACK_UUID, uuid);
        return new int[] {packet, track};
    }

    private void end(int[] marks) {
        packets.message().end(marks[1]);
        packets.end(marks[0]);
    }
}
