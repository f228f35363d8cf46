package org.asterism.api;

/** Reasons why a task has not ended, and why a worker does what it does. */
public enum WaitReason {
    /** A task runs, or a worker runs a task. */
    RUNNING,
    /** A worker has taken the task and is about to begin it. */
    TAKEN,
    /** The kernel has returned; what ends the task has not happened yet. */
    ENDING,
    /** The task has ended. */
    ENDED,
    /** The program has not submitted the task. */
    NOT_SUBMITTED,
    /** The task waits for other tasks. */
    TASKS,
    /** The task waits for its turn on data. */
    TURN,
    /** The task waits for a tag. */
    TAG,
    /** The task waits for stages that the program completes. */
    STAGES,
    /** Tasks wait for each other, so none of them will end. */
    CIRCLE,
    /** Data have to arrive first. */
    DATA,
    /** All workers that could run the task are busy. */
    BUSY,
    /** The policy has not handed out a task, although a worker could run it and is free. */
    POLICY,
    /** The task waits for the worker that the program bound it to. */
    BOUND,
    /** The context has no worker. */
    NO_WORKER,
    /** The context has workers or ready tasks, but none that fit. */
    UNABLE,
    /** The context has no policy. */
    PARKED,
    /** A debugger holds the task, or the worker with it. */
    HELD,
    /** The runtime is paused. */
    PAUSED,
    /** The program has to drive the worker, and does not. */
    NOT_DRIVEN,
    /** No unfinished task was submitted to the worker's contexts. */
    NOTHING_SUBMITTED,
    /** All tasks that have not begun wait for something. */
    NOTHING_READY,
    /** The worker is in no context. */
    NO_CONTEXT,
    /** The worker opens its device. */
    STARTING,
    /** The worker does not return from a task. */
    STUCK,
    /** The worker has left. */
    LEFT,
    /** The same is explained elsewhere in the explanation. */
    EXPLAINED
}
