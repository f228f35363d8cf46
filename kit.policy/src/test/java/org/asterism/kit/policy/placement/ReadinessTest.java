package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataHandle;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Which of its tasks a GPU takes; its node is 1. */
class ReadinessTest {
    private static final int NODE = 1;

    private static Codelet codelet(Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .implementation(Architecture.CUDA, Scene.ELSEWHERE)
                .build();
    }

    private static final Codelet READ = codelet(Access.R);
    private static final Codelet TWO = codelet(Access.R, Access.RW);
    private static final Codelet WRITE = codelet(Access.W);
    private static final Codelet SCRATCH = codelet(Access.SCRATCH);

    private static void push(Scene scene, int id, int priority, Codelet codelet, DataHandle... data) {
        scene.policy.push(new FakeTask(id, codelet, priority).data(data));
    }

    private static Scene scene(Traits traits, String... properties) {
        return new Scene(traits, properties).gpus(1).times(1, 1);
    }

    private static void expect(Scene scene, long... ids) {
        for (long id : ids) {
            assertEquals(id, scene.pop(0).id());
        }
    }

    @Test
    void shouldTakeTheTaskThatMissesLeast() {
        Scene scene = scene(Family.DMDAR);
        FakeData data = scene.data;
        push(scene, 1, 0, READ, data.of(100));
        push(scene, 2, 0, TWO, data.on(NODE, data.of(1000)), data.of(10));
        push(scene, 3, 0, READ, data.on(NODE, data.of(100)));
        push(scene, 4, 0, READ, data.of(10));
        expect(scene, 3, 2, 4, 1);
    }

    @Test
    void shouldForgetTheTasksThatItHasCompared() throws ReflectiveOperationException {
        Scene scene = scene(Family.DMDAR);
        push(scene, 1, 0, READ, scene.data.of(100));
        push(scene, 2, 0, READ, scene.data.of(10));
        expect(scene, 2);
        Lineup lineup = (Lineup) get(scene.policy, "lineup");
        Readiness readiness = lineup.of(scene.worker(0)).readiness(scene.data);
        assertTrue(Arrays.stream((Placed[]) get(readiness, "seen")).allMatch(Objects::isNull));
    }

    private static Object get(Object owner, String field) throws ReflectiveOperationException {
        Field found = owner.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(owner);
    }

    @Test
    void shouldPreferDataThatAreOnTheirWayAndThenThoseThatHaveMemory() {
        Scene scene = scene(Family.DMDAR);
        FakeData data = scene.data;
        push(scene, 1, 0, READ, data.of(100));
        push(scene, 2, 0, READ, data.allocated(NODE, data.of(100)));
        push(scene, 3, 0, READ, data.onItsWay(NODE, data.of(100)));
        expect(scene, 3, 2, 1);
    }

    @Test
    void shouldNotMissDataThatAreOnlyWrittenButTheirMemory() {
        Scene scene = scene(Family.DMDAR);
        FakeData data = scene.data;
        push(scene, 1, 0, WRITE, data.of(100));
        push(scene, 2, 0, WRITE, data.allocated(NODE, data.of(100)));
        push(scene, 3, 0, SCRATCH, data.of(100));
        push(scene, 4, 0, READ, data.of(1));
        expect(scene, 2, 3, 1, 4);
    }

    @Test
    void shouldStayWithinTheHighestPriorityInSortedQueuesOnly() {
        for (Traits traits : List.of(Family.DMDAS, Family.DMDASD, Family.DMDAR, Family.DMDAP)) {
            Scene scene = scene(traits);
            FakeData data = scene.data;
            push(scene, 1, 5, READ, data.of(100));
            push(scene, 2, 0, READ, data.on(NODE, data.of(100)));
            push(scene, 3, 5, READ, data.of(10));
            if (traits == Family.DMDAR) {
                expect(scene, 2, 3, 1);
            } else if (traits == Family.DMDAP) {
                expect(scene, 1, 3, 2);
            } else {
                expect(scene, 3, 1, 2);
            }
        }
    }

    @Test
    void shouldLookNoFurtherThanATaskThatLacksNothing() {
        Scene scene = scene(Family.DMDAR);
        FakeData data = scene.data;
        push(scene, 1, 0, READ, data.of(100));
        for (int id = 2; id < 500; id++) {
            push(scene, id, 0, READ, data.on(NODE, data.of(100)));
        }
        data.looks = 0;
        expect(scene, 2);
        assertTrue(data.looks <= 2, data.looks + " looks");
    }

    @Test
    void shouldLookNoFurtherThanItsWindow() {
        Scene scene = scene(Family.DMDAR, "window=40");
        FakeData data = scene.data;
        for (int id = 1; id <= 41; id++) {
            push(scene, id, 0, READ, data.of(100 - id));
        }
        data.looks = 0;
        expect(scene, 40);
        assertTrue(data.looks <= 40, data.looks + " looks");
        expect(scene, 41, 39, 38);
    }
}
