package org.asterism.spi.remote;

import java.io.IOException;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The service of a coordinator: shows the members whose workers this process uses, and starts members on this machine.
 *
 * <p><b>Threads.</b> Any.
 */
@ProviderType
public interface Cluster {
    /**
     * Returns the members.
     *
     * @return a snapshot in the order in which they came; the members that were lost last are kept for a while
     */
    List<ClusterMember> members();

    /**
     * Starts other Java virtual machines on this machine, and waits until runtimes can use their workers. They listen
     * at loopback addresses only, and end with this process at the latest.
     *
     * @param number how many, at least 1
     * @return ends them when it is closed
     * @throws IOException if one does not start or does not become a member: the message says which and why; none is
     *     left
     * @throws InterruptedException if the thread is interrupted; none is left
     */
    LocalMembers startMembers(int number) throws IOException, InterruptedException;

    /** Members that this process has started. */
    interface LocalMembers extends AutoCloseable {
        /**
         * Returns their names. Only runtimes whose configuration has them as the property {@code members} of the driver
         * {@code remote}, with commas between, use their workers.
         *
         * @return in the order in which they were started
         */
        List<String> names();

        /** Ends the members. Their tasks are lost, so close the runtimes that use them first. */
        @Override
        void close();
    }
}
