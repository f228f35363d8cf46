///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+
//JAVA_OPTIONS --enable-native-access=ALL-UNNAMED
//DEPS org.asterism:asterism-embedded:0.1.0-SNAPSHOT

import java.util.Arrays;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.embedded.Asterism;

/** Squares numbers twice, in two tasks of which the second waits for the first. */
class Squares {
    static final Codelet SQUARE = Codelet.named("square")
            .access(Access.RW)
            .cpu(kernel -> {
                VectorView x = kernel.view(0, VectorView.class);
                for (long i = 0; i < x.length(); i++) {
                    x.setDouble(i, x.getDouble(i) * x.getDouble(i));
                }
            })
            .build();

    public static void main(String[] arguments) {
        double[] numbers = {1, 2, 3};
        try (TaskRuntime runtime = Asterism.start();
                DataHandle x = runtime.data().vector(numbers)) {
            runtime.task(SQUARE).data(x).submit();
            runtime.task(SQUARE).data(x).submit(); // waits for the first: both change x
        }
        System.out.println(Arrays.toString(numbers)); // [1.0, 16.0, 81.0]
    }
}
