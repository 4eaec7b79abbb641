/** How a command that goes on for a while is asked to stop. */

/** Aborts on Ctrl-C or a polite kill; a second one ends the process at once. */
export function interruptSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => {
    process.exitCode = name === 'SIGINT' ? 130 : 143;
    if (controller.signal.aborted) process.exit();
    controller.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  };
}

/** Resolves on Ctrl-C or a polite kill, for a command that ends so: it is no failure. A second one ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const interrupt = (): void => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve();
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  });
}
