import type { Delays } from '../chain/commitment.ts';
import type { ControlState, DelaySwitch, Fault } from './commands.ts';

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
