package org.asterism.kit.remote;

import java.util.List;
import java.util.Map;

/**
 * A message between a coordinator and a member, or between two members of a coordinator, of which one gets data of the
 * other ({@link Visit}, {@link Read}, {@link Data}). {@link MessageCodec} writes and reads it. Messages are received in
 * the order in which they were sent, so memory is allocated before it is written, and written before a kernel begins.
 */
public sealed interface Message {
    /** The version of the protocol. Peers with another one are refused. */
    int PROTOCOL = 6;

    /** The number of {@link Read}s that a peer lets a member answer at a time. */
    int MOST_READS = 256;

    /** The number of {@link Pull}s that a coordinator lets a member make from another one at a time. */
    int MOST_PULLS = MOST_READS;

    /** The number of kernels that a coordinator may launch on a unit before they end, those of all runtimes. */
    int MOST_LAUNCHES = 64;

    /**
     * The first message of each side. Its form is the same in all versions.
     *
     * @param protocol the sender's {@link #PROTOCOL}
     * @param version the sender's version of Asterism
     * @param littleEndian the order of bytes in the sender's memory
     * @param name the sender's name
     */
    record Hello(int protocol, String version, boolean littleEndian, String name) implements Message {}

    /**
     * The greatest number of bytes that one message should write, read or copy, since others wait for its end. In the
     * memory of a device, more is refused.
     */
    long LONGEST_STEP = 1L << 20;

    /**
     * How many bytes a coordinator has on their way to a member at a time, and how many it asks for: enough for a fast
     * network, and little enough that kernels, whose messages come after them, need not wait for long.
     */
    long WINDOW = 2L << 20;

    /**
     * What a member offers, once it has seen the coordinator's {@link Hello}.
     *
     * @param memory the number of bytes of the member's main memory that the coordinator may allocate
     * @param devices the memories of the member's devices; their numbers begin with 1, see {@link MemoryAddress}
     * @param units the compute units
     * @param codelets the codelets that they can run
     * @param bundle the greatest number of bytes of a bundle that the member installs; 0 if it installs none
     */
    record Offer(long memory, List<Memory> devices, List<Unit> units, List<CodeletReference> codelets, long bundle)
            implements Message {
        /** Copies the lists. */
        public Offer {
            devices = List.copyOf(devices);
            units = List.copyOf(units);
            codelets = List.copyOf(codelets);
        }
    }

    /**
     * The memory of a device.
     *
     * @param name unique on its member
     * @param capacity the number of bytes that the coordinator may allocate
     * @param largestAllocation the number of bytes of the largest block
     * @param viewAlignment where parts of blocks may begin: at multiples of this number of bytes, a power of two
     */
    record Memory(String name, long capacity, long largestAllocation, long viewAlignment) {}

    /**
     * A compute unit of a member.
     *
     * @param name unique on its member
     * @param architecture its kind of processor
     * @param memory the number of the memory that its kernels work in; 0 for main memory
     * @param properties facts for people; values are strings, numbers or booleans
     */
    record Unit(String name, String architecture, int memory, Map<String, Object> properties) {
        /** Copies the map. */
        public Unit {
            properties = Map.copyOf(properties);
        }
    }

    /**
     * The other codelets that a member can run now: catalogues have come or gone.
     *
     * @param codelets all that its units can run
     */
    record Codelets(List<CodeletReference> codelets) implements Message {
        /** Copies the list. */
        public Codelets {
            codelets = List.copyOf(codelets);
        }
    }

    /**
     * Offers a bundle that the member lacks. The member answers with {@link Wanted} or {@link Installed}. One bundle at
     * a time is offered.
     *
     * @param source the bundle
     * @param bytes the length of its jar file
     */
    record Bundle(CodeletSource source, long bytes) implements Message {}

    /**
     * The coordinator shall send the bundle that it has offered, as {@link Part}s.
     *
     * @param source the bundle
     */
    record Wanted(CodeletSource source) implements Message {}

    /**
     * The next bytes of a jar file. The member answers the last ones with {@link Installed}.
     *
     * @param content not empty
     */
    record Part(byte[] content) implements Message {
        /** How many bytes a coordinator sends at a time, so that others need not wait for long. */
        public static final int USUAL = 1 << 18;
    }

    /**
     * The member has installed a bundle, and has told its codelets; or it refuses it.
     *
     * @param source the bundle
     * @param obstacle why the bundle cannot be used there, in a phrase; empty if it can
     */
    record Installed(CodeletSource source, String obstacle) implements Message {}

    /**
     * Allocates memory of the member. The coordinator chooses the addresses, so that it need not wait for an answer. If
     * a device refuses the block, the copies and kernels that use it fail.
     *
     * @param address the coordinator's name for the first byte, which tells the memory, see {@link MemoryAddress}
     * @param bytes the size
     */
    record Allocate(long address, long bytes) implements Message {
        private static final long LEAST_CHARGE = 1 << 12;

        /**
         * Returns what both sides charge against the limit of memory for a block, because small ones cost more than
         * their bytes.
         *
         * @param bytes the size of the block
         * @return 4 KiB or more
         */
        public static long charge(long bytes) {
            return Math.max(LEAST_CHARGE, bytes);
        }
    }

    /**
     * Gives memory of the member back.
     *
     * @param address that it was allocated at
     */
    record Free(long address) implements Message {}

