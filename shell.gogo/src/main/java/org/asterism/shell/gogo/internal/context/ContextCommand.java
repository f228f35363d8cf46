package org.asterism.shell.gogo.internal.context;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Fields;
import org.asterism.report.text.NearestNames;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:context}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "context")
public final class ContextCommand extends Command {
    private static final String CREATE = "create";
    private static final String CLOSE = "close";
    private static final String ADD = "add";
    private static final String REMOVE = "remove";
    private static final String SHOW = "show";

    private final Runtimes runtimes;
    private final Trees trees;
    private final ContextSuggestions suggestions;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose contexts are changed
     * @param trees where a tree that is given is declared
     */
    @Activate
    public ContextCommand(@Reference Runtimes runtimes, @Reference Trees trees) {
        this.runtimes = runtimes;
        this.trees = trees;
        suggestions = new ContextSuggestions(runtimes);
    }

    /**
     * Makes, shows, changes or closes a context.
     *
     * @param session where the command was typed
     * @param policy see {@link ContextOptions}, as all that follow
     * @param tree a file
     * @param fallback a policy
     * @param workers a selection
     * @param share whether the parent keeps them
     * @param parent a context
     * @param heir a context
     * @param priorities a range
     * @param limit two numbers
     * @param rank a number
     * @param what the verb, the context's name, and for {@code add} and {@code remove} a selection of workers
     * @return what was done, or how the context is
     */
    @Descriptor(
            "manages scheduling contexts: makes one, shows all of it, gives it workers or takes them away, or closes it")
    public Answer context(
            CommandSession session,
            @Descriptor("create: its policy, as POLICY or POLICY,key=value,...; eager if not given")
                    @Parameter(names = "--policy", absentValue = "")
                    String policy,
            @Descriptor("create: a file with the description of a tree of components, instead of --policy")
                    @Parameter(names = "--tree", absentValue = "")
                    String tree,
            @Descriptor("create: the policy that takes over when that one leaves, or none; eager if not given")
                    @Parameter(names = "--fall-back", absentValue = "")
                    String fallback,
            @Descriptor(
                            "create: its workers: all, none, names such as cpu-0,cpu-1 or cpu-0..3, a filter such as '(arch=cpu)', or a"
                                    + " share such as '1/2 of package:0'; none if not given")
                    @Parameter(names = "--workers", absentValue = "")
                    String workers,
            @Descriptor("create: its parent keeps these workers, too")
                    @Parameter(names = "--share", presentValue = "true", absentValue = "false")
                    boolean share,
            @Descriptor("create: the context that its workers come from; default if not given")
                    @Parameter(names = "--parent", absentValue = "")
                    String parent,
            @Descriptor("create: the context that takes its workers and unfinished tasks when it is closed")
                    @Parameter(names = "--heir", absentValue = "")
                    String heir,
            @Descriptor("create: LEAST..GREATEST priority of its tasks; others are clamped, or with ,refuse behind it"
                            + " refused")
                    @Parameter(names = "--priorities", absentValue = "")
                    String priorities,
            @Descriptor("create: GO_ON..MOST submitted tasks: at MOST submission waits until GO_ON are left")
                    @Parameter(names = "--limit", absentValue = "")
                    String limit,
            @Descriptor("create: workers of several contexts look into those of greater rank first; 0 if not given")
                    @Parameter(names = "--rank", absentValue = "")
                    String rank,
            @Descriptor("create NAME, show CONTEXT, add CONTEXT WORKERS, remove CONTEXT WORKERS, or close CONTEXT")
                    String[] what) {
        ContextOptions options =
                new ContextOptions(policy, tree, fallback, workers, share, parent, heir, priorities, limit, rank);
        return answer(session, options, List.of(what));
    }

