package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/** Schedules of no particular program. */
public final class SchedulesForTests {
    private SchedulesForTests() {}

    /**
     * A recorded schedule of random tasks.
     *
     * @param cpus how many CPU workers
     * @param gpus how many others, ten times as fast, with links from and to main memory
     * @param perWorker how many tasks a CPU worker runs
     * @param codelets names
     * @return the schedule
     */
    public static Schedule random(int cpus, int gpus, int perWorker, List<String> codelets) {
        Random random = new Random(1);
        Recording recording = new Recording();
        List<Schedule.WorkerLoad> workers = new ArrayList<>();
        List<Schedule.LinkLoad> links = new ArrayList<>();
        long makespan = 0;
        long tasks = 0;
        for (int worker = 0; worker < cpus + gpus; worker++) {
            boolean gpu = worker >= cpus;
            int number = gpu ? perWorker * 10 : perWorker;
            long time = 0;
            long busy = 0;
            for (int task = 0; task < number; task++) {
                int codelet = Math.min(codelets.size() - 1, (int) Math.abs(random.nextGaussian() * 2));
                long length = (long) ((gpu ? 3e6 : 30e6) * (1 + random.nextInt(3)));
                time += random.nextInt(8) == 0 ? length / 2 : 20_000;
                recording.task(worker, codelets.get(codelet), time, time + length);
                time += length;
                busy += length;
                tasks++;
            }
            makespan = Math.max(makespan, time);
            String name = gpu ? "cuda-" + (worker - cpus) : "cpu-" + worker;
            workers.add(new Schedule.WorkerLoad(worker, name, gpu ? "cuda" : "cpu", number, busy));
            for (int way = 0; gpu && way < 2; way++) {
                String from = way == 0 ? "main" : name;
                links.add(new Schedule.LinkLoad(
                        links.size(), from, way == 0 ? name : "main", number * 1_000_000L, number));
                for (int copy = 0; copy < number; copy++) {
                    long begin = (long) (random.nextDouble() * time * 0.95);
                    recording.transfer(links.size() - 1, begin, begin + 600_000);
                }
            }
        }
        return new Schedule(
                makespan,
                tasks,
                makespan * 900.0,
                OptionalDouble.of(1234.5),
                OptionalDouble.of(makespan * 0.87),
                OptionalDouble.of(makespan * 0.2),
                workers,
                links,
                Optional.of(recording));
    }

    /**
     * Makes a schedule of one worker that runs one task of each codelet.
     *
     * @param codelets names
     * @return with a recording
     */
    public static Schedule oneTaskOfEach(List<String> codelets) {
        Recording recording = new Recording();
        long time = 0;
        for (String codelet : codelets) {
            recording.task(0, codelet, time, time + 10_000);
            time += 10_000;
        }
        return new Schedule(
                time,
                codelets.size(),
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(new Schedule.WorkerLoad(0, "cpu-0", "cpu", codelets.size(), time)),
                List.of(),
                Optional.of(recording));
    }
}
