package org.asterism.core.internal.coherence;

import java.util.concurrent.CompletableFuture;

/**
 * Asks the other runtimes that use the device of a memory node to free what they keep there for later, when the driver
 * has refused memory to a claim.
 *
 * <p>The claim waits for the answer. The question is asked outside the seat, since each runtime answers in a seat of
 * its own: the thread of one seat must not run the work of another.
 *
 * <p>A claim that is refused once more asks again, unless the others have not taken or freed memory between two
 * answers. Then they have used what they had when the claim was refused, and it is in vain. A single question would not
 * do: tasks of the others that have begun or ended since may keep the memory that was free.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class OtherRuntimes {
    /** After so many questions the claim fails, since others that are busy change the memory all the time. */
    private static final int MOST_QUESTIONS = 1000;

    /** What was asked on behalf of a claim. */
    static final class Question {
        private final Claim claim;
        private boolean isUnderWay;
        private boolean isInVain;
        private int answers;

        /** How often the others had changed the memory at the latest answer. */
        private long changes;

        private Question(Claim claim) {
            this.claim = claim;
        }

        private void isAnswered(long latest) {
            isUnderWay = false;
            isInVain = answers > 0 && latest == changes || answers == MOST_QUESTIONS;
            answers++;
            changes = latest;
        }
    }

    private final Seat seat;
    private volatile MemorySharers sharers = MemorySharers.NONE;

    OtherRuntimes(Seat seat) {
        this.seat = seat;
    }

    /** Sets the others. */
    void are(MemorySharers others) {
        sharers = others;
    }

    /** Whether a claim has to wait for the answer of others; the seat works again when it has come. */
    boolean areAsked(Claim claim) {
        NodeMemory node = claim.node();
        if (node.isMain() || node.leaving) {
            return false;
        }
        if (node.question == null || node.question.claim != claim) {
            node.question = new Question(claim);
        }
        Question question = node.question;
        boolean isAlone = question.answers == 0 && sharers.changes(node) == 0;
        if (!question.isUnderWay && !question.isInVain && !isAlone) {
            question.isUnderWay = true;
            seat.afterwards(() -> ask(node, question));
        }
        return question.isUnderWay;
    }

    private void ask(NodeMemory node, Question question) {
        CompletableFuture<Long> answer;
        try {
            answer = sharers.dropKept(node);
        } catch (RuntimeException | Error thrown) {
            answer = CompletableFuture.failedFuture(thrown);
        }
        answer.whenComplete((changes, failure) ->
                seat.post(() -> question.isAnswered(failure == null ? changes : question.changes)));
    }
}
