package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.asterism.core.internal.protocol.FieldHandle;

/** A node that waits for several tags, and notifies another tag when they are done. */
public final class TagJoin implements Successor {
    private static final VarHandle OBSTACLES = FieldHandle.of(MethodHandles.lookup(), "obstacles", int.class);
    private static final VarHandle POISON = FieldHandle.of(MethodHandles.lookup(), "poison", Throwable.class);

    private final TagBoard board;
    private final Round joined;
    private volatile int obstacles = 1;
    private volatile Throwable poison;

    TagJoin(TagBoard board, Round joined) {
        this.board = board;
        this.joined = joined;
    }

    /** Returns the tag that is notified. */
    public Round joined() {
        return joined;
    }

    /** Returns the reason why what is notified must not count as done well, or null. */
    public Throwable poison() {
        return poison;
    }

    /** Is called when the join's tag was notified. */
    public void notified() {
        board.wakeWaiters();
    }

    @Override
    public void addObstacle() {
        OBSTACLES.getAndAdd(this, 1);
    }

    @Override
    public boolean removeObstacleQuietly() {
        return (int) OBSTACLES.getAndAdd(this, -1) == 1;
    }

    @Override
    public void poison(Throwable cause) {
        POISON.compareAndSet(this, null, cause);
    }

    @Override
    public void forEachNext(Consumer<GraphNode> visitor) {
        visitor.accept(joined);
    }

    @Override
    public String toString() {
        return "a join of " + joined;
    }
}
