/**
 * The parts of a browser tab that the main user flows need. Elements are found by XPath; every call waits until they
 * exist.
 */
export type Tab = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page and returns its result. */
  run<T, Args extends unknown[]>(inPage: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>;
  /** Presses an element with the mouse. */
  click(xpath: string): Promise<void>;
  /** Types into an element by key. */
  type(xpath: string, text: string): Promise<void>;
  /** Chooses a file in a file input, visible or not. */
  choose(xpath: string, file: string): Promise<void>;
  close(): Promise<void>;
};

/** A browser engine other than Chromium's. */
export type Engine = {
  name: string;
  /** What this machine lacks to start the engine. */
  missing: readonly string[];
  open(): Promise<Tab>;
};

/** Timeout of a wait; long enough for a busy machine. */
export const MAX_WAIT_MS = 120_000;
