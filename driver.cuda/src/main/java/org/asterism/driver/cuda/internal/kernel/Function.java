package org.asterism.driver.cuda.internal.kernel;

/** A kernel of a program that is loaded on a device. Its worker asks for good sizes of blocks once. */
final class Function {
    private final long handle;
    private final String name;
    private int bestBlock;

    Function(long handle, String name) {
        this.handle = handle;
        this.name = name;
    }

    long handle() {
        return handle;
    }

    String name() {
        return name;
    }

    /** Threads of a good block without dynamic shared memory; 0 until that is known. */
    int bestBlock() {
        return bestBlock;
    }

    void bestBlock(int threads) {
        bestBlock = threads;
    }
}
