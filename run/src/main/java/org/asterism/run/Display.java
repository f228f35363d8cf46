package org.asterism.run;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/**
 * Where a progress bar may be drawn.
 *
 * @param stream goes to a terminal whenever {@code mayDraw} is true
 * @param mayDraw asked before each drawing
 */
public record Display(PrintStream stream, BooleanSupplier mayDraw) {}
