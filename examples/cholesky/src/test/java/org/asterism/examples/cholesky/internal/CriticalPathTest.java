package org.asterism.examples.cholesky.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CriticalPathTest {
    private static final int TILES = 7;

    @Test
    void shouldFindTheLongestPathOfEveryTask() {
        CriticalPath path = new CriticalPath(TILES);
        for (int k = 0; k < TILES; k++) {
            assertEquals(potrf(k), path.potrf(k), "potrf " + k);
            for (int i = k + 1; i < TILES; i++) {
                assertEquals(trsm(i, k), path.trsm(i, k), "trsm " + i + " " + k);
                assertEquals(syrk(i, k), path.syrk(i, k), "syrk " + i + " " + k);
                for (int j = k + 1; j < i; j++) {
                    assertEquals(gemm(i, j, k), path.gemm(i, j, k), "gemm " + i + " " + j + " " + k);
                }
            }
        }
    }

    // The same by following each task to all that wait for it.

    private static int potrf(int k) {
        int longest = 0;
        for (int i = k + 1; i < TILES; i++) {
            longest = Math.max(longest, trsm(i, k));
        }
        return 1 + longest;
    }

    private static int trsm(int i, int k) {
        int longest = syrk(i, k);
        for (int j = k + 1; j < i; j++) {
            longest = Math.max(longest, gemm(i, j, k));
        }
        for (int m = i + 1; m < TILES; m++) {
            longest = Math.max(longest, gemm(m, i, k));
        }
        return 3 + longest;
    }

    private static int syrk(int i, int k) {
        return 3 + (k + 1 < i ? syrk(i, k + 1) : potrf(i));
    }

    private static int gemm(int i, int j, int k) {
        return 6 + (k + 1 < j ? gemm(i, j, k + 1) : trsm(i, j));
    }
}
