package org.asterism.console.web.internal;

import org.asterism.report.fixture.ScriptChecks;

/** Checks the scripts of the live page. */
class PageScriptsTest extends ScriptChecks {}
