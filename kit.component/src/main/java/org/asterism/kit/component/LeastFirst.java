package org.asterism.kit.component;

import java.util.Arrays;

/**
 * Priority queue of numbers that orders no more than the caller reads: taking only the first number costs less than
 * sorting. Among equal keys the lower number comes first. It is reused without allocation, by one thread at a time.
 *
 * <p>Source: a binary heap (Williams, 1964).
 */
public final class LeastFirst {
    private int[] numbers = {};
    private double[] keys = {};
    private int size;
    private boolean ordered;

    /** Creates an empty queue. */
    public LeastFirst() {}

    /** Removes all numbers. */
    public void clear() {
        size = 0;
        ordered = false;
    }

    /**
     * Adds a number. All numbers are added before the first is taken.
     *
     * @param number number that is not in the queue
     * @param key sort key; not NaN
     */
    public void add(int number, double key) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(8, 2 * size));
            keys = Arrays.copyOf(keys, numbers.length);
        }
        numbers[size] = number;
        keys[size++] = key;
    }

    /**
     * Removes and returns the number with the least key.
     *
     * @return the number, or -1 if the queue is empty
     */
    public int take() {
        if (size == 0) {
            return -1;
        }
        if (!ordered) {
            for (int place = size / 2 - 1; place >= 0; place--) {
                sink(place);
            }
            ordered = true;
        }
        int first = numbers[0];
        size--;
        numbers[0] = numbers[size];
        keys[0] = keys[size];
        sink(0);
        return first;
    }

    private void sink(int from) {
        int place = from;
        for (int below = 2 * place + 1; below < size; below = 2 * place + 1) {
            if (below + 1 < size && isBefore(below + 1, below)) {
                below++;
            }
            if (!isBefore(below, place)) {
                return;
            }
            int number = numbers[place];
            double key = keys[place];
            numbers[place] = numbers[below];
            keys[place] = keys[below];
            numbers[below] = number;
            keys[below] = key;
            place = below;
        }
    }

    private boolean isBefore(int one, int other) {
        return keys[one] < keys[other] || keys[one] == keys[other] && numbers[one] < numbers[other];
    }
}
