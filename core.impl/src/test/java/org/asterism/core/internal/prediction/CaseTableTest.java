package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CaseTableTest {
    @Test
    void shouldKeepFloatsAndDoublesApart() {
        CaseTable table = new CaseTable();
        CaseHistory floats = table.make(77, 4000, 1);
        CaseHistory doubles = table.make(77, 8000, 1);
        assertNotSame(floats, doubles);
        assertSame(floats, table.find(77, 4000));
        assertSame(doubles, table.find(77, 8000));
        assertNull(table.find(78, 4000));
    }

    @Test
    void shouldFindAllThatItHasAndTakeNoMoreThanItMay() {
        CaseTable table = new CaseTable();
        for (int index = 0; index < CaseTable.MOST; index++) {
            table.make(index * 31, index % 7, 1);
        }
        for (int index = 0; index < CaseTable.MOST; index++) {
            assertEquals(index * 31, table.find(index * 31, index % 7).footprint());
        }
        assertNull(table.make(-1, 1, 1));
        assertEquals(CaseTable.MOST, table.all().size());
    }

    @Test
    void shouldMakeEachCaseOnceForManyThreads() throws InterruptedException {
        CaseTable table = new CaseTable();
        List<Thread> threads = new ArrayList<>();
        AtomicInteger wrong = new AtomicInteger();
        for (int thread = 0; thread < 4; thread++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int index = 0; index < 2000; index++) {
                    CaseHistory made = table.make(index, index, 1);
                    made.learn(1);
                    if (table.find(index, index) != made) {
                        wrong.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, wrong.get());
        assertEquals(2000, table.all().size());
        table.all().forEach(each -> assertEquals(4, each.samples()));
    }
}
