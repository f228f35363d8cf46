package org.asterism.console.web.internal.live;

import java.util.List;

/**
 * The lanes of all workers that ran something, or what has changed in them.
 *
 * @param watch differs if the runtime was not observed for a while, or is another one: what was seen before is void
 * @param now the time, by the runtime's clock
 * @param next ask with this number for what changes from now on
 * @param codelets the names of codelets, by their numbers
 * @param lanes by worker
 * @param incidents the last ones, the oldest first
 */
public record LanesView(
        long watch, long now, long next, List<String> codelets, List<LaneView> lanes, List<Incident> incidents) {}
