package org.asterism.core.internal.protocol;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Goes through all interleavings of some actors, depth first, each state once. In every state the scene's invariants
 * are checked; a state in which nobody can go on although somebody has not ended is a deadlock, a way back to an
 * earlier state a livelock. So if it comes to an end, every fair run of the actors does.
 */
final class Explorer {
    /** What was explored. */
    record Explored(int states, BigInteger interleavings, int longest) {}

    private record State(int[] words) {
        @Override
        public boolean equals(Object other) {
            return other instanceof State that && Arrays.equals(words, that.words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(words);
        }
    }

    private static final BigInteger ON_THE_WAY = BigInteger.ZERO;

    private final Scene scene;
    private final Map<State, BigInteger> waysOn = new HashMap<>();
    private final List<String> way = new ArrayList<>();
    private int longest;

    private Explorer(Scene scene) {
        this.scene = scene;
    }

    static Explored explore(Scene scene) {
        Explorer explorer = new Explorer(scene);
        BigInteger ways = explorer.follow(scene.save());
        return new Explored(explorer.waysOn.size(), ways, explorer.longest);
    }

    /** The number of ways on from a state to the end. */
    private BigInteger follow(int[] from) {
        State state = new State(from);
        BigInteger known = waysOn.get(state);
        if (known == ON_THE_WAY) {
            throw failure("a livelock: this state was there before");
        }
        if (known != null) {
            return known;
        }
        waysOn.put(state, ON_THE_WAY);
        longest = Math.max(longest, way.size());
        BigInteger ways = BigInteger.ZERO;
        boolean allEnded = true;
        boolean somebodyWentOn = false;
        for (Actor actor : scene.actors()) {
            scene.restore(from);
            if (actor.hasEnded()) {
                continue;
            }
            allEnded = false;
            way.add(actor.toString());
            try {
                actor.step();
                scene.check();
            } catch (AssertionError | IllegalStateException broken) {
                throw failure(broken.getMessage());
            }
            int[] next = scene.save();
            if (!Arrays.equals(next, from)) {
                somebodyWentOn = true;
                ways = ways.add(follow(next));
            }
            way.removeLast();
        }
        if (allEnded) {
            scene.restore(from);
            try {
                scene.checkEnd();
            } catch (AssertionError broken) {
                throw failure(broken.getMessage());
            }
            ways = BigInteger.ONE;
        } else if (!somebodyWentOn) {
            scene.restore(from);
            throw failure("a deadlock: " + scene.actors());
        }
        waysOn.put(state, ways);
        return ways;
    }

    private Broken failure(String what) {
        return new Broken(what, Collections.unmodifiableList(new ArrayList<>(way)));
    }

    /** What was found wrong, and the steps that led there. */
    static final class Broken extends AssertionError {
        private static final long serialVersionUID = 1;

        Broken(String what, List<String> way) {
            super(what + "\nafter\n  " + String.join("\n  ", way));
        }
    }
}
