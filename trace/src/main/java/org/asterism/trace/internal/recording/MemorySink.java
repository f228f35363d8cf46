package org.asterism.trace.internal.recording;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.End;
import org.asterism.trace.internal.format.OfTree;

/**
 * Keeps the last part of a recording in memory: as long as the settings say, and no more bytes than they say. One
 * thread at a time.
 */
final class MemorySink implements TraceSink {
    /** A chunk, with the time of its last record. */
    private record Kept(byte[] chunk, long last) {}

    /** A definition that no record from after a time needs. */
    private record Forgotten(Map<Integer, byte[]> of, int number, long time) {}

    /** A tree that a context has from a time on. */
    private record Planted(int context, long time, byte[] encoded) {}

    private final long keepNanos;
    private final long most;
    private final long origin;
    private final Deque<Kept> chunks = new ArrayDeque<>();
    private final List<byte[]> definitions = new ArrayList<>();
    private final Map<Integer, byte[]> handles = new LinkedHashMap<>();
    private final Map<Integer, byte[]> threads = new LinkedHashMap<>();
    private final List<Forgotten> forgottenNow = new ArrayList<>();
    private final List<Planted> trees = new ArrayList<>();
    private final Deque<Forgotten> forgotten = new ArrayDeque<>();
    private long latest;
    private long droppedUntil = Long.MIN_VALUE;
    private long bytes;

    /**
     * Makes an empty one.
     *
     * @param keepNanos how long to keep records, in nanoseconds of the runtime's clock
     * @param most the greatest number of bytes of all records
     * @param origin the time of the recording's begin
     */
    MemorySink(long keepNanos, long most, long origin) {
        this.keepNanos = keepNanos;
        this.most = most;
        this.origin = origin;
        latest = origin;
    }

    @Override
    public void define(List<Definition> added) {
        for (Definition definition : added) {
            byte[] encoded = Definition.encode(definition);
            switch (definition) {
                case Definition.OfHandle(var handle) -> handles.put(handle.id(), encoded);
                case Definition.OfThread(var thread) -> threads.put(thread.id(), encoded);
                case OfTree tree -> trees.add(new Planted(tree.context(), tree.time(), encoded));
                default -> definitions.add(encoded); // bounded: by the machine, or as Names says
            }
        }
    }

    @Override
    public void write(ByteBuffer chunk, long last) {
        byte[] copy = new byte[chunk.remaining()];
        chunk.get(copy);
        chunks.add(new Kept(copy, last));
        bytes += copy.length;
        latest = Math.max(latest, last);
        while (bytes > most) {
            dropFirst();
        }
    }

    private void dropFirst() {
        Kept dropped = chunks.poll();
        bytes -= dropped.chunk().length;
        droppedUntil = Math.max(droppedUntil, dropped.last());
    }

    /** Drops trees that others have replaced before the first record that is left. */
    private void dropTrees() {
        Set<Integer> replaced = new HashSet<>();
        for (int index = trees.size() - 1; index >= 0; index--) {
            Planted tree = trees.get(index);
            if (replaced.contains(tree.context())) {
                trees.remove(index);
            } else if (tree.time() <= droppedUntil) {
                replaced.add(tree.context());
            }
        }
    }

    @Override
    public void forget(int handle) {
        forgottenNow.add(new Forgotten(handles, handle, latest));
    }

    @Override
    public void forgetThread(int thread) {
        forgottenNow.add(new Forgotten(threads, thread, latest));
    }

    @Override
    public void trim(long now) {
        latest = Math.max(latest, now);
        while (!chunks.isEmpty() && latest - chunks.peek().last() > keepNanos) {
            dropFirst();
        }
        dropTrees();
        forgottenNow.forEach(each -> forgotten.add(new Forgotten(each.of(), each.number(), latest)));
        forgottenNow.clear();
        while (!forgotten.isEmpty()
                && (chunks.isEmpty() || forgotten.peek().time() < chunks.peek().last())) {
            Forgotten oldest = forgotten.poll();
            oldest.of().remove(oldest.number());
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public TraceFiles.Content snapshot() {
        List<byte[]> all = new ArrayList<>(definitions);
        all.addAll(threads.values());
        all.addAll(handles.values());
        trees.forEach(tree -> all.add(tree.encoded()));
        List<Kept> kept = List.copyOf(chunks);
        return target -> {
            target.define(all, origin);
            for (Kept each : kept) {
                target.write(ByteBuffer.wrap(each.chunk()));
            }
        };
    }

    /** Does nothing: the end is written when the records are saved. */
    @Override
    public void end(End end) {}
}
