/** A process that was started and took up its work, or a part that runs elsewhere. */
export type Running = {
  /** None for a part that is not a process of this machine. */
  pid: number | undefined;
  /** Settles when the process has ended, with how: `exit code 1`, `SIGKILL`. */
  exited: Promise<string>;
  /** Asks it to end, then makes it; settles when it is gone. May be called twice. */
  stop(): Promise<void>;
};

/** Starts a process and settles when it is ready; gives up and cleans up when the signal aborts. */
export type Launch = (signal: AbortSignal) => Promise<Running>;

/** How a child process ended, from its `exit` event. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}
