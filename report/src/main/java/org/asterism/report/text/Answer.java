package org.asterism.report.text;

/** Answer of a command. Scripts use it as an object; users see its text form, and programs read its JSON form. */
public interface Answer {
    /** Number of columns of a line if the width is unknown. */
    int USUAL_WIDTH = 100;

    /**
     * Returns the text form for users.
     *
     * @param width number of columns of a line
     * @return lines, without a line end after the last one
     */
    String text(int width);

    /**
     * Returns the form for JSON.
     *
     * @return maps, lists, strings, numbers, booleans and null
     */
    Object json();
}
