package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Computation of each team's order of the buckets, and of the fastest team for each bucket.
 *
 * <p><b>Threads.</b> One at a time.
 */
final class Orders {
    /** Ratio of times up to which teams are equally fast. */
    private static final double SAME = 1.05;

    private final Settings settings;
    private final Routes routes;

    Orders(Settings settings, Routes routes) {
        this.settings = settings;
        this.routes = routes;
    }

    private record Scored(Bucket bucket, int given, boolean unknown, double score) {}

    /**
     * Rates all buckets and sets the teams' routes.
     *
     * @return whether slow teams have to leave tasks of some bucket to fast ones
     */
    boolean compute(Bucket[] buckets, Team[] teams) {
        boolean selective = false;
        for (Bucket bucket : buckets) {
            rate(bucket, teams);
            selective |= bucket.isSelective();
        }
        double mean = meanNanos(buckets);
        for (Team team : teams) {
            Bucket[] order = order(buckets, teams, team, mean);
            Team.Stop[][] route = Arrays.equals(order, team.order()) ? team.routes() : routes.of(team, order);
            Bucket[] favourites = Arrays.stream(order)
                    .filter(bucket -> bucket.byTime().length > 0 && bucket.byTime()[0] == team)
                    .toArray(Bucket[]::new);
            team.route(order, route, favourites);
        }
        return selective;
    }

    private void rate(Bucket bucket, Team[] teams) {
        Team[] able = Arrays.stream(teams)
                .filter(team -> bucket.suits(team) && team.size() > 0)
                .toArray(Team[]::new);
        double[] slowness = new double[teams.length];
        Arrays.fill(slowness, 1);
        boolean fixed = false;
        boolean known = true;
        for (Team team : able) {
            Double given = settings.slowness()
                    .getOrDefault(team.architecture(), Map.of())
                    .get(bucket.name());
            if (given != null) {
                slowness[team.index()] = given;
                fixed = true;
            }
            known &= bucket.nanos(team) > 0;
        }
        if (!fixed && known) {
            double least = Arrays.stream(able).mapToDouble(bucket::nanos).min().orElse(1);
            for (Team team : able) {
                slowness[team.index()] = bucket.nanos(team) / least;
            }
        }
        Arrays.sort(able, Comparator.comparingDouble(team -> slowness[team.index()]));
        boolean differ = (fixed || known) && able.length > 1 && slowness[able[able.length - 1].index()] > SAME;
        bucket.rate(able, slowness, fixed, differ);
    }

    /** Returns the mean of the known times of all tasks, each on its fastest team. */
    private static double meanNanos(Bucket[] buckets) {
        double sum = 0;
        long tasks = 0;
        for (Bucket bucket : buckets) {
            if (bucket.byTime().length > 0) {
                double best = bucket.nanos(bucket.byTime()[0]);
                if (best > 0) {
                    sum += best * bucket.pushes();
                    tasks += bucket.pushes();
                }
            }
        }
        return tasks == 0 ? 1 : sum / tasks;
    }

    private Bucket[] order(Bucket[] buckets, Team[] teams, Team team, double mean) {
        List<String> given = settings.orders().getOrDefault(team.architecture(), List.of());
        return Arrays.stream(buckets)
                .filter(bucket -> bucket.suits(team))
                .map(bucket -> {
                    int place = given.indexOf(bucket.name());
                    boolean unknown = bucket.nanos(team) == 0
                            || Arrays.stream(bucket.byTime()).anyMatch(able -> bucket.nanos(able) == 0);
                    return new Scored(
                            bucket,
                            place < 0 ? given.size() : place,
                            bucket.nanos(team) == 0,
                            unknown ? 0 : settings.ordering().score(facts(bucket, team, teams, mean)));
                })
                // Unknown buckets come first, so that they become known; the sort is stable.
                .sorted(Comparator.comparingInt(Scored::given)
                        .thenComparing(Scored::unknown, Comparator.reverseOrder())
                        .thenComparing(Scored::score, Comparator.reverseOrder()))
                .map(Scored::bucket)
                .toArray(Bucket[]::new);
    }

    private static Facts facts(Bucket bucket, Team team, Team[] teams, double mean) {
        double other = 0;
        double elsewhere = 0;
        int idle = 0;
        int workers = 0;
        for (Team candidate : teams) {
            if (candidate == team) {
                continue;
            }
            if (bucket.suits(candidate)) {
                other = Math.max(other, bucket.nanos(candidate));
            }
            elsewhere += bucket.releasedNanos(candidate);
            idle += candidate.idle().count();
            workers += candidate.size();
        }
        return new Facts(
                bucket.nanos(team) / mean,
                other == 0 ? Double.POSITIVE_INFINITY : other / mean,
                bucket.successors(),
                bucket.releasedNanos(team) / mean,
                elsewhere / mean,
                team.size() == 0 ? 0 : (double) team.idle().count() / team.size(),
                workers == 0 ? 0 : (double) idle / workers);
    }
}