    /**
     * Writes the body of the message to memory of the member, which answers with {@link Written} or {@link Uncopied}.
     * Of those to devices, and of {@link Copy copies}, {@link Staging#MOST} may be under way at a time.
     *
     * @param transfer the coordinator's number of the copy
     * @param ranges where the body goes, one after the other
     */
    record Write(long transfer, List<StridedRange> ranges) implements Message {
        /** Copies the list. */
        public Write {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * A {@link Write} or {@link Copy} has ended.
     *
     * @param transfer its number
     */
    record Written(long transfer) implements Message {}

    /**
     * Copies from one memory of the member to another one. The member answers with {@link Written} or {@link Uncopied}.
     *
     * @param transfer the coordinator's number of the copy
     * @param from what is read, one after the other
     * @param to where it goes: as many ranges of as many pieces, each as long as its counterpart
     */
    record Copy(long transfer, List<StridedRange> from, List<StridedRange> to) implements Message {
        /** Copies the lists. */
        public Copy {
            from = List.copyOf(from);
            to = List.copyOf(to);
        }
    }

    /**
     * A {@link Write}, {@link Read}, {@link Copy} or {@link Pull} has failed, because a device has refused it.
     *
     * @param transfer its number
     * @param reason why, in a phrase
     */
    record Uncopied(long transfer, String reason) implements Message {}

    /**
     * Reads memory of the member, which answers with {@link Data}, or {@link Uncopied}.
     *
     * @param transfer the coordinator's number of the copy
     * @param ranges what is read, one after the other
     */
    record Read(long transfer, List<StridedRange> ranges) implements Message {
        /** Copies the list. */
        public Read {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * The answer to a {@link Read}: the body has the content.
     *
     * @param transfer its number
     */
    record Data(long transfer) implements Message {}

    /**
     * Lets other members of the coordinator read the memory that it has allocated here.
     *
     * @param secret of the coordinator and this member, by which {@link GuestTokens} are made; not empty
     */
    record Admit(byte[] secret) implements Message {}

    /**
     * Another member shall not read any more, and what is being sent to it is given up: the coordinator has lost it.
     *
     * @param guest its number in {@link GuestTokens}, from 1 to {@link #MOST_GUESTS}
     */
    record Dismiss(int guest) implements Message {
        /** The number of members that a coordinator may ever have before it is started anew. */
        public static final int MOST_GUESTS = 1 << 20;
    }

    /**
     * Gets data from another member of the coordinator and writes them to memory of this member, which answers with
     * {@link Pulled}, or {@link Uncopied} if a device is at fault. The other one has got its {@link Admit} before.
     *
     * @param transfer the coordinator's number of the copy
     * @param neighbour the other member
     * @param from what is read there, one after the other
     * @param to where it goes here, as many bytes
     */
    record Pull(long transfer, Neighbour neighbour, List<StridedRange> from, List<StridedRange> to) implements Message {
        /** Copies the lists. */
        public Pull {
            from = List.copyOf(from);
            to = List.copyOf(to);
        }
    }

    /**
     * Another member.
     *
     * @param number the coordinator's number of its link, which no other one has
     * @param name its name, for people
     * @param host where it takes links
     * @param port where it takes links
     * @param token lets this member in there, see {@link GuestTokens}
     */
    record Neighbour(int number, String name, String host, int port, byte[] token) {}

    /**
     * A {@link Pull} has ended: nothing more will be written to its memory.
     *
     * @param transfer its number
     * @param obstacle why the data could not be had, in a phrase; empty if they have come
     */
    record Pulled(long transfer, String obstacle) implements Message {}

    /**
     * Nothing shall be expected of another member any more. What was to be got from there and has not come ends.
     *
     * @param neighbour its number
     */
    record Forget(int neighbour) implements Message {}

    /**
     * The first message of a member to another one, which has greeted with {@link Hello}. {@link Read}s follow.
     *
     * @param token what the coordinator has given the visitor, see {@link GuestTokens}
     */
    record Visit(byte[] token) implements Message {}

    /**
     * Runs a kernel on a unit of the member, after those that were launched there before. The member answers with
     * {@link Done} or {@link Failed}.
     *
     * @param execution the coordinator's number of the run
     * @param unit the position of the unit in the {@link Offer}
     * @param codelet the codelet that has the kernel
     * @param implementation the number of the kernel among those for the unit's architecture
     * @param task the number of the task at the coordinator
     * @param priority the task's priority
     * @param values the argument and the views, as {@link KernelValues} writes them
     */
    record Launch(
            long execution,
            int unit,
            CodeletReference codelet,
            int implementation,
            long task,
            int priority,
            byte[] values)
            implements Message {}

    /**
     * A kernel has ended well.
     *
     * @param execution the number of the run
     * @param nanos how long the kernel ran
     * @param hasResult whether the kernel has set a result
     * @param result the result, as {@link ValueCodec} writes it; empty without one
     */
    record Done(long execution, long nanos, boolean hasResult, byte[] result) implements Message {}

    /**
     * A kernel has failed, or was refused.
     *
     * @param execution the number of the run
     * @param type the name of the exception's class; empty if the member has refused to run the kernel
     * @param text the exception's message, or the reason of the refusal
     */
    record Failed(long execution, String type, String text) implements Message {}

    /**
     * The sender closes the link after this message.
     *
     * @param reason why, in a phrase
     */
    record Bye(String reason) implements Message {}
}
