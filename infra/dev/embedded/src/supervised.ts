import { setTimeout as sleep } from 'node:timers/promises';
import type { Launch, Running } from './running.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A process that lived this long did not die of its start. */
const SETTLED_MS = 30_000;

export type SupervisorOptions = {
  name: string;
  launch: Launch;
  log: (line: string) => void;
  /** Whether to start it again when it dies; asked each time. */
  autoRestart: () => boolean;
  /** Kills a process that does not answer so many checks in a row; it is then started again like one that died. */
  liveness?: { isAlive: () => Promise<boolean>; everyMs: number; failures: number };
};

/**
 * Keeps one process running: when it dies it is started again, at once at first and then less and less often.
 * One line in the log tells each death.
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

  /** The process id, or undefined while it is down. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts it once; settles when it is ready, throws what its start threw. */
  start(): Promise<void> {
    if (this.#running) return Promise.resolve();
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Settles when it is up, also after a death that is being mended. */
  async ready(): Promise<void> {
    await (this.#reviving ?? this.start());
  }

  /** Sends a signal, as the operating system or an operator would; settles when the process has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const running = this.#running;
    if (running?.pid === undefined) return;
    process.kill(running.pid, signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await running.exited;
  }

  /** Stops it in an orderly way when it is up, and starts it; settles when it is ready. */
  async restart(): Promise<void> {
    await this.#reviving;
    await this.#starting;
    await this.#end();
    await this.start();
  }

  /** Stops it for good. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#starting?.catch(() => {});
    await this.#end();
    await this.#reviving;
  }

  /** Kills it for good without waiting. */
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
    void this.#checkLiveness(running);
  }

  /** Ends with the process. Nothing is killed that would not be started again. */
  async #checkLiveness(running: Running): Promise<void> {
    const { name, liveness, autoRestart, log } = this.#options;
    if (!liveness) return;
    const { isAlive, everyMs, failures } = liveness;
    for (let missed = 0; missed < failures; ) {
      await sleep(everyMs, undefined, { signal: this.#abort.signal, ref: false }).catch(() => {});
      if (this.#running !== running || this.#abort.signal.aborted) return;
      missed = !autoRestart() || (await isAlive()) ? 0 : missed + 1;
    }
    if (this.#running !== running || running.pid === undefined) return;
    log(`${name} did not answer ${failures} times in a row, killing it`);
    process.kill(running.pid, 'SIGKILL');
  }

  /** Stops the process on purpose: it is forgotten first, so that its end is no death. */
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
