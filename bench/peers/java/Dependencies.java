/**
 * A way to have tasks wait for tasks.
 *
 * @param <T> a task
 */
interface Dependencies<T> {
    /** Submits a task that waits for up to three others; null stands for none. */
    T submit(T first, T second, T third);
}
