import { setTimeout as sleep } from 'node:timers/promises';
import type { Launch, Running } from './processes.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A process with this uptime did not fail at its start. */
const SETTLED_MS = 30_000;

export type SupervisorOptions = {
  name: string;
  launch: Launch;
  log: (line: string) => void;
  /** Whether to restart it when it dies; evaluated each time. */
  autoRestart: () => boolean;
};

/**
 * Keeps one process running: restarts it when it dies, at first immediately, then with growing delays. Logs one line
 * per death.
 */
export class Supervised {
  readonly name: string;
  readonly #options: SupervisorOptions;
  readonly #abort = new AbortController();
  #running: Running | undefined;
  #starting: Promise<void> | undefined;
  #reviving: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** The process id; undefined while it is down. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts it once; resolves when it is ready, rejects with the start's error. */
  start(): Promise<void> {
    if (this.#running) return Promise.resolve();
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Resolves when it is up, also during a restart. */
  async ready(): Promise<void> {
    await (this.#reviving ?? this.start());
  }

  /** Sends a signal, as the operating system or an operator would; resolves when the process has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const running = this.#running;
    if (running?.pid === undefined) return;
    process.kill(running.pid, signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await running.exited;
  }

  /** Stops it gracefully if it is up, and starts it; resolves when it is ready. */
  async restart(): Promise<void> {
    await this.#reviving;
    await this.#starting;
    await this.#end();
    await this.start();
  }

  /** Stops it permanently. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#starting?.catch(() => {});
    await this.#end();
    await this.#reviving;
  }

  /** Kills it permanently without waiting. */
  killHard(): void {
    this.#abort.abort();
    const pid = this.#running?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  async #launch(): Promise<void> {
    this.#abort.signal.throwIfAborted();
    const running = await this.#options.launch(this.#abort.signal);
    this.#running = running;
    const since = performance.now();
    void running.exited.then((how) => this.#onExit(running, how, performance.now() - since));
  }

  /** Stops the process on purpose: it is unset first, so that its end does not count as a death. */
  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }

  #onExit(running: Running, how: string, lifeMs: number): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    if (this.#abort.signal.aborted) return;
    const again = this.#options.autoRestart();
    this.#options.log(`${this.name} ended unexpectedly (${how})${again ? ', starting it again' : ''}`);
    if (again) {
      this.#reviving ??= this.#revive(lifeMs > SETTLED_MS ? 0 : FIRST_DELAY_MS).finally(() => {
        this.#reviving = undefined;
      });
    }
  }

  async #revive(firstDelayMs: number): Promise<void> {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(Math.max(delayMs, 50) * 2, LONGEST_DELAY_MS)) {
      await sleep(delayMs, undefined, { signal: this.#abort.signal }).catch(() => {});
      if (this.#abort.signal.aborted) return;
      try {
        await this.start();
        return;
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#options.log(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
