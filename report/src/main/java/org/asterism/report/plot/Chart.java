package org.asterism.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Chart of series over two logarithmic axes: points with error bars, and curves. Colour-blind readers can distinguish
 * the colours and shapes of the series (Okabe and Ito, 2008).
 *
 * @param title text above the chart
 * @param subtitle text below the title
 * @param xTitle text below the horizontal axis
 * @param yTitle text beside the vertical axis
 * @param xLabel label of a value on the horizontal axis
 * @param yLabel label of a value on the vertical axis
 * @param series series to draw
 */
public record Chart(
        String title,
        String subtitle,
        String xTitle,
        String yTitle,
        DoubleFunction<String> xLabel,
        DoubleFunction<String> yLabel,
        List<Series> series) {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 600;

    /** Pixels per unit of the chart, for sharp output on fine screens and in print. */
    private static final int SCALE = 2;

    private static final int LEFT = 88;
    private static final int TOP = 78;
    private static final int BOTTOM = 66;
    private static final int RIGHT = 24;
    private static final int LEGEND_GAP = 22;
    private static final int LEGEND_MOST = 330;

    private static final Color INK = new Color(0x20242a);
    private static final Color FAINT_INK = new Color(0x6a7078);
    private static final Color GRID = new Color(0xd9dde2);
    private static final Color FINE_GRID = new Color(0xf0f2f4);
    private static final Color PAPER = Color.WHITE;
    private static final Color[] COLOURS = {
        new Color(0x0072b2),
        new Color(0xd55e00),
        new Color(0x009e73),
        new Color(0xcc79a7),
        new Color(0xe69f00),
        new Color(0x56b4e9),
        new Color(0x4d4d4d)
    };

    /** Copies the list. */
    public Chart {
        series = List.copyOf(series);
    }

    /** Area of the picture for data, with its axes. */
    private record Area(Rectangle2D box, LogAxis across, LogAxis up) {
        double x(double value) {
            return box.getX() + across.position(value) * box.getWidth();
        }

        double y(double value) {
            return box.getMaxY() - up.position(value) * box.getHeight();
        }
    }

    /**
     * Draws the chart.
     *
     * @return the picture
     */
    public BufferedImage draw() {
        BufferedImage image = new BufferedImage(WIDTH * SCALE, HEIGHT * SCALE, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        try {
            canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            canvas.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
            canvas.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            canvas.scale(SCALE, SCALE);
            canvas.setColor(PAPER);
            canvas.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
            draw(canvas);
        } finally {
            canvas.dispose();
        }
        return image;
    }

    private void draw(Graphics2D canvas) {
        double legend = legendWidth(canvas);
        Area area = new Area(
                new Rectangle2D.Double(LEFT, TOP, WIDTH - LEFT - RIGHT - legend - LEGEND_GAP, HEIGHT - TOP - BOTTOM),
                axis(true),
                axis(false));
        drawTitles(canvas, area);
        drawGrid(canvas, area);
        Shape everywhere = canvas.getClip();
        canvas.clip(area.box());
        for (int index = 0; index < series.size(); index++) {
            drawCurve(canvas, area, index);
        }
        for (int index = 0; index < series.size(); index++) {
            drawPoints(canvas, area, index);
        }
        canvas.setClip(everywhere);
        canvas.setColor(FAINT_INK);
        canvas.setStroke(new BasicStroke(1));
        canvas.draw(area.box());
        drawLegend(canvas, area.box().getMaxX() + LEGEND_GAP, legend);
    }

    /**
     * Returns an axis with room for all points and for most of each bar, but at most one decade for the lower parts of
     * bars.
     */
    private LogAxis axis(boolean across) {
        double least = Double.MAX_VALUE;
        double most = Double.MIN_NORMAL;
        for (Series one : series) {
            for (Series.Point point : one.points()) {
                double low = across ? point.x() : Math.max(point.y() / 10, point.y() - point.spread());
                double high = across ? point.x() : point.y() + point.spread();
                least = Math.min(least, low);
                most = Math.max(most, high);
            }
        }
        return LogAxis.around(least, most);
    }

    private static Font font(int style, float size) {
        return new Font(Font.SANS_SERIF, style, 1).deriveFont(size);
    }

    private void drawTitles(Graphics2D canvas, Area area) {
        canvas.setColor(INK);
        canvas.setFont(font(Font.BOLD, 19));
        canvas.drawString(cut(canvas, title, WIDTH - LEFT - RIGHT), LEFT, 34);
        canvas.setColor(FAINT_INK);
        canvas.setFont(font(Font.PLAIN, 12.5f));
        canvas.drawString(cut(canvas, subtitle, WIDTH - LEFT - RIGHT), LEFT, 56);
        canvas.setColor(INK);
        canvas.setFont(font(Font.PLAIN, 13));
        centred(canvas, xTitle, area.box().getCenterX(), HEIGHT - 18);
        Graphics2D turned = (Graphics2D) canvas.create();
        turned.rotate(-Math.PI / 2);
        centred(turned, yTitle, -area.box().getCenterY(), 22);
        turned.dispose();
    }

    private static void centred(Graphics2D canvas, String text, double x, double y) {
        canvas.drawString(text, (float) (x - width(canvas, text) / 2), (float) y);
    }

    private static double width(Graphics2D canvas, String text) {
        return canvas.getFontMetrics().getStringBounds(text, canvas).getWidth();
    }

    private static String cut(Graphics2D canvas, String text, double room) {
        String shown = text;
        while (shown.length() > 1 && width(canvas, shown) > room) {
            shown = shown.substring(0, shown.length() - 2) + "\u2026";
        }
        return shown;
    }

    private void drawGrid(Graphics2D canvas, Area area) {
        Rectangle2D box = area.box();
        canvas.setFont(font(Font.PLAIN, 12));
        canvas.setStroke(new BasicStroke(1));
        for (boolean labelled : new boolean[] {false, true}) {
            for (LogAxis.Tick tick : area.across().ticks()) {
                double x = area.x(tick.value());
                if (tick.labelled() == labelled) {
                    canvas.setColor(labelled ? GRID : FINE_GRID);
                    canvas.draw(new Line2D.Double(x, box.getY(), x, box.getMaxY()));
                    canvas.setColor(FAINT_INK);
                    canvas.draw(new Line2D.Double(x, box.getMaxY(), x, box.getMaxY() + (labelled ? 6 : 3)));
                }
                if (tick.labelled() && labelled) {
                    canvas.setColor(INK);
                    centred(canvas, xLabel.apply(tick.value()), x, box.getMaxY() + 21);
                }
            }
            for (LogAxis.Tick tick : area.up().ticks()) {
                double y = area.y(tick.value());
                if (tick.labelled() == labelled) {
                    canvas.setColor(labelled ? GRID : FINE_GRID);
                    canvas.draw(new Line2D.Double(box.getX(), y, box.getMaxX(), y));
                    canvas.setColor(FAINT_INK);
                    canvas.draw(new Line2D.Double(box.getX() - (labelled ? 6 : 3), y, box.getX(), y));
                }
                if (tick.labelled() && labelled) {
                    String label = yLabel.apply(tick.value());
                    canvas.setColor(INK);
                    canvas.drawString(label, (float) (box.getX() - 10 - width(canvas, label)), (float) (y + 4.5));
                }
            }
        }
    }

    private static Color colour(int index) {
        return COLOURS[index % COLOURS.length];
    }

    private void drawCurve(Graphics2D canvas, Area area, int index) {
        Series.Curve curve = series.get(index).curve().orElse(null);
        if (curve == null) {
            return;
        }
        canvas.setColor(colour(index));
        canvas.setStroke(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {5, 5}, 0));
        drawCurve(canvas, area, curve, area.across().least(), curve.least());
        drawCurve(canvas, area, curve, curve.most(), area.across().most());
        canvas.setStroke(new BasicStroke(2, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        drawCurve(canvas, area, curve, curve.least(), curve.most());
    }

    private static void drawCurve(Graphics2D canvas, Area area, Series.Curve curve, double least, double most) {
        Path2D path = new Path2D.Double();
        boolean begun = false;
        int steps = 200;
        for (int step = 0; step <= steps && most > least; step++) {
            double x = least * Math.pow(most / least, (double) step / steps);
            double y = curve.value().applyAsDouble(x);
            if (!(y > 0)) {
                begun = false;
            } else if (begun) {
                path.lineTo(area.x(x), area.y(y));
            } else {
                path.moveTo(area.x(x), area.y(y));
                begun = true;
            }
        }
        canvas.draw(path);
    }

    private void drawPoints(Graphics2D canvas, Area area, int index) {
        for (Series.Point point : series.get(index).points()) {
            double x = area.x(point.x());
            double top = area.y(point.y() + point.spread());
            double low = point.y() - point.spread();
            double bottom = low > area.up().least() ? area.y(low) : area.box().getMaxY();
            canvas.setColor(colour(index));
            if (bottom - top > 1) {
                canvas.setStroke(new BasicStroke(1.3f));
                canvas.draw(new Line2D.Double(x, top, x, bottom));
                canvas.draw(new Line2D.Double(x - 4, top, x + 4, top));
                if (low > area.up().least()) {
                    canvas.draw(new Line2D.Double(x - 4, bottom, x + 4, bottom));
                }
            }
            drawMark(canvas, index, x, area.y(point.y()), point.trusted());
        }
    }

    private static void drawMark(Graphics2D canvas, int index, double x, double y, boolean filled) {
        Shape mark = mark(index, x, y);
        canvas.setColor(filled ? colour(index) : PAPER);
        canvas.fill(mark);
        canvas.setColor(filled ? PAPER : colour(index));
        canvas.setStroke(new BasicStroke(filled ? 1 : 1.6f));
        canvas.draw(mark);
    }

    private static Shape mark(int index, double x, double y) {
        return switch (index % 4) {
            case 0 -> new Ellipse2D.Double(x - 5, y - 5, 10, 10);
            case 1 -> new Rectangle2D.Double(x - 4.5, y - 4.5, 9, 9);
            case 2 -> polygon(x, y - 6, x + 6, y + 4.5, x - 6, y + 4.5);
            default -> polygon(x, y - 6.5, x + 6.5, y, x, y + 6.5, x - 6.5, y);
        };
    }

    private static Shape polygon(double... corners) {
        Path2D path = new Path2D.Double();
        path.moveTo(corners[0], corners[1]);
        for (int index = 2; index < corners.length; index += 2) {
            path.lineTo(corners[index], corners[index + 1]);
        }
        path.closePath();
        return path;
    }

    private double legendWidth(Graphics2D canvas) {
        double widest = 0;
        for (Series one : series) {
            canvas.setFont(font(Font.PLAIN, 13));
            widest = Math.max(widest, width(canvas, one.name()));
            canvas.setFont(font(Font.PLAIN, 11.5f));
            widest = Math.max(
                    widest,
                    one.curve().map(curve -> width(canvas, curve.formula())).orElse(0.0));
        }
        return Math.min(LEGEND_MOST, widest + 30);
    }

    private void drawLegend(Graphics2D canvas, double x, double room) {
        double y = TOP + 8;
        for (int index = 0; index < series.size() && y < HEIGHT - BOTTOM; index++) {
            Series one = series.get(index);
            if (one.curve().isPresent()) {
                canvas.setColor(colour(index));
                canvas.setStroke(new BasicStroke(2));
                canvas.draw(new Line2D.Double(x, y, x + 20, y));
            }
            drawMark(canvas, index, x + 10, y, true);
            canvas.setColor(INK);
            canvas.setFont(font(Font.PLAIN, 13));
            canvas.drawString(cut(canvas, one.name(), room - 28), (float) x + 28, (float) y + 4.5f);
            if (one.curve().isPresent()) {
                y += 17;
                canvas.setColor(FAINT_INK);
                canvas.setFont(font(Font.PLAIN, 11.5f));
                canvas.drawString(cut(canvas, one.curve().get().formula(), room - 28), (float) x + 28, (float) y + 4);
            }
            y += 24;
        }
    }
}
