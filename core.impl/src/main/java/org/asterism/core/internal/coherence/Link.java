package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.asterism.api.data.TransferKind;

/**
 * The link from one memory node to another: waiting requests, the most urgent first, and those under way.
 *
 * <p>The number of transfers under way is limited for each kind, so that an urgent one never waits behind many others.
 * Only commands of the {@link Traffic} use it.
 */
final class Link {
    private static final int MOST_FETCHES = 5;
    private static final int MOST_PREFETCHES = 2;
    private static final int MOST_IDLE_PREFETCHES = 1;

    final NodeMemory from;
    final NodeMemory to;
    private final PriorityQueue<TransferRequest> queue = new PriorityQueue<>();
    private final List<TransferRequest> underWay = new ArrayList<>();

    Link(NodeMemory from, NodeMemory to) {
        this.from = from;
        this.to = to;
    }

    void add(TransferRequest request) {
        request.link = this;
        queue.add(request);
    }

    /** Takes a request out of the queue; false if it is not there. */
    boolean remove(TransferRequest request) {
        return queue.remove(request);
    }

    /** Takes all requests out of the queue. */
    void drainTo(List<TransferRequest> requests) {
        requests.addAll(queue);
        queue.clear();
    }

    /** Takes the request to begin with next, or null if none waits or enough are under way. */
    TransferRequest next() {
        TransferRequest first = queue.peek();
        if (first == null || underWay.size() >= most(first.kind())) {
            return null;
        }
        return queue.poll();
    }

    private static int most(TransferKind kind) {
        return switch (kind) {
            case FETCH -> MOST_FETCHES;
            case TASK_PREFETCH, PREFETCH -> MOST_PREFETCHES;
            case IDLE_PREFETCH -> MOST_IDLE_PREFETCHES;
        };
    }

    void begun(TransferRequest request) {
        underWay.add(request);
    }

    /** Whether anything is under way. */
    boolean isBusy() {
        return !underWay.isEmpty();
    }

    /** Whether it begins or ends at a node. */
    boolean isOf(NodeMemory node) {
        return from == node || to == node;
    }

    List<TransferRequest> underWay() {
        return underWay;
    }
}
