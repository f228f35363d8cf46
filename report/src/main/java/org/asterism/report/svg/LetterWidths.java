package org.asterism.report.svg;

/** Widths of letters in Helvetica, Arial and Liberation Sans, which agree, in thousandths of the font's size. */
enum LetterWidths {
    REGULAR(new int[] {
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, //
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, //
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, //
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, //
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, //
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584
    }),
    BOLD(new int[] {
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, //
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, //
        975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, //
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, //
        333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, //
        611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584
    });

    private static final int FIRST = ' ';
    private static final int FIRST_WIDE = 0x2E80;
    private static final int USUAL = 600;
    private static final int FULL = 1000;

    private final int[] widths;

    LetterWidths(int[] widths) {
        this.widths = widths;
    }

    /** Returns the width of a letter, estimated if it is not ASCII. */
    int of(int letter) {
        int index = letter - FIRST;
        if (index >= 0 && index < widths.length) {
            return widths[index];
        }
        return switch (Character.getType(letter)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default ->
                switch (letter) {
                    case '\u00b7' -> this == BOLD ? 333 : 278; // a dot in the middle
                    case '\u2009' -> 200; // a thin space
                    case '\u2026', '\u2192' -> FULL; // an ellipsis and an arrow
                    default -> letter >= FIRST_WIDE ? FULL : USUAL;
                };
        };
    }
}
