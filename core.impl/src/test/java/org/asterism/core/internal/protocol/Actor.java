package org.asterism.core.internal.protocol;

import java.util.Arrays;
import java.util.List;

/** A thread that is explored: one move after the other. */
final class Actor {
    static final int LOCALS = 2;

    final String name;
    private final List<Move> moves;
    private int move;
    private int at;
    private final int[] local = new int[LOCALS];

    Actor(String name, Move... moves) {
        this.name = name;
        this.moves = List.of(moves);
    }

    boolean hasEnded() {
        return move == moves.size();
    }

    void step() {
        at = moves.get(move).step(local, at);
        if (at == Move.DONE) {
            at = 0;
            move++;
            Arrays.fill(local, 0);
        }
    }

    int save(int[] into, int from) {
        into[from] = move << 16 | at;
        System.arraycopy(local, 0, into, from + 1, LOCALS);
        return from + 1 + LOCALS;
    }

    int restore(int[] saved, int from) {
        move = saved[from] >>> 16;
        at = saved[from] & 0xFFFF;
        System.arraycopy(saved, from + 1, local, 0, LOCALS);
        return from + 1 + LOCALS;
    }

    @Override
    public String toString() {
        return name + (hasEnded() ? " has ended" : " at move " + move + ", step " + at);
    }
}
