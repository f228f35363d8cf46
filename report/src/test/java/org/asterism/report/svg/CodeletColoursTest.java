package org.asterism.report.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodeletColoursTest {
    private static final double LEAST_DIFFERENCE = 24;

    /** Kinds of colour vision, as Machado, Oliveira and Fernandes (2009) simulate them in linear RGB. */
    private enum Vision {
        NORMAL(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
        PROTANOPIA(new double[][] {
            {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
        }),
        DEUTERANOPIA(new double[][] {
            {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
        }),
        TRITANOPIA(new double[][] {
            {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}
        });

        private final double[][] matrix;

        Vision(double[][] matrix) {
            this.matrix = matrix;
        }
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                product[row] += matrix[row][column] * vector[column];
            }
        }
        return product;
    }

    /** Red, green and blue in proportion to light, from 0 to 1. */
    private static double[] light(String colour) {
        double[] light = new double[3];
        for (int channel = 0; channel < 3; channel++) {
            double value = Integer.parseInt(colour.substring(1 + 2 * channel, 3 + 2 * channel), 16) / 255.0;
            light[channel] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        return light;
    }

    private static double luminance(String colour) {
        double[] light = light(colour);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    }

    /** Place of a colour in CIELAB, where distances are what people see. */
    private static double[] seen(String colour, Vision vision) {
        double[] light = times(vision.matrix, light(colour));
        for (int channel = 0; channel < 3; channel++) {
            light[channel] = Math.clamp(light[channel], 0, 1);
        }
        double x = root((0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2]) / 0.95047);
        double y = root(0.2126729 * light[0] + 0.7151522 * light[1] + 0.0721750 * light[2]);
        double z = root((0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double root(double share) {
        return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16.0 / 116;
    }

    private static double distance(double[] one, double[] other) {
        return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
    }

    @ParameterizedTest
    @EnumSource(Vision.class)
    void shouldDifferClearlyForEveryKindOfColourVision(Vision vision) {
        List<Paint> colours = CodeletColours.colours();
        for (int one = 0; one < colours.size(); one++) {
            for (int other = 0; other < one; other++) {
                String first = colours.get(one).light();
                String second = colours.get(other).light();
                double distance = distance(seen(first, vision), seen(second, vision));
                assertTrue(distance >= LEAST_DIFFERENCE, first + " and " + second + " differ by " + distance);
            }
        }
    }

    @Test
    void shouldStandOutFromLightAndDarkRows() {
        for (Paint colour : CodeletColours.colours()) {
            double luminance = luminance(colour.light()) + 0.05;
            double onLight = (luminance(Paint.TRACK.light()) + 0.05) / luminance;
            double onDark = (luminance(colour.dark()) + 0.05) / (luminance(Paint.TRACK.dark()) + 0.05);
            assertTrue(onLight >= 1.9, colour + " on light rows: " + onLight);
            assertTrue(onDark >= 2.5, colour + " on dark rows: " + onDark);
        }
    }

    @Test
    void shouldGiveACodeletTheSameLookWhicheverCameFirst() {
        List<String> codelets = List.of("potrf", "trsm", "syrk", "gemm");
        assertEquals(CodeletColours.of(codelets), CodeletColours.of(codelets.reversed()));
        assertEquals(
                List.of("gemm", "potrf", "syrk", "trsm"),
                List.copyOf(CodeletColours.of(codelets).keySet()));
        assertEquals(CodeletColours.of(1), CodeletColours.of(codelets).get("potrf"));
    }

    @Test
    void shouldTellRepeatedColoursApartWithoutStripesToo() {
        int looks = CodeletColours.colours().size() * Hatching.values().length;
        assertEquals(
                looks,
                IntStream.range(0, looks)
                        .mapToObj(number -> CodeletColours.of(number).solid())
                        .distinct()
                        .count());
        assertEquals(CodeletColours.colours().getFirst(), CodeletColours.of(0).solid());
    }

    @Test
    void shouldSayWhichColoursBlackTextReadsBetterOn() {
        assertTrue(Paint.everywhere("#ec7f13").isBright());
        assertFalse(Paint.everywhere("#5f42f0").isBright());
    }

    @Test
    void shouldRepeatColoursWithStripesInsteadOfOtherColours() {
        int colours = CodeletColours.colours().size();
        assertEquals(Hatching.NONE, CodeletColours.of(colours - 1).hatching());
        Swatch repeated = CodeletColours.of(colours + 2);
        assertEquals(CodeletColours.of(2).paint(), repeated.paint());
        assertTrue(repeated.hatching() != Hatching.NONE);
        int looks = colours * Hatching.values().length;
        assertEquals(
                looks,
                IntStream.range(0, looks)
                        .mapToObj(CodeletColours::of)
                        .distinct()
                        .count());
        assertEquals(CodeletColours.of(1), CodeletColours.of(looks + 1), "repeats at last");
    }
}
