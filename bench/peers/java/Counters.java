import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** Dependencies as counters and lists of successors: what a program may write for itself that wants nothing else. */
final class Counters implements Dependencies<Counters.Node> {
    private final ExecutorService pool;
    private final Work work;

    Counters(ExecutorService pool, Work work) {
        this.pool = pool;
        this.work = work;
    }

    @Override
    public Node submit(Node first, Node second, Node third) {
        Node node = new Node();
        node.after(first);
        node.after(second);
        node.after(third);
        node.obstacleGone();
        return node;
    }

    /** A task. */
    final class Node implements Runnable {
        /** Tasks it waits for, and one for its own submission. */
        private final AtomicInteger obstacles = new AtomicInteger(1);

        private Node[] successors = new Node[2];
        private int successorCount;
        private boolean ended;

        /** Made by who waits for the task before it has ended, if anybody does. */
        private CountDownLatch awaited;

        private void after(Node predecessor) {
            if (predecessor == null) {
                return;
            }
            synchronized (predecessor) {
                if (predecessor.ended) {
                    return;
                }
                obstacles.incrementAndGet();
                predecessor.add(this);
            }
        }

        private void add(Node successor) {
            if (successorCount == successors.length) {
                successors = Arrays.copyOf(successors, 2 * successorCount);
            }
            successors[successorCount++] = successor;
        }

        private void obstacleGone() {
            if (obstacles.decrementAndGet() == 0) {
                pool.execute(this);
            }
        }

        @Override
        public void run() {
            work.run();
            CountDownLatch latch;
            synchronized (this) {
                ended = true;
                latch = awaited;
            }
            // Nobody adds to the list of a task that has ended.
            for (int i = 0; i < successorCount; i++) {
                successors[i].obstacleGone();
            }
            if (latch != null) {
                latch.countDown();
            }
        }

        void await() throws InterruptedException {
            CountDownLatch latch;
            synchronized (this) {
                if (ended) {
                    return;
                }
                awaited = new CountDownLatch(1);
                latch = awaited;
            }
            latch.await();
        }
    }
}
