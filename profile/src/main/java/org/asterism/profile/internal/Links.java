package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.asterism.api.MemoryNode;
import org.asterism.profile.LinkProfile;

/** What travelled between memory nodes. Any thread. */
final class Links {
    private record Key(int from, int to) {}

    private static final class Sum {
        private final String from;
        private final String to;
        private long bytes;
        private long transfers;
        private long nanos;

        private Sum(MemoryNode from, MemoryNode to) {
            this.from = from.name();
            this.to = to.name();
        }

        private synchronized void add(long size, long time) {
            bytes += size;
            transfers++;
            nanos += time;
        }

        private synchronized LinkProfile profile() {
            return new LinkProfile(from, to, bytes, transfers, nanos);
        }
    }

    private final ConcurrentMap<Key, Sum> sums = new ConcurrentHashMap<>();

    void transferred(MemoryNode from, MemoryNode to, long bytes, long nanos) {
        sums.computeIfAbsent(new Key(from.id(), to.id()), _ -> new Sum(from, to))
                .add(bytes, nanos);
    }

    List<LinkProfile> profiles() {
        List<Key> keys = new ArrayList<>(sums.keySet());
        keys.sort((one, other) -> one.from() != other.from()
                ? Integer.compare(one.from(), other.from())
                : Integer.compare(one.to(), other.to()));
        return keys.stream().map(sums::get).map(Sum::profile).toList();
    }

    void reset() {
        sums.clear();
    }
}
