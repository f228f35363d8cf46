package org.asterism.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.asterism.framework.AsterismVersion;
import org.asterism.framework.HistoryFile;
import org.asterism.framework.LaunchException;
import org.osgi.framework.Constants;

/**
 * The properties of the framework: those in {@code conf/framework.properties}, and those that the launcher determines
 * at each start.
 */
final class FrameworkSettings {
    private FrameworkSettings() {}

    static Map<String, Object> of(Distribution distribution, int startLevel, boolean interactive) {
        var settings = new HashMap<String, Object>();
        var home = distribution.home().toString();
        var file = new Properties();
        try (var reader = Files.newBufferedReader(distribution.frameworkProperties())) {
            file.load(reader);
        } catch (IOException e) {
            throw new LaunchException("cannot read " + distribution.frameworkProperties() + " (" + e
                    + "); take it from a fresh copy of the distribution");
        }
        file.forEach(
                (key, value) -> settings.put(key.toString(), value.toString().replace("${asterism.home}", home)));
        settings.put("asterism.home", home);
        settings.put("asterism.version", AsterismVersion.number());
        settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, Integer.toString(startLevel));
        settings.put("asterism.history", HistoryFile.ofUser().path().toString());
        if (!interactive) {
            // The console's bundle brings echo, grep, each and so on; its prompt is not wanted.
            settings.put("gosh.args", "--nointeractive --nohistory --noshutdown");
        }
        return settings;
    }
}
