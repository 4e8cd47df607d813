// A report for istanbul, beside the runner's own ones: the lines that there are and that ran, into COVEY_COVERAGE
// (parsers/events/unit_coverage.hpp has the format). Absolute names, so that it does not matter where the runner was started.
'use strict';
if (typeof isOwnRealm === 'undefined') return void (module.exports = require('./realm.cjs').load(module));
const path = require('./paths.cjs');
const events = require('./events.cjs');
const {linesOfFile} = require('./statement-lines.cjs');

class LinesReport {
  constructor() {
    const {coverage} = events.settings;
    this.write = coverage && events.coverageAppender(`lines-${process.pid}`);
  }

  execute(context) {
    if (!this.write) return;
    context.getTree('flat').visit(this, context);
  }

  onDetail(node) {
    const coverage = node.getFileCoverage();
    this.write({file: path.resolve(coverage.path), ...linesOfFile(coverage)});
  }
}
module.exports = LinesReport;
