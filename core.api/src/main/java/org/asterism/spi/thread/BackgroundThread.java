package org.asterism.spi.thread;

/**
 * Daemon thread that keeps no reference to the thread that creates it. The core and plug-ins use it for all their own
 * threads.
 *
 * <p>A plain {@link Thread} inherits the creator's context class loader, inheritable thread locals and priority. The
 * creator is often an application that leaves long before the thread ends; its classes could never be unloaded. This
 * thread has the system class loader as its context class loader, no thread locals, and normal priority.
 *
 * <p>A thread that has ended does not keep its work alive either. This matters because other code may keep the thread
 * object: some frameworks remember which thread has loaded a class.
 */
public class BackgroundThread extends Thread {
    /** The virtual machine chooses the size of the stack. */
    private static final long DEFAULT_STACK = 0;

    /** Null for a subclass that overrides {@link #run}, and when it has ended. */
    private Runnable work;

    /**
     * Makes a thread that is not started yet.
     *
     * @param name of the thread, for people who look at all threads: begin it with {@code asterism-} or the name of the
     *     device
     * @param work its work; null for a subclass that overrides {@link #run}
     */
    @SuppressWarnings("this-escape") // subclasses leave the context class loader to this one
    public BackgroundThread(String name, Runnable work) {
        super(null, null, name, DEFAULT_STACK, false);
        this.work = work;
        setContextClassLoader(ClassLoader.getSystemClassLoader());
        setPriority(NORM_PRIORITY);
        setDaemon(true);
    }

    @Override
    public void run() {
        if (work == null) {
            return;
        }
        try {
            work.run();
        } finally {
            work = null;
        }
    }
}
