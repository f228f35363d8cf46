package org.asterism.itest.container;

/** Rounds of changes in a framework, after which it takes no more of its machine than before. */
final class MeasuredRounds {
    private MeasuredRounds() {}

    /** What is repeated. */
    interface Round {
        void run(int number) throws Exception;
    }

    /** Measures after the first fifth of the rounds, which load what stays loaded, and at the end. */
    static void repeat(LiveFramework framework, int rounds, Round round) throws Exception {
        int warmUp = Math.max(1, rounds / 5);
        for (int number = 0; number < warmUp; number++) {
            round.run(number);
        }
        framework.awaitRelease();
        Footprint before = framework.footprint();
        for (int number = warmUp; number < rounds; number++) {
            round.run(number);
        }
        framework.awaitRelease();
        Footprint after = framework.footprint();
        System.out.println("after " + warmUp + " rounds: " + before + "; after " + rounds + ": " + after);
        after.assertNotAbove(before, rounds - warmUp);
    }
}
