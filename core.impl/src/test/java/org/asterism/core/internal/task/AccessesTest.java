package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.asterism.api.Access;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.testing.ReadyList;
import org.asterism.core.internal.use.Registry;
import org.junit.jupiter.api.Test;

class AccessesTest {
    private final ReadyList list = new ReadyList(false);
    private final Registry registry = list.registry();

    private Job job(List<Handle> handles, List<Access> modes) {
        Job job = list.task();
        for (int index = 0; index < handles.size(); index++) {
            job.access(handles.get(index), modes.get(index));
        }
        return job;
    }

    @Test
    void shouldVisitEachHandleOnceInTheOrderOfTheIds() {
        long seed = System.currentTimeMillis();
        Random random = new Random(seed);
        List<Handle> all = new ArrayList<>();
        for (int count = 0; count < 20; count++) {
            all.add(ReadyList.token(registry));
            List<Handle> mixed = new ArrayList<>(all);
            Collections.shuffle(mixed, random);
            List<Access> modes = new ArrayList<>();
            mixed.forEach(handle -> modes.add(random.nextBoolean() ? Access.R : Access.RW));
            Job job = job(mixed, modes);
            long walk = Accesses.walk(job);
            Accesses many = walk == Accesses.NONE ? Accesses.of(job) : null;
            List<Handle> visited = new ArrayList<>();
            for (int step = 0; step < Accesses.size(job, walk, many); step++) {
                Handle handle = Accesses.handle(job, walk, many, step);
                visited.add(handle);
                assertEquals(
                        modes.get(mixed.indexOf(handle)),
                        Accesses.mode(job, walk, many, step),
                        "mode of " + handle + ", seed " + seed);
            }
            assertEquals(all, visited, "seed " + seed);
        }
    }

    @Test
    void shouldMakeNoObjectForUpToFifteenHandles() {
        List<Handle> handles = new ArrayList<>();
        for (int count = 1; count <= 16; count++) {
            handles.add(0, ReadyList.token(registry));
            long walk = Accesses.walk(job(handles, Collections.nCopies(count, Access.R)));
            if (count <= 15) {
                assertNotEquals(Accesses.NONE, walk, count + " handles");
            } else {
                assertEquals(Accesses.NONE, walk);
            }
        }
    }

    @Test
    void shouldVisitAHandleOnceThatIsNamedTwice() {
        Handle first = ReadyList.token(registry);
        Handle second = ReadyList.token(registry);
        Job job = job(List.of(second, first, second), List.of(Access.R, Access.R, Access.W));
        assertEquals(Accesses.NONE, Accesses.walk(job));
        Accesses accesses = Accesses.of(job);
        assertEquals(2, accesses.size());
        assertEquals(List.of(first, second), List.of(accesses.handle(0), accesses.handle(1)));
        assertEquals(List.of(Access.R, Access.RW), List.of(accesses.mode(0), accesses.mode(1)));
    }
}
