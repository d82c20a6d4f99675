import type { ChainClock } from '../chain/clock.ts';
import type { Delays } from '../chain/commitment.ts';

/** The effect of a fault on matching calls. */
type FaultEffect =
  /** The HTTP request fails with this status, or its connection is closed (status 0). */
  | { kind: 'http'; status: number; retryAfterSeconds?: number }
  /** The call returns a JSON-RPC error. */
  | { kind: 'error'; code: number; message: string; data?: unknown }
  /** The call hangs until `clear` or `reset`, then returns the true result. */
  | { kind: 'hang' }
  /** The call returns this result instead of the true one. */
  | { kind: 'replace'; result: unknown }
  /** The true result with changes: each JSON pointer (RFC 6901) is set to a value; tokens are not escaped. */
  | { kind: 'alter'; set: { path: string; value: unknown }[] };

export type Fault = FaultEffect & {
  /** A method's name, or "*" for all. */
  method: string;
  /** Only calls whose parameters, as JSON, contain this text: a signature, an address. */
  paramsContain?: string;
  /** Number of affected calls; unlimited until cleared if omitted. */
  count?: number;
};

/** Delays to change, only for one transaction if `signature` is given. Omitted ones stay unchanged. */
export type DelaySwitch = Partial<Delays> & { signature?: string };

/** The body of `POST /control`. */
export type ControlCommand =
  | ({ action: 'delays' } & DelaySwitch)
  | { action: 'fault'; fault: Fault }
  | { action: 'clear'; id?: number }
  | { action: 'advance'; slots: number }
  | { action: 'state' }
  | { action: 'reset' };

/** The state returned by every command. */
export type ControlState = {
  delays: Delays;
  faults: { id: number; fault: Fault; left: number | null }[];
  /** Calls hanging now. */
  hanging: number;
  /** Calls received since the start or the last `reset`, by method. */
  calls: { [method: string]: number };
};

/** Response of `POST /control`: switches, time, and the id of a fault just added. */
export type ControlAnswer = ControlState & { slot: number; chainTime: number; faultId: number | null };

/** An invalid command; the message gives the reason. */
export class UnknownCommandError extends Error {
  override name = 'UnknownCommandError';
}

const KINDS = ['http', 'error', 'hang', 'replace', 'alter'];

function obey(command: ControlCommand, switches: Switches, clock: ChainClock): number | null {
  switch (command.action) {
    case 'delays': {
      const { action: _, ...change } = command;
      switches.setDelays(change);
      return null;
    }
    case 'fault':
      if (typeof command.fault?.method !== 'string' || !KINDS.includes(command.fault.kind)) {
        throw new UnknownCommandError(`fault needs a method and a kind: ${KINDS.join(', ')}`);
      }
      return switches.addFault(command.fault);
    case 'clear':
      switches.clear(command.id);
      return null;
    case 'advance':
      if (!Number.isSafeInteger(command.slots)) throw new UnknownCommandError('slots must be a whole number');
      clock.advance(command.slots);
      return null;
    case 'state':
      return null;
    case 'reset':
      switches.reset();
      return null;
    default:
      throw new UnknownCommandError('action must be delays, fault, clear, advance, state or reset');
  }
}

/** Executes the test command in a request body. @throws UnknownCommandError */
export function applyCommand(body: unknown, switches: Switches, clock: ChainClock): ControlAnswer {
  if (typeof body !== 'object' || body === null) throw new UnknownCommandError('a command is an object');
  const faultId = obey(body as ControlCommand, switches, clock);
  return { ...switches.state(), slot: clock.slot(), chainTime: clock.chainTime(), faultId };
}

type ActiveFault = { id: number; fault: Fault; left: number | null };

/** The test switches: current settings and held calls. */
export type Switches = {
  delays(signature?: string): Delays;
  /** Counts the call and takes the first matching fault, using it up if limited. */
  take(method: string, params: readonly unknown[]): Fault | null;
  /** Resolves when the hang is released. */
  hang(): Promise<void>;
  setDelays(change: DelaySwitch): void;
  addFault(fault: Fault): number;
  /** Removes one fault or all, and releases hanging calls. */
  clear(id?: number): void;
  /** Resets everything to its initial state. */
  reset(): void;
  state(): ControlState;
};

function fits(fault: Fault, method: string, params: readonly unknown[]): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  return fault.paramsContain === undefined || JSON.stringify(params).includes(fault.paramsContain);
}

const mergeDelays = (base: Delays, change: Partial<Delays>): Delays => ({
  findMs: change.findMs ?? base.findMs,
  confirmMs: change.confirmMs ?? base.confirmMs,
  finalizeMs: change.finalizeMs ?? base.finalizeMs,
});

export function createSwitches(initial: Delays): Switches {
  let general = initial;
  let nextId = 1;
  let faults: ActiveFault[] = [];
  let waiting: (() => void)[] = [];
  const bySignature = new Map<string, Partial<Delays>>();
  const calls = new Map<string, number>();

  const release = (): void => {
    for (const letGo of waiting) letGo();
    waiting = [];
  };
  const clear = (id?: number): void => {
    faults = id === undefined ? [] : faults.filter((active) => active.id !== id);
    release();
  };
  const delays = (signature?: string): Delays =>
    mergeDelays(general, (signature === undefined ? undefined : bySignature.get(signature)) ?? {});
  const take = (method: string, params: readonly unknown[]): Fault | null => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const active = faults.find((candidate) => fits(candidate.fault, method, params));
    if (!active) return null;
    if (active.left !== null) {
      active.left -= 1;
      if (active.left <= 0) faults = faults.filter((other) => other !== active);
    }
    return active.fault;
  };
  return {
    delays,
    take,
    clear,
    hang: () => new Promise((resolve) => waiting.push(resolve)),
    setDelays: ({ signature, ...change }) => {
      if (signature === undefined) general = mergeDelays(general, change);
      else bySignature.set(signature, { ...bySignature.get(signature), ...change });
    },
    addFault: (fault) => {
      const id = nextId++;
      faults.push({ id, fault, left: fault.count ?? null });
      return id;
    },
    reset: () => {
      general = initial;
      bySignature.clear();
      calls.clear();
      clear();
    },
    state: () => ({
      delays: general,
      faults: faults.map(({ id, fault, left }) => ({ id, fault, left })),
      hanging: waiting.length,
      calls: Object.fromEntries(calls),
    }),
  };
}
