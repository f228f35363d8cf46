package org.asterism.report.gantt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a picture, one below the other in groups with a heading. Many rows are thin; of very many, neighbours of
 * a group share one.
 */
final class Rows {
    static final double HEADING = 22;
    private static final double TALLEST = 900;
    private static final double THINNEST = 2;
    private static final double LABEL = 11;

    /**
     * Something that has a row.
     *
     * @param id as in the recording
     * @param label its name
     * @param note what stands behind its row
     */
    record Member(int id, String label, String note) {}

    /**
     * Rows that belong together.
     *
     * @param heading above them
     * @param members from top to bottom
     */
    record Group(String heading, List<Member> members) {}

    /**
     * A row.
     *
     * @param y its upper edge
     * @param height from there to the next row
     * @param label empty if there is no room for one
     * @param note empty if there is no room for one
     * @param share how many members it stands for
     */
    record Row(double y, double height, String label, String note, int share) {
        /** How high the bars in it are: a gap keeps rows apart where there is room for one. */
        double barHeight() {
            return height >= 10 ? height - 2 : height >= 4 ? height - 0.6 : height;
        }
    }

    /**
     * A heading.
     *
     * @param y where its rows begin
     * @param text what it says
     */
    record Heading(double y, String text) {}

    private final List<Row> rows = new ArrayList<>();
    private final List<Heading> headings = new ArrayList<>();
    private final Map<Integer, Integer> rowOfMember = new HashMap<>();
    private final double bottom;

    /**
     * Lays rows out.
     *
     * @param groups from top to bottom
     * @param top where the first group's heading begins
     * @param roomiest how high a row is if there are few
     */
    Rows(List<Group> groups, double top, double roomiest) {
        double[] heights = heights(groups, roomiest);
        double y = top;
        for (int group = 0; group < heights.length; group++) {
            y += HEADING;
            headings.add(new Heading(y, groups.get(group).heading()));
            y = add(groups.get(group).members(), y, heights[group]);
        }
        bottom = y;
    }

    /** Deals the room out: a group that needs less than an equal part leaves the rest to the larger ones. */
    private static double[] heights(List<Group> groups, double roomiest) {
        List<Integer> bySize = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            bySize.add(group);
        }
        bySize.sort(Comparator.comparingInt(group -> groups.get(group).members().size()));
        double[] heights = new double[groups.size()];
        double room = TALLEST;
        int left = groups.size();
        for (int group : bySize) {
            int members = Math.max(1, groups.get(group).members().size());
            heights[group] = Math.min(roomiest, room / left-- / members);
            room -= heights[group] * members;
        }
        return heights;
    }

    private double add(List<Member> members, double top, double room) {
        int share = Math.max(1, (int) Math.ceil(THINNEST / room));
        double height = Math.max(THINNEST, room);
        int labelled = (int) Math.ceil(LABEL / height);
        boolean hasRoom = height >= LABEL - 1;
        double y = top;
        for (int first = 0; first < members.size(); first += share) {
            List<Member> together = members.subList(first, Math.min(members.size(), first + share));
            for (Member member : together) {
                rowOfMember.put(member.id(), rows.size());
            }
            Member shown = together.getFirst();
            String label = first / share % labelled == 0 ? shown.label() : "";
            rows.add(new Row(y, height, label, hasRoom ? shown.note() : "", together.size()));
            y += height;
        }
        return y;
    }

    List<Row> rows() {
        return rows;
    }

    List<Heading> headings() {
        return headings;
    }

    /** The number of the row of a member, or -1 if it has none. */
    int rowOf(int member) {
        return rowOfMember.getOrDefault(member, -1);
    }

    double bottom() {
        return bottom;
    }
}
