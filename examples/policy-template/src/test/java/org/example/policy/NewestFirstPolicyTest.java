package org.example.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/** Runs the policy through the contract of all policies, and tests what it promises beyond that. */
final class NewestFirstPolicyTest extends SchedulingPolicyContract {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    @Override
    protected SchedulingPolicyFactory factory() {
        return new NewestFirstFactory();
    }

    @Override
    protected PolicyOrder order() {
        return PolicyOrder.LIFO;
    }

    @Test
    void shouldGiveTheOldestEveryThirdTimeWhenAsked() {
        SchedulingPolicy policy = create(Map.of("oldest.every", "3"));
        IntStream.rangeClosed(1, 6).forEach(id -> policy.push(new FakeTask(id, WORK, 0)));
        FakeWorker worker = new FakeWorker(0, Architecture.CPU);
        List<Long> order =
                IntStream.range(0, 6).mapToObj(i -> policy.pop(worker).id()).toList();
        assertEquals(List.of(6L, 5L, 1L, 4L, 3L, 2L), order);
    }

    @Test
    void shouldRefuseANegativeCount() {
        assertThrows(IllegalArgumentException.class, () -> create(Map.of("oldest.every", "-1")));
    }

    private SchedulingPolicy create(Map<String, String> properties) {
        return factory().create(new FakePolicyContext(properties, new VirtualClock()));
    }
}
