/** A process that has started and is ready, or an external part. */
export type Running = {
  /** Undefined for an external part. */
  pid: number | undefined;
  /** Resolves when the process has ended, to how: `exit code 1`, `SIGKILL`. */
  exited: Promise<string>;
  /** Terminates it, by force after a grace period; resolves once it has ended. Idempotent. */
  stop(): Promise<void>;
  /** Pings it: false without an answer in time. Absent where that is not possible. */
  answers?(): Promise<boolean>;
};

/** Starts a process and resolves when it is ready; aborts and cleans up on the signal. */
export type Launch = (signal: AbortSignal) => Promise<Running>;

/** How a child process ended, from its `exit` event. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}
