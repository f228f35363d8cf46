package org.asterism.spi.application;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One run of an application. Its runtime follows the options common to all applications ({@code --policy},
 * {@code --cpu} and so on). The caller that started the run closes the runtime.
 */
@ProviderType
public interface ApplicationRun {
    /**
     * The runtime to use.
     *
     * @return the same at every call
     */
    TaskRuntime runtime();

    /**
     * An option's value.
     *
     * @param option the option's name without dashes
     * @return empty if it was not given
     */
    Optional<String> option(String option);

    /**
     * Whether a flag was given.
     *
     * @param option the flag's name without dashes
     * @return true if it was
     */
    boolean flag(String option);

    /**
     * Returns an option's value as a whole number.
     *
     * @param option the option's name without dashes
     * @param fallback its value when it was not given
     * @param least the least value allowed
     * @param most the greatest value allowed
     * @return the value
     * @throws UsageException if it is no such number
     */
    long integer(String option, long fallback, long least, long most);

    /**
     * Returns an option's value as a number.
     *
     * @param option the option's name without dashes
     * @param fallback its value when it was not given
     * @param least the least value allowed
     * @param most the greatest value allowed
     * @return the value
     * @throws UsageException if it is no such number
     */
    double number(String option, double fallback, double least, double most);

    /**
     * An option's value as a file, relative to the folder in which the user typed the command.
     *
     * @param option the option's name without dashes
     * @return empty if it was not given
     */
    Optional<Path> file(String option);

    /**
     * Returns whether the run was cancelled: by Ctrl-C, {@code asterism:cancel}, or the end of the process.
     *
     * <p>An application that waits for its tasks need not ask. Its waiting tasks are called off, {@code waitAll} throws
     * a {@link org.asterism.api.TasksFailedException}, and {@code submit} or {@code task} an
     * {@link IllegalStateException}. If the run has not ended 0.3 seconds later, its thread is interrupted. An
     * application that computes or waits otherwise for long asks now and then, and returns or throws anything.
     *
     * @return true from then on
     */
    default boolean isCancelled() {
        return false;
    }

    /**
     * Returns the seed of random numbers; the same for the same {@code --seed}.
     *
     * @return the seed
     */
    long seed();

    /**
     * Standard output, for an application that was asked for a format of its own, such as lines of CSV. An application
     * that calls this has standard output to itself for the rest of the run: the runner prints no figures there. All
     * other applications only return figures. To be called before the work begins, so that a refusal comes at once.
     *
     * @return the stream for lines that are meant for programs
     * @throws UsageException if {@code --json} was given too, which promises standard output to the runner
     */
    default PrintStream out() {
        return System.out;
    }

    /**
     * Announces the number of tasks for {@link #track}, for the progress bar and for {@code --swap}.
     *
     * @param number of tasks
     */
    void expectTasks(long number);

    /**
     * Counts a task when it ends: the progress bar advances, and {@code --swap} replaces the policy when half of the
     * expected tasks have ended. Call it before the task is submitted.
     *
     * @param task made, not submitted
     * @return the task
     */
    Task track(Task task);
}
