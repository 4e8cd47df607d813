// A report for istanbul that hands over what it is to report.
'use strict';

class MapReport {
  constructor({take}) {
    this.take = take;
  }

  execute(context) {
    const found = new Map();
    context.getTree('flat').visit({onDetail: (node) => found.set(node.getFileCoverage().path, node.getFileCoverage())}, context);
    this.take({files: () => [...found.keys()], fileCoverageFor: (name) => found.get(name)});
  }
}
module.exports = MapReport;
