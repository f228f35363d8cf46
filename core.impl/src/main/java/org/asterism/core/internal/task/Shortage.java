package org.asterism.core.internal.task;

import java.util.List;
import java.util.stream.Collectors;

/**
 * That a task's data can never have room on a memory node: it cannot run on the workers there.
 *
 * @param node the id of the memory node
 * @param numbers what is needed there, and what there is, in words that follow "needs"
 */
public record Shortage(int node, String numbers) {
    /** The numbers of several, in words that follow "needs". */
    public static String list(List<Shortage> some) {
        return some.stream().map(Shortage::numbers).collect(Collectors.joining(", and "));
    }
}
