package org.asterism.policy.modular.internal;

import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.asterism.policy.modular.internal.language.DescriptionReader;

/** Tree that comes with Asterism. Its text is read when its structure is first needed. */
public final class ShippedTree {
    private final String name;
    private final String summary;
    private final String text;
    private volatile TreeDescription description;

    ShippedTree(String name, String summary, String text) {
        this.name = name;
        this.summary = summary;
        this.text = text;
    }

    /** Returns the name of the policy. */
    public String name() {
        return name;
    }

    /** Returns the purpose of the policy, in one sentence. */
    public String summary() {
        return summary;
    }

    /**
     * Returns the structure of the tree.
     *
     * @throws TreeDescriptionException if the text cannot be read; the exception names the line of the file
     */
    public TreeDescription description() {
        TreeDescription known = description;
        if (known == null) {
            known = DescriptionReader.read(text).description();
            description = known;
        }
        return known;
    }
}
