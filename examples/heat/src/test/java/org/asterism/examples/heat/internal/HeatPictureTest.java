package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatPictureTest {
    private static final int PAPER = 0xFFFFFF;
    private static final int INK = 0x1F2933;

    private static BufferedImage painted(HeatPicture picture) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        picture.write(file, (row, temperatures) -> Arrays.fill(temperatures, row % 2 == 0 ? Plate.HOT : Plate.COLD));
        return ImageIO.read(new ByteArrayInputStream(file.toByteArray()));
    }

    private static int colour(BufferedImage image, int column, int row) {
        return image.getRGB(column, row) & 0xFFFFFF;
    }

    @Test
    void shouldPaintAPixelPerCell() throws Exception {
        BufferedImage image = painted(new HeatPicture(new Plate(120, 150, 1)));
        assertEquals(150, image.getHeight());
        for (int row = 0; row < 150; row++) {
            int expected = row % 2 == 0 ? 0xF8F1BB : 0x081033;
            assertEquals(expected, colour(image, 0, row));
            assertEquals(expected, colour(image, 119, row));
        }
    }

    @Test
    void shouldShowAllColoursBesideThePlateFromHotToCold() throws Exception {
        HeatPicture picture = new HeatPicture(new Plate(120, 600, 1));
        BufferedImage image = painted(picture);
        int[] bar = bar(picture, image);
        assertEquals(0xF8F1BB, bar[0]);
        assertEquals(0x081033, bar[bar.length - 1]);
        assertEquals(254, Arrays.stream(bar).distinct().count());
    }

    private static int[] bar(HeatPicture picture, BufferedImage image) {
        int[] column = new int[image.getHeight()];
        Arrays.setAll(column, row -> colour(image, picture.barColumn(), row));
        return Arrays.stream(column).filter(colour -> colour != PAPER).toArray();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "64, 48", "1000, 3", "3, 1000", "1024, 1024", "2500, 2000"})
    void shouldHaveRoomForItsLabelsWhateverThePlate(int width, int height) throws Exception {
        HeatPicture picture = new HeatPicture(new Plate(width, height, 1));
        BufferedImage image = painted(picture);
        assertEquals(picture.width(), image.getWidth());
        assertTrue(image.getHeight() >= height && bar(picture, image).length >= 60, "bar too low");
        int rows = 0;
        int columns = 0;
        int gaps = 0;
        boolean before = true;
        for (int row = 0; row < image.getHeight(); row++) {
            boolean inked = false;
            for (int column = width; column < image.getWidth(); column++) {
                if (colour(image, column, row) == INK) {
                    inked = true;
                    columns = Math.max(columns, column);
                }
            }
            rows += inked ? 1 : 0;
            gaps += !inked && before ? 1 : 0;
            before = inked;
        }
        assertTrue(gaps == 4 || gaps == 6, "three or five labels with paper around each, but " + gaps + " gaps");
        assertTrue(rows >= 3 * 14, "labels at least 14 pixels high");
        assertTrue(columns < image.getWidth() - 8, "the right margin is paper");
    }

    @Test
    void shouldGrowLabelsWithThePlate() throws Exception {
        int small = new HeatPicture(new Plate(1000, 1000, 1)).width() - 1000;
        int large = new HeatPicture(new Plate(4000, 4000, 1)).width() - 4000;
        assertEquals(4 * small, large);
    }

    @Test
    void shouldWriteDigitsAsPeopleReadThem() {
        StringBuilder dots = new StringBuilder();
        for (int row = 0; row < Digits.HEIGHT; row++) {
            for (int column = 0; column < Digits.width("50\u00b0"); column++) {
                dots.append(Digits.isInk("50\u00b0", row, column) ? '#' : ' ');
            }
            dots.append('\n');
        }
        assertEquals("""
                #####  ###   ## \s
                #     #   # #  #\s
                ####  #   # #  #\s
                    # #   #  ## \s
                    # #   #     \s
                #   # #   #     \s
                 ###   ###      \s
                """, dots.toString());
    }
}
