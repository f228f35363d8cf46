package org.asterism.trace.report.internal.analysis;

/**
 * Copies from one memory to another that failed for one reason.
 *
 * @param reason why, in words
 * @param from the name of the source
 * @param to the name of the target
 * @param copies how many
 * @param bytes their size
 * @param first when the first one failed, in nanoseconds
 */
public record FailedCopy(String reason, String from, String to, long copies, long bytes, long first) {
    FailedCopy plus(FailedCopy other) {
        return new FailedCopy(reason, from, to, copies + other.copies, bytes + other.bytes, first);
    }
}
