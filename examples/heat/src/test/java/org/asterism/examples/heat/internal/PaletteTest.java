package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaletteTest {
    private static final int TEMPERATURES = 254;
    private static final int STEP = 11;

    private final byte[] colours = Palette.colours();

    @Test
    void shouldPaintEachTemperatureInItsColour() {
        assertEquals(0, Palette.index(Plate.COLD));
        assertEquals((byte) (TEMPERATURES - 1), Palette.index(Plate.HOT));
        assertEquals(0, Palette.index(-1));
        assertEquals((byte) (TEMPERATURES - 1), Palette.index(1000));
        assertEquals(0x081033, colour(0));
        assertEquals(0xF8F1BB, colour(TEMPERATURES - 1));
        assertEquals(0xFFFFFF, colour(Palette.PAPER & 0xFF));
        assertEquals(0x1F2933, colour(Palette.INK & 0xFF));
    }

    private int colour(int index) {
        return (colours[3 * index] & 0xFF) << 16 | (colours[3 * index + 1] & 0xFF) << 8 | colours[3 * index + 2] & 0xFF;
    }

    /**
     * Lightness as CIE L*. The weights are those of red, green and blue light for a kind of colour vision, as Machado,
     * Oliveira and Fernandes (2009) simulate it.
     */
    private double lightness(int index, double red, double green, double blue) {
        double luminance = red * light(3 * index) + green * light(3 * index + 1) + blue * light(3 * index + 2);
        return 116 * Math.cbrt(luminance) - 16;
    }

    private double light(int at) {
        double value = (colours[at] & 0xFF) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    @ParameterizedTest
    @CsvSource({
        "normal, 0.2126, 0.7152, 0.0722, 1.25",
        "protanopia, 0.1140, 0.7826, 0.1034, 1.8",
        "deuteranopia, 0.2776, 0.6671, 0.0554, 1.5",
        "tritanopia, 0.2112, 0.6993, 0.0895, 1.5"
    })
    void shouldBecomeLighterInEvenStepsForEveryKindOfColourVision(
            String vision, double red, double green, double blue, double most) {
        double least = Double.MAX_VALUE;
        double greatest = 0;
        for (int index = 2 * STEP; index < TEMPERATURES; index++) {
            double step = lightness(index, red, green, blue) - lightness(index - STEP, red, green, blue);
            least = Math.min(least, step);
            greatest = Math.max(greatest, step);
        }
        assertTrue(least > 0 && greatest / least <= most, vision + ": steps from " + least + " to " + greatest);
        double range = lightness(TEMPERATURES - 1, red, green, blue) - lightness(0, red, green, blue);
        assertTrue(range > 75, vision + ": the lightness changes by " + range);
    }
}
