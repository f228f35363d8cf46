package org.asterism.topology.hwloc.internal;

import java.util.BitSet;

/** Sets of processing units in the notations of the kernel and hwloc. */
final class ProcessorSets {
    private static final int BITS_PER_WORD = 32;
    /** Four times what any kernel can be built for; keeps a typing error from becoming a bit set of a gigabyte. */
    private static final int MOST = 1 << 15;

    private ProcessorSets() {}

    /**
     * Reads the kernel's list format, such as {@code 0-3,8}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static BitSet list(String text) {
        BitSet set = new BitSet();
        if (text.isBlank()) {
            return set;
        }
        for (String range : text.strip().split(",", -1)) {
            int dash = range.indexOf('-');
            int first = number(dash < 0 ? range : range.substring(0, dash), text);
            int last = dash < 0 ? first : number(range.substring(dash + 1), text);
            if (last < first) {
                throw new IllegalArgumentException("'" + text + "' counts backwards in '" + range + "'");
            }
            set.set(first, last + 1);
        }
        return set;
    }

    private static int number(String digits, String text) {
        int number;
        try {
            number = Integer.parseUnsignedInt(digits.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no list such as 0-3,8", e);
        }
        if (number < 0 || number >= MOST) {
            throw new IllegalArgumentException("'" + text + "' names a number above " + (MOST - 1));
        }
        return number;
    }

    /**
     * Reads hwloc's mask format: words of 32 bits in hexadecimal, the highest first, such as
     * {@code 0x00000001,0xffffffff}; a word that is zero may be left empty.
     *
     * @throws IllegalArgumentException if it is none, or has no end ({@code 0xf...f})
     */
    static BitSet mask(String text) {
        BitSet set = new BitSet();
        String[] words = text.split(",", -1);
        for (int i = 0; i < words.length; i++) {
            int base = (words.length - 1 - i) * BITS_PER_WORD;
            String word = words[i].startsWith("0x") ? words[i].substring(2) : words[i];
            if (word.isEmpty() && words.length > 1) {
                continue;
            }
            if (!word.matches("[0-9a-fA-F]{1,8}")) {
                throw new IllegalArgumentException(
                        "'" + shortened(text) + "' is no mask such as 0x00000001,0xffffffff");
            }
            long bits = Long.parseLong(word, 16);
            for (; bits != 0; bits &= bits - 1) {
                set.set(base + Long.numberOfTrailingZeros(bits));
            }
        }
        return set;
    }

    /** Writes the kernel's list format. */
    static String text(BitSet set) {
        StringBuilder text = new StringBuilder();
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int end = set.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (end - first > 1) {
                text.append('-').append(end - 1);
            }
            first = set.nextSetBit(end);
        }
        return text.toString();
    }

    static boolean contains(BitSet outer, BitSet inner) {
        BitSet rest = (BitSet) inner.clone();
        rest.andNot(outer);
        return rest.isEmpty();
    }

    static BitSet intersection(BitSet one, BitSet other) {
        BitSet common = (BitSet) one.clone();
        common.and(other);
        return common;
    }

    static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
