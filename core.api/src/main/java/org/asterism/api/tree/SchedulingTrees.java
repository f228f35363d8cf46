package org.asterism.api.tree;

import java.util.List;
import org.asterism.api.TaskRuntime;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads, writes, checks and declares trees of scheduling components. Each tree that is declared, and whose components
 * are all there, is a policy that contexts can use under its name. An OSGi service. Any thread may use it.
 */
@ProviderType
public interface SchedulingTrees {
    /**
     * The kinds of components that can be used.
     *
     * @return by name
     */
    List<ComponentDescription> components();

    /**
     * The trees that are declared.
     *
     * @return by name
     */
    List<DeclaredTree> declared();

    /**
     * Reads a description from a text.
     *
     * @param text in the notation that {@code docs/tree-notation.md} describes
     * @return the description, and where the text names each kind of component. {@link #check} says whether these
     *     components exist and make a tree that can be used
     * @throws TreeDescriptionException if the text cannot be read; the message has the line, the column, what stands
     *     there and what could stand there
     */
    WrittenTree read(String text);

    /**
     * Writes a description as text that {@link #read} reads as the same description: on one line if it is short, else
     * with a line for each branch. Comments are not kept.
     *
     * @param description any
     * @return the text
     */
    String write(TreeDescription description);

    /**
     * Builds a tree for the workers of a runtime, and discards it again, to check whether it can be used.
     *
     * @param description of the tree
     * @param runtime the runtime with the workers
     * @return the problems, each in a sentence that names the component; empty if the tree can be used
     */
    List<String> check(TreeDescription description, TaskRuntime runtime);

    /**
     * Declares a tree, and so a policy.
     *
     * @param name of the policy
     * @param summary the behaviour of the policy, in a sentence
     * @param description of the tree
     * @return close it when the tree is not needed any more; contexts that use the tree then change to their fall-back
     * @throws IllegalArgumentException if there is a tree of that name, or the description is wrong for any set of
     *     workers, such as a name that is given twice or a reference that leads nowhere
     */
    Declaration declare(String name, String summary, TreeDescription description);

    /** A tree that a program has declared. */
    interface Declaration extends AutoCloseable {
        /**
         * Changes the tree. Contexts that use it change to the new tree, with their tasks.
         *
         * @param changed its new structure
         * @throws IllegalArgumentException as by {@link SchedulingTrees#declare}; the tree stays as it was
         */
        void change(TreeDescription changed);

        @Override
        void close();
    }
}
