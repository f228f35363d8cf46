package org.asterism.profile.internal;

/** The worker that the reporting thread stepped last; null if it has stepped none. */
interface Stepped {
    WorkerClock get();

    void set(WorkerClock worker);

    /** For events that are reported by the threads on which they happen. */
    static Stepped onThisThread() {
        ThreadLocal<WorkerClock> last = new ThreadLocal<>();
        return new Stepped() {
            @Override
            public WorkerClock get() {
                return last.get();
            }

            @Override
            public void set(WorkerClock worker) {
                last.set(worker);
            }
        };
    }
}
