package org.asterism.report.plot;

import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writer of charts into files. */
public final class Pictures {
    private Pictures() {}

    /**
     * Writes a chart into a file.
     *
     * @param chart the chart
     * @param file file in an existing folder; an existing file is overwritten
     * @throws IOException if the file cannot be written
     * @throws IllegalStateException if this machine has no fonts
     */
    public static void writePng(Chart chart, Path file) throws IOException {
        requireFonts();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (!ImageIO.write(chart.draw(), "png", bytes)) {
            throw new IOException("this Java has no writer for PNG: use a JDK with the module java.desktop");
        }
        Files.write(file, bytes.toByteArray());
    }

    /** Fails with a helpful message if Java finds no font, because Java itself throws different errors for that. */
    private static void requireFonts() {
        try {
            new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                    .createGraphics()
                    .getFontMetrics(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        } catch (RuntimeException | Error without) {
            throw new IllegalStateException(
                    "Java cannot draw text on this machine: install fontconfig and a font, such as fonts-dejavu-core ("
                            + without + ")",
                    without);
        }
    }
}
