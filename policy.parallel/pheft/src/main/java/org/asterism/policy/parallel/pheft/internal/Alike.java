package org.asterism.policy.parallel.pheft.internal;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.kit.policy.placement.Question;
import org.asterism.kit.policy.placement.RunnerGroup;

/**
 * Workers, or combinations of equally many workers, that are alike.
 *
 * @param kind what they have in common
 * @param runners those with lower ids first
 */
record Alike(Kind kind, List<? extends Account> runners) implements RunnerGroup<Account> {
    /**
     * What alike runners have in common.
     *
     * @param prediction which predictions hold for them
     * @param architecture which implementations they run
     * @param memoryNode where their data are
     * @param speed what their load is divided by
     * @param size how many workers each is
     */
    record Kind(int prediction, Architecture architecture, int memoryNode, double speed, int size) {}

    @Override
    public Architecture architecture() {
        return kind.architecture();
    }

    @Override
    public boolean isOfTeams() {
        return kind.size() > 1;
    }

    @Override
    public long ready(Question question, Account runner) {
        return runner.ready(question.now());
    }

    @Override
    public double load(Question question, Account runner) {
        return runner.load();
    }

    @Override
    public Account firstFor(Task task) {
        if (!task.isRestricted()) {
            Account first = runners.getFirst();
            return first.canExecute(task) ? first : null;
        }
        for (int index = 0; index < runners.size(); index++) {
            if (runners.get(index).canExecute(task)) {
                return runners.get(index);
            }
        }
        return null;
    }

    @Override
    public Account earliest(Question question, long moment) {
        Account best = null;
        long soonest = 0;
        for (int index = 0; index < runners.size(); index++) {
            Account runner = runners.get(index);
            if (question.admits(runner)) {
                long ready = Math.max(runner.ready(question.now()), moment);
                if (best == null || ready < soonest) {
                    best = runner;
                    soonest = ready;
                }
            }
        }
        return best;
    }

    @Override
    public long latest(Question question) {
        long latest = question.now();
        for (int index = 0; index < runners.size(); index++) {
            Account runner = runners.get(index);
            if (question.admits(runner)) {
                latest = Math.max(latest, runner.ready(question.now()));
            }
        }
        return latest;
    }

    @Override
    public Account leastLoaded(Question question) {
        Account best = null;
        double least = 0;
        for (int index = 0; index < runners.size(); index++) {
            Account runner = runners.get(index);
            if (question.admits(runner)) {
                double load = runner.load();
                if (best == null || load < least) {
                    best = runner;
                    least = load;
                }
            }
        }
        return best;
    }
}
