package org.asterism.shell.gogo.internal.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.asterism.api.tree.TreeView;
import org.junit.jupiter.api.Test;

class TreeTextTest {
    private static String text(TreeView tree, boolean all) {
        return new TreeText("default", "default", tree, all).text(120);
    }

    @Test
    void shouldShowAlikeComponentsTogetherWithTheirSums() {
        System.out.println(text(TreesForTests.heft(4, 2), false));
        System.out.println(text(TreesForTests.heft(2, 1), true));
    }
}
