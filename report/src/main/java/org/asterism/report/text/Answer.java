package org.asterism.report.text;

/** What a command gives back: scripts use it as an object, people and machines see one of its two forms. */
public interface Answer {
    /** As many columns as a line has when nobody knows how wide it is shown. */
    int USUAL_WIDTH = 100;

    /**
     * For people.
     *
     * @param width columns of a line
     * @return lines, without an end of line after the last
     */
    String text(int width);

    /**
     * For machines.
     *
     * @return maps, lists, strings, numbers, booleans and null
     */
    Object json();
}
