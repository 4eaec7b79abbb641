/** Assembles the program from its commands. To add one, add a line to `COMMANDS`. */
import { Command } from 'commander';
import { LIBRARY_VERSION } from '../version.js';
import { hostCommand } from './bots/host.js';
import { joinCommand } from './bots/join.js';
import { playCommand } from './bots/play.js';
import { conformanceCommand } from './conformance.js';
import { discoverCommand } from './discover.js';
import { examples } from './examples.js';
import { inspectCommand } from './inspect.js';
import { logCommand } from './log.js';
import { messageCommand } from './message.js';
import { replayCommand } from './replay.js';

/** In the order of the help. Each makes a new command when called. */
const COMMANDS: readonly (() => Command)[] = [
  playCommand,
  hostCommand,
  joinCommand,
  discoverCommand,
  replayCommand,
  logCommand,
  inspectCommand,
  messageCommand,
  conformanceCommand,
];

/** Makes the whole program. It throws commander's errors instead of leaving the process. */
export function createProgram(): Command {
  const program = new Command('dugout')
    .description('Play, replay and look at sessions of co-op, take-turns games.')
    .version(LIBRARY_VERSION)
    .addHelpText(
      'after',
      examples(
        ['dugout play --out match.dugout', 'play a run by bots and log it'],
        ['dugout replay match.dugout', 'replay a logged session and compare every step'],
        ['dugout log cat match.dugout | head', 'look at its first steps'],
        ['dugout message table', 'print the table of messages'],
      ),
    )
    .addHelpText('after', '\nExit code: 0 fine, 1 a check failed, 2 wrong usage or unreadable input.')
    .showHelpAfterError('Add --help for usage and examples.')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'dugout: ')) })
    .exitOverride();
  for (const create of COMMANDS) program.addCommand(create());
  passOn(program);
  return program;
}

/** Commander hands settings down only to commands it made itself. */
function passOn(parent: Command): void {
  for (const child of parent.commands) passOn(child.copyInheritedSettings(parent));
}
