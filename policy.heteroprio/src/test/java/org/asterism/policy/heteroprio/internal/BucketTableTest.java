package org.asterism.policy.heteroprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which tasks share a bucket, and what is kept of them. */
@Timeout(60)
class BucketTableTest {
    private final List<WeakReference<Codelet>> codelets = new ArrayList<>();
    private int tasks;

    private FakeTask task(String name, int priority) {
        Codelet codelet = Codelet.named(name).cpu(kernel -> {}).build();
        codelets.add(new WeakReference<>(codelet));
        return new FakeTask(++tasks, codelet, priority);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepNoCodelet(Grouping grouping) {
        BucketTable table = new BucketTable(grouping);
        for (int index = 0; index < 100; index++) {
            table.make(task("request", 0));
        }
        assertEquals(1, table.all().length);
        while (!codelets.stream().allMatch(each -> each.refersTo(null))) {
            System.gc();
        }
    }

    @Test
    void shouldFindTheBucketOfAnotherCodeletOfTheSameName() {
        BucketTable table = new BucketTable(Grouping.CODELET);
        Bucket made = table.make(task("gemm", 0));
        assertSame(made, table.find(task("gemm", 3)));
        assertEquals("gemm", made.name());
    }

    @Test
    void shouldNameTheBucketsByPriority() {
        BucketTable table = new BucketTable(Grouping.PRIORITY);
        Bucket made = table.make(task("gemm", 5));
        assertSame(made, table.find(task("potrf", 5)));
        assertEquals("5", made.name());
        assertEquals("7", table.make(task("gemm", 7)).name());
    }

    @Test
    void shouldMakeALimitedNumberOfBucketsForKindsWithoutEnd() {
        BucketTable table = new BucketTable(Grouping.MODEL);
        Bucket first = table.make(task("request-0", 0));
        for (int index = 1; index < 6000; index++) {
            assertNotNull(table.make(task("request-" + index, 0)));
        }
        assertTrue(table.all().length <= 4097, () -> table.all().length + " buckets");
        assertSame(first, table.find(task("request-0", 0)));
        assertEquals("others", table.find(task("request-6001", 0)).name());
    }
}
