package org.asterism.debug.internal;

import java.util.OptionalInt;

/**
 * Why a task is stopped.
 *
 * @param breakpoint the number of a breakpoint; empty for a step
 * @param wholeRuntime whether its runtime is to be paused
 */
record Cause(OptionalInt breakpoint, boolean wholeRuntime) {}
