package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The data of one copy that is to be sent.
 *
 * @param pieces the memory of the host that has them
 * @param release to be run once, when the memory is not used any more
 */
record CopySource(List<MemorySegment> pieces, Runnable release) {}
