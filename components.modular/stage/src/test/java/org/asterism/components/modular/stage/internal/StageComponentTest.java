package org.asterism.components.modular.stage.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakeLeaf;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** In which order branches are asked, and that nothing gets past. */
class StageComponentTest {
    private final ComponentScene scene = new ComponentScene(new StageFactory());

    private FakeLeaf secondParent() {
        FakeComponentContext second = new FakeComponentContext("second", Map.of(), scene.policy(), FakeLeaf::new);
        second.above((FakeComponentContext) scene.component().context());
        return (FakeLeaf) second.component();
    }

    @Test
    void shouldAskTheBranchesInTheirOrder() {
        scene.direct(scene.cpu()).ready();
        FakeLeaf second = secondParent();
        FakeTask late = scene.task();
        FakeTask early = scene.task();
        second.offer(late);
        scene.above().offer(early);
        assertSame(early, scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertSame(late, scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(0)));
    }

    @Test
    void shouldRefuseWhatIsPushed() {
        scene.direct(scene.cpu()).ready();
        assertFalse(scene.component().push(scene.task()));
        assertEquals(List.of(), scene.leaf(0).taken());
    }

    @Test
    void shouldTellWorkersOfTasks() {
        scene.direct(scene.cpu()).ready();
        scene.component().canPull(scene.task());
        assertEquals(1, scene.leaf(0).told());
    }
}
