/**
 * One process of a relay measurement and how it is asked: a request has a name and a value, each gets one answer. Relays and
 * players have processes of their own, so that a process's CPU time is the relay's alone.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts `file` of this folder with `args`. */
export function startProcess(file, args = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args);
  const waiting = [];
  child.on('message', (answer) => waiting.shift()?.resolve(answer));
  child.on('exit', (code) => {
    for (const { reject } of waiting.splice(0))
      reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
  });
  return {
    ask(name, value) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.send({ name, value });
      });
    },
    close() {
      child.disconnect();
      return new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

/** Answers requests by `handlers`, one after the other, until the asking process is gone. */
export function serve(handlers) {
  let last = Promise.resolve();
  process.on('message', ({ name, value }) => {
    last = last.then(async () => process.send((await handlers[name](value)) ?? null));
  });
  process.on('disconnect', () => process.exit());
}

/** {@link serve} for a relay: `open` starts that many sessions and returns where each is, `sent` and `received` its datagrams so far. */
export function serveRelay({ open, counts }) {
  let sessions = 0;
  return serve({
    async open(count) {
      const endpoints = await Promise.all(Array.from({ length: count }, () => open(sessions++)));
      return endpoints;
    },
    read() {
      const { user, system } = process.cpuUsage();
      return { cpuMs: (user + system) / 1000, ...counts() };
    },
  });
}
