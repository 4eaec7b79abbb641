/** Opens an address in the person's browser. Where there is none, nothing happens: the address was printed. */
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

export function openBrowser(url: string): void {
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = process.env;
  // Without a screen, xdg-open would look for a browser in this terminal.
  if (OPENERS[process.platform] === undefined && DISPLAY + WAYLAND_DISPLAY === '') return;
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
