/** `dugout log charts`: the state charts a log carries, for Mermaid or as a picture. */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { ChartGraph } from '../inspector/charts/chart-graph.js';
import { loadLayoutEngine } from '../inspector/charts/elk-engine.js';
import { type ChartLayout, layoutChart } from '../inspector/charts/layout.js';
import { chartsSvg } from '../inspector/charts/svg.js';
import { chartsMermaid } from '../store/charts-mermaid.js';
import type { ChartState } from '../store/log-header.js';
import { examples } from './examples.js';
import { CliError } from './failure.js';
import { toJson } from './json.js';
import { openLog } from './open-log.js';
import { jsonOption } from './options.js';
import { out } from './terminal.js';

interface Options {
  readonly chart?: string;
  readonly json?: true;
  readonly mermaid?: true;
  readonly svg?: true;
  readonly out?: string;
}

/** Charts by id. */
type Charts = Readonly<Record<string, ChartState>>;

export function logChartsCommand(): Command {
  return new Command('charts')
    .summary('print the state charts, for Mermaid or as an SVG picture')
    .description(
      'Prints the state charts of a log, read from the log’s header alone: the code that wrote it is not needed. As one Mermaid ' +
        'diagram (stateDiagram-v2), or as one SVG picture for a light or a dark ground.',
    )
    .argument('<file>', 'the log')
    .option('--chart <id>', 'only this chart')
    .option('--mermaid', 'a Mermaid diagram (the default)')
    .addOption(new Option('--svg', 'an SVG picture').conflicts(['json', 'mermaid']))
    .option('--out <file>', 'write to this file instead of stdout')
    .addOption(jsonOption('print one JSON object: charts, a diagram each by chart id'))
    .addHelpText(
      'after',
      examples(
        ['dugout log charts match.dugout > charts.mmd', 'all charts'],
        ['dugout log charts match.dugout --chart run', 'one of them'],
        ['dugout log charts match.dugout --svg --out charts.svg', 'a picture'],
        ['dugout log charts match.dugout --json | jq -r .charts.run', 'for a script'],
      ),
    )
    .action(charts);
}

async function charts(path: string, { chart, json, svg, out: file }: Options): Promise<void> {
  const all = (await openLog(path)).log.header.core.charts;
  const chosen = Object.entries(all).filter(([id]) => chart === undefined || id === chart);
  if (chart !== undefined && chosen.length === 0) {
    const sentence = `The log has no chart ${JSON.stringify(chart)}; it has ${Object.keys(all).join(', ')}.`;
    throw new CliError('cli/usage', sentence);
  }
  const text = await written(Object.fromEntries(chosen), json ? 'json' : svg ? 'svg' : 'mermaid');
  return file === undefined ? out(text) : save(file, text);
}

async function written(charts: Charts, as: 'json' | 'svg' | 'mermaid'): Promise<string> {
  if (as === 'svg') return picture(charts);
  if (as === 'mermaid') return chartsMermaid(charts);
  const diagrams = Object.entries(charts).map(([id, one]) => [id, chartsMermaid({ [id]: one })]);
  return toJson({ charts: Object.fromEntries(diagrams) });
}

/** One after the other: they share one engine. */
async function picture(charts: Charts): Promise<string> {
  const engine = await loadLayoutEngine();
  const layouts: ChartLayout[] = [];
  for (const [id, chart] of Object.entries(charts)) {
    layouts.push(await layoutChart(engine, new ChartGraph(id, chart)));
  }
  return chartsSvg(layouts);
}

async function save(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`).catch((cause: NodeJS.ErrnoException) => {
    const sentence = `${JSON.stringify(file)} cannot be written: ${cause.code}. Name a file in a directory that is there.`;
    throw new CliError('cli/usage', sentence, { cause });
  });
}
