package org.asterism.api;

import java.util.List;
import java.util.Objects;

/**
 * Explains why a task has not ended, or why a worker is in its current state, with the causes. The causes of a waiting
 * task lead step by step to the task or event that has to happen first, such as a running task.
 *
 * @param subject the name of the task, worker, context, tag or piece of data that is explained
 * @param reason the kind of the reason
 * @param text the reason, in words that follow the subject, such as {@code "runs on cpu-0"}
 * @param causes explanations of the things that the subject waits for; empty if the reason needs no further explanation
 */
public record Explanation(String subject, WaitReason reason, String text, List<Explanation> causes) {
    /** Refuses null and copies the causes. */
    public Explanation {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(text, "text");
        causes = List.copyOf(causes);
    }

    /**
     * An explanation without further causes.
     *
     * @param subject the name of what is explained
     * @param reason the kind of the reason
     * @param text the reason, in words that follow the subject
     */
    public Explanation(String subject, WaitReason reason, String text) {
        this(subject, reason, text, List.of());
    }

    @Override
    public String toString() {
        return subject + " " + text;
    }
}
