package org.asterism.tck;

import java.util.List;
import java.util.random.RandomGenerator;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;

/** Codelets of the contracts' tasks: for one architecture, for another one, and for either. */
final class Codelets {
    private static final Implementation ELSEWHERE = new Implementation() {};

    static final Codelet CPU = Codelet.named("cpu-only").cpu(kernel -> {}).build();

    static final Codelet CUDA = Codelet.named("cuda-only")
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();

    static final Codelet EITHER = Codelet.named("either")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();

    static final Codelet SPMD = Codelet.named("spmd").cpu(kernel -> {}).spmd().build();

    static final Codelet FORK_JOIN_OF_TWO = Codelet.named("fork-join")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .forkJoin(2)
            .build();

    private static final List<Codelet> ALL_WITH_PARALLEL = List.of(CPU, CUDA, EITHER, SPMD, FORK_JOIN_OF_TWO);

    private static final List<Codelet> ALL = List.of(CPU, CUDA, EITHER);

    private Codelets() {}

    static Codelet anyOrParallel(RandomGenerator random) {
        return ALL_WITH_PARALLEL.get(random.nextInt(ALL_WITH_PARALLEL.size()));
    }

    static Codelet any(RandomGenerator random) {
        return ALL.get(random.nextInt(ALL.size()));
    }
}
