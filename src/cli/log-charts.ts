/** `dugout log charts`: the state charts a log carries, for Mermaid. */
import { Command } from 'commander';
import { chartsMermaid } from '../store/charts-mermaid.js';
import { examples } from './examples.js';
import { CliError } from './failure.js';
import { openLog } from './open-log.js';
import { jsonOption } from './options.js';
import { out, outJson } from './terminal.js';

interface Options {
  readonly chart?: string;
  readonly json?: true;
}

export function logChartsCommand(): Command {
  return new Command('charts')
    .summary('print the state charts for Mermaid')
    .description(
      'Prints the state charts of a log as one Mermaid diagram (stateDiagram-v2), read from the log’s header alone: the code ' +
        'that wrote it is not needed.',
    )
    .argument('<file>', 'the log')
    .option('--chart <id>', 'only this chart')
    .addOption(jsonOption('print one JSON object: charts, a diagram each by chart id'))
    .addHelpText(
      'after',
      examples(
        ['dugout log charts match.dugout > charts.mmd', 'all charts'],
        ['dugout log charts match.dugout --chart run', 'one of them'],
        ['dugout log charts match.dugout --json | jq -r .charts.run', 'for a script'],
      ),
    )
    .action(charts);
}

async function charts(path: string, { chart, json }: Options): Promise<void> {
  const all = (await openLog(path)).log.header.core.charts;
  const chosen = Object.entries(all).filter(([id]) => chart === undefined || id === chart);
  if (chart !== undefined && chosen.length === 0) {
    const sentence = `The log has no chart ${JSON.stringify(chart)}; it has ${Object.keys(all).join(', ')}.`;
    throw new CliError('cli/usage', sentence);
  }
  if (!json) return out(chartsMermaid(Object.fromEntries(chosen)));
  const diagrams = chosen.map(([id, one]) => [id, chartsMermaid({ [id]: one })]);
  return outJson({ charts: Object.fromEntries(diagrams) });
}
