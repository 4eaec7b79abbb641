/**
 * Prints `N passed, N failed, N skipped` over every JSON report in a folder, and fails unless something passed and
 * nothing failed. A test file that could not be loaded has no tests to its name: it counts as one failure.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const count = { passed: 0, failed: 0, skipped: 0 };

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  for (const file of JSON.parse(readFileSync(join(folder, name), 'utf8')).testResults) {
    const statuses = file.assertionResults.map((test) => test.status);
    for (const status of statuses)
      count[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
    if (file.status === 'failed' && !statuses.includes('failed')) count.failed += 1;
  }
}

process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
