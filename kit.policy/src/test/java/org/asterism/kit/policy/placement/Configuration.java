package org.asterism.kit.policy.placement;

import java.lang.annotation.Annotation;

/** The defaults, and an alpha of the test's. */
record Configuration(double alpha) implements WeightsConfiguration {
    @Override
    public double beta() {
        return standard("beta");
    }

    @Override
    public double gamma() {
        return standard("gamma");
    }

    @Override
    public double idle$_$power() {
        return standard("idle$_$power");
    }

    @Override
    public boolean prefetch() {
        return standard("prefetch");
    }

    @Override
    public boolean explore() {
        return standard("explore");
    }

    @Override
    public int window() {
        return standard("window");
    }

    @SuppressWarnings("unchecked")
    private static <T> T standard(String name) {
        try {
            return (T) WeightsConfiguration.class.getDeclaredMethod(name).getDefaultValue();
        } catch (NoSuchMethodException missing) {
            throw new AssertionError(missing);
        }
    }

    @Override
    public Class<? extends Annotation> annotationType() {
        return WeightsConfiguration.class;
    }
}
