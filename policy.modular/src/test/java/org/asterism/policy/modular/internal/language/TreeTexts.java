package org.asterism.policy.modular.internal.language;

import org.asterism.api.tree.TreeDescription;

/** Reads descriptions for tests that do not care where in the text something stands. */
public final class TreeTexts {
    private TreeTexts() {}

    public static TreeDescription parse(String text) {
        return DescriptionReader.read(text).description();
    }
}
