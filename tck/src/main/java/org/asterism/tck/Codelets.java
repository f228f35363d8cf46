package org.asterism.tck;

import java.util.List;
import java.util.random.RandomGenerator;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;

/** The kinds of work that the contracts push: for one architecture, for another, for either. */
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

    private static final List<Codelet> ALL = List.of(CPU, CUDA, EITHER);

    private Codelets() {}

    static Codelet any(RandomGenerator random) {
        return ALL.get(random.nextInt(ALL.size()));
    }
}
