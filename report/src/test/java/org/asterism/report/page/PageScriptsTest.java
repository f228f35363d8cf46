package org.asterism.report.page;

import org.asterism.report.fixture.ScriptChecks;

/** Checks the scripts that pages share. */
class PageScriptsTest extends ScriptChecks {}