    private Answer answer(CommandSession session, ContextOptions options, List<String> what) {
        String verb = what.isEmpty() ? "" : what.getFirst();
        if (!ContextSuggestions.VERBS.containsKey(verb)) {
            if (verb.isEmpty()) {
                throw new UsageException("say what to do: " + String.join(", ", usages()));
            }
            throw new UsageException("'" + verb + "' is nothing that it does; "
                    + NearestNames.instead(verb, ContextSuggestions.VERBS.keySet(), "asterism:context --help"));
        }
        boolean movesWorkers = verb.equals(ADD) || verb.equals(REMOVE);
        int words = movesWorkers ? 3 : 2;
        if (what.size() < words || what.size() > words && !movesWorkers) {
            throw new UsageException("write " + usage(verb));
        }
        if (!verb.equals(CREATE) && !options.isEmpty()) {
            throw new UsageException("only 'create' takes options besides --json; write " + usage(verb));
        }
        String name = what.get(1);
        return switch (verb) {
            case CREATE -> create(session, options, name);
            case CLOSE -> close(runtimes.context(name));
            case SHOW -> show(runtimes.context(name));
            default ->
                move(
                        runtimes.context(name),
                        what.subList(2, what.size()).stream().collect(Collectors.joining(" ")),
                        verb.equals(ADD));
        };
    }

    private Said create(CommandSession session, ContextOptions options, String typed) {
        NamedRuntime runtime = runtimeOf(typed);
        String name = typed.substring(typed.indexOf('/') + 1);
        SchedulingContext made = options.create(name, runtime.runtime(), trees, session.currentDir());
        List<String> workers = names(made.workers());
        String sentence =
                "context '" + typed + "' made: " + made.policy().orElse("parked") + ", " + Ranges.workers(workers);
        if (workers.isEmpty()) {
            sentence += "; its tasks wait until it has some: asterism:context add "
                    + (typed.contains(" ") ? "'" + typed + "'" : typed) + " WORKERS";
        }
        Optional<String> fallback = made.fallbackPolicy()
                .filter(policy -> runtime.runtime().policies().stream()
                        .noneMatch(there -> there.name().equals(policy)));
        if (fallback.isPresent()) {
            sentence += "; its fall-back policy '" + fallback.get()
                    + "' is not there: if it does not come, the context is parked instead";
        }
        Map<String, Object> fields = fields(runtime, made);
        fields.put("policy", made.policy().orElse(null));
        fields.put("workers", workers);
        return new Said(sentence, fields);
    }

