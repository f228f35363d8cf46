package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngWriterTest {
    @Test
    void shouldWritePicturesThatOthersRead() throws IOException {
        int width = 301;
        int height = 257;
        byte[] colours = Palette.colours();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        PngWriter.write(file, width, height, colours, (row, pixels) -> {
            for (int column = 0; column < width; column++) {
                pixels[column] = number(row, column);
            }
        });
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(file.toByteArray()));
        assertEquals(width, picture.getWidth());
        assertEquals(height, picture.getHeight());
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                int at = 3 * (number(row, column) & 0xFF);
                int expected = (colours[at] & 0xFF) << 16 | (colours[at + 1] & 0xFF) << 8 | colours[at + 2] & 0xFF;
                assertEquals(expected, picture.getRGB(column, row) & 0xFFFFFF, row + ", " + column);
            }
        }
    }

    /** Numbers that do not compress well, so that the picture takes several chunks. */
    private static byte number(int row, int column) {
        return (byte) ((row * 7919 + column * 104729) * 0x9E3779B9 >>> 21);
    }
}
