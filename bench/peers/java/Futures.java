import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** Dependencies as stages of {@link CompletableFuture}s. */
final class Futures implements Dependencies<CompletableFuture<Void>> {
    private final ExecutorService pool;
    private final Runnable task;

    Futures(ExecutorService pool, Work work) {
        this.pool = pool;
        task = work::run;
    }

    @Override
    public CompletableFuture<Void> submit(
            CompletableFuture<Void> first, CompletableFuture<Void> second, CompletableFuture<Void> third) {
        if (first == null) {
            return CompletableFuture.runAsync(task, pool);
        }
        if (second == null) {
            return first.thenRunAsync(task, pool);
        }
        if (third == null) {
            return first.runAfterBothAsync(second, task, pool);
        }
        return CompletableFuture.allOf(first, second, third).thenRunAsync(task, pool);
    }
}