    private NamedRuntime runtimeOf(String typed) {
        List<NamedRuntime> all = runtimes.all();
        int slash = typed.indexOf('/');
        if (slash < 0) {
            return all.getFirst();
        }
        String name = typed.substring(0, slash);
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no runtime '" + name + "'; "
                        + NearestNames.instead(
                                name, all.stream().map(NamedRuntime::name).toList(), "asterism:workers")));
    }

    private Said close(Runtimes.Located located) {
        SchedulingContext context = located.context();
        if (context.name().equals(SchedulingContext.DEFAULT)) {
            throw new UsageException("the default context cannot be closed: it ends with its runtime");
        }
        String parent = context.parent().map(SchedulingContext::name).orElse(SchedulingContext.DEFAULT);
        String heir = context.description().heir().orElse(null);
        List<String> workers = names(context.workers());
        long left = heir == null ? 0 : context.load().left();
        List<String> nested = nestedIn(located);
        Closing.of(context).await();
        String where = heir == null ? "back to '" + parent + "'" : "to '" + heir + "'";
        String sentence = "context '" + located.label() + "' closed"
                + (nested.isEmpty() ? "" : ", and with it what is nested in it: " + String.join(", ", nested)) + "; "
                + (workers.isEmpty() ? "it had no workers" : Ranges.workers(workers) + " went " + where)
                + (left == 0 ? "" : ", with " + left + " unfinished task" + (left == 1 ? "" : "s"));
        Map<String, Object> fields = fields(located.runtime(), context);
        fields.put("workers", workers);
        fields.put("heir", heir);
        fields.put("unfinished_tasks", left);
        fields.put("nested", nested);
        return new Said(sentence, fields);
    }

    /** The contexts that end with another one, in the order in which they were made. */
    private static List<String> nestedIn(Runtimes.Located outer) {
        return outer.runtime().runtime().contexts().stream()
                .filter(each -> Stream.iterate(
                                each.parent(),
                                Optional::isPresent,
                                parent -> parent.get().parent())
                        .anyMatch(parent -> parent.get() == outer.context()))
                .map(SchedulingContext::name)
                .toList();
    }

    private static Said move(Runtimes.Located located, String selection, boolean adds) {
        SchedulingContext context = located.context();
        List<Worker> before = context.workers();
        List<Worker> meant =
                Refusals.asUsage(() -> located.runtime().runtime().workers(WorkerSelection.parse(selection)));
        Refusals.asUsage(() -> {
            if (adds) {
                context.addWorkers(meant);
            } else {
                context.removeWorkers(meant);
            }
        });
        List<String> moved = names(
                meant.stream().filter(worker -> before.contains(worker) != adds).toList());
        List<String> now = names(context.workers());
        String sentence = "context '" + located.label() + "': "
                + (moved.isEmpty()
                        ? meant.isEmpty() ? "'" + selection + "' means no worker" : "nothing to do"
                        : (adds ? "got " : "gave away ") + Ranges.workers(moved))
                + "; it has " + Ranges.workers(now);
        List<String> unplaced = adds ? List.of() : unplaced(located.runtime().runtime(), moved);
        if (!unplaced.isEmpty()) {
            sentence += "; in no context now: " + Ranges.of(unplaced) + ", see asterism:context add";
        }
        Map<String, Object> fields = fields(located.runtime(), context);
        fields.put(adds ? "added" : "removed", moved);
        fields.put("workers", now);
        return new Said(sentence, fields);
    }

    /** Those that no context of the runtime has: they run nothing but tasks that were given to them. */
    private static List<String> unplaced(TaskRuntime runtime, List<String> moved) {
        Set<String> placed = new HashSet<>();
        runtime.contexts().forEach(each -> placed.addAll(names(each.workers())));
        return moved.stream().filter(name -> !placed.contains(name)).toList();
    }

    private static Fields show(Runtimes.Located located) {
        SchedulingContext context = located.context();
        ContextDescription description = context.description();
        ContextRow row = ContextRow.of(located, new Looks());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", row.runtime());
        fields.put("context", row.name());
        fields.put("state", row.state());
        fields.put("policy", row.policy());
        fields.put("wanted_policy", row.wantedPolicy());
        fields.put("policy_properties", context.wantedPolicyProperties());
        fields.put("fallback_policy", row.fallbackPolicy());
        fields.put("policy_changes", row.policyChanges());
        fields.put("workers", row.workers());
        fields.put("asked_for_workers", description.workers().toString());
        fields.put("shares_workers", row.sharesWorkers());
        fields.put("parent", row.parent());
        fields.put("heir", row.heir());
        fields.put("rank", row.rank());
        fields.put("priorities", description.priorities().toString());
        fields.put("go_on_submitting", description.goOnSubmitting());
        fields.put(
                "most_submitted", description.mostSubmitted() == Long.MAX_VALUE ? null : description.mostSubmitted());
        fields.put("submitted", row.load().submitted());
        fields.put("ready", row.load().ready());
        fields.put("running", row.load().running());
        fields.put("done", row.load().done());
        fields.put("failed", row.load().failed());
        fields.put("cancelled", row.load().cancelled());
        fields.put("tasks_per_second", row.throughput().tasksPerSecond());
        fields.put("seconds", row.throughput().seconds());
        fields.put("trouble", row.trouble());
        return new Fields(fields);
    }

    private static Map<String, Object> fields(NamedRuntime runtime, SchedulingContext context) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime.name());
        fields.put("context", context.name());
        return fields;
    }

    private static List<String> names(List<Worker> workers) {
        return workers.stream().map(Worker::name).toList();
    }

    private static String usage(String verb) {
        return SCOPE + ":context " + verb + " " + ContextSuggestions.VERBS.get(verb);
    }

    @Override
    protected List<String> usages() {
        return ContextSuggestions.VERBS.keySet().stream()
                .map(ContextCommand::usage)
                .toList();
    }

    @Override
    protected List<Suggestion> examples() {
        return Arrays.asList(
                new Suggestion(
                        "asterism:context create urgent --policy prio --workers cpu-0,cpu-1",
                        "two workers leave the default context for tasks that shall not wait for others"),
                new Suggestion(
                        "asterism:context create night --workers all --share --rank -1 --heir default",
                        "all workers run its tasks while the default context has none; when it is closed, the rest goes there"),
                new Suggestion(
                        "asterism:context add urgent '(memory-node=1)'", "those that work in memory node 1, too"),
                new Suggestion("asterism:context close urgent", "waits for its tasks, and gives its workers back"));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return suggest(before, "");
    }

    @Override
    public List<Suggestion> suggest(List<String> before, String begun) {
        return suggestions.after(before, begun, options());
    }
}
