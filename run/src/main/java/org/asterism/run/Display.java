package org.asterism.run;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/**
 * Output stream on which a progress bar may be drawn.
 *
 * @param stream stream that is a terminal whenever {@code mayDraw} returns true
 * @param mayDraw called before each drawing
 */
public record Display(PrintStream stream, BooleanSupplier mayDraw) {}
