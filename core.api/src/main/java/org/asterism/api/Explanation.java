package org.asterism.api;

import java.util.List;
import java.util.Objects;

/**
 * Explanation why a task has not ended or why a worker does what it does, with the causes behind it. The causes of a
 * waiting task lead down to what it waits for in the end, such as a running task.
 *
 * @param subject the name of the task, worker, context, tag or piece of data that is explained
 * @param reason the kind of the reason
 * @param text the reason, in words that follow the subject, such as {@code "runs on cpu-0"}
 * @param causes explanations of what the subject waits for; empty if the reason says all
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
