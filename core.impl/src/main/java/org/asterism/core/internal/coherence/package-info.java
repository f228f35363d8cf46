/**
 * Copies of data on memory nodes: their validity, their memory and their transfers.
 *
 * <p><b>Claims.</b> A claim gets all its room or none. So two tasks that each need more than half of a memory run one
 * after the other.
 *
 * <p><b>Lineage.</b> Data with a lineage, and the data that their producers read, have a {@link History}.
 *
 * <ul>
 *   <li>A {@link TaskRecord} is made when a claim is met, because the task forgets its data when it ends, and inputs
 *       may be lost before.
 *   <li>All missing values are planned together, in the order in which the producers ended. So data may be computed
 *       from each other. The plan refuses a producer whose inputs it cannot provide in the version that was read.
 *   <li>Nothing is planned before tasks on the lost device have given up their claims: what they were to write may have
 *       its former value elsewhere. A further loss ends nothing; the next plan follows when all replays have ended.
 *   <li>While values are missing, a cut or the end of data waits.
 *   <li>A copy to main memory arrives in a {@link Staging} while the base is needed, so that a loss meanwhile finds the
 *       base.
 *   <li>Replays are tasks of the default context that count, so {@code waitAll} and {@code close} wait for them. All
 *       are submitted at once, so the count does not drop to zero in between.
 * </ul>
 *
 * <p><b>Partitions.</b> A part is a <i>view</i> in a copy of the whole, its <i>host</i>, if there is room.
 *
 * <ul>
 *   <li>Memory that is shared has the same content for all, or is not valid. Cutting for writing invalidates the whole,
 *       gathering the parts. Cutting for reading leaves both valid, so a part may take its content from a valid whole
 *       around it.
 *   <li>Transfers under way end first, or a void transfer would write into the memory of other data.
 *   <li>A host is evicted when each valid copy in it is valid elsewhere.
 *   <li>Views never block a task: if hosts do not fit beside each other, parts get memory of their own.
 * </ul>
 */
package org.asterism.core.internal.coherence;
