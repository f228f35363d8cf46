package org.asterism.components.modular.userchoice.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Architecture;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

/** Whose choice is followed, and which cannot be. */
class UserChoiceComponentTest {
    private static ComponentScene scene(String... parameters) {
        ComponentScene scene = new ComponentScene(new UserChoiceFactory(), parameters);
        return scene.store(scene.cpu()).store(scene.cpu(), scene.cuda()).ready();
    }

    private static void expectError(ComponentScene scene, FakeTask task, String... parts) {
        IllegalArgumentException error = assertThrows(
                IllegalArgumentException.class, () -> scene.component().push(task));
        assertTrue(error.getMessage().contains(task.toString()), error.getMessage());
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error.getMessage());
        }
        assertEquals(-1, scene.whereIs(task), "it stays with who pushed it");
    }

    @Test
    void shouldFollowTheHint() {
        ComponentScene scene = scene();
        assertEquals(1, scene.push(scene.task().hint(1)));
        assertEquals(0, scene.push(scene.task().hint(0)));
    }

    @Test
    void shouldGiveTasksWithoutAHintToTheFirstChildOrTheOneThatIsNamed() {
        assertEquals(0, scene().push());
        assertEquals(1, scene("otherwise=1").push());
        expectError(scene("otherwise=2"), scene().task(), "no hint", "otherwise", "from 0 to 1");
    }

    @Test
    void shouldSayWhatIsAllowedInsteadOfAWrongHint() {
        ComponentScene scene = scene();
        expectError(scene, scene.task().hint(2), "is 2", "from 0 to 1", "leaf-0");
        expectError(scene, scene.task().hint(-1), "is -1");
        expectError(scene, scene.task().hint("left"), "left", "java.lang.String", "Integers");
    }

    @Test
    void shouldSayThatAChoiceCannotBeFollowed() {
        ComponentScene scene = scene();
        scene.leaf(0).accept(task -> false);
        expectError(scene, scene.task().where(Architecture.CUDA).hint(0), "leaf-0", "cpu-0");
        assertFalse(scene.component().push(scene.task().where(worker -> false).hint(0)), "no choice is right");
    }

    @Test
    void shouldPassRefusalsUp() {
        ComponentScene scene = scene();
        scene.leaf(1).accept(task -> false);
        assertFalse(scene.component().push(scene.task().hint(1)));
    }

    @Test
    void shouldLetNobodyPullPastTheChoice() {
        ComponentScene scene = scene();
        scene.above().offer(scene.task());
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertEquals(1, scene.above().asked(), "but has those above push");
        assertFalse(scene.component().letsPull());
    }
}
