import { z } from 'zod';
import type { ChainClock } from '../chain/clock.ts';
import type { Delays } from '../chain/history.ts';

const about = {
  /** A method's name, or "*" for all. */
  method: z.string(),
  /** Only calls whose parameters, as JSON, contain this text: a signature, an address. */
  paramsContain: z.string().optional(),
  /** Number of affected calls; unlimited until cleared if omitted. */
  count: z.number().optional(),
};
const fault = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ ...about, kind: z.literal(kind), ...shape });

/** The effect of a fault on matching calls. */
const Fault = z.discriminatedUnion('kind', [
  // The HTTP request fails with this status, or its connection is closed (status 0).
  fault('http', { status: z.number(), retryAfterSeconds: z.number().optional() }),
  // The call returns a JSON-RPC error.
  fault('error', { code: z.number(), message: z.string(), data: z.unknown().optional() }),
  // The call hangs until `clear` or `reset`, then returns the true result.
  fault('hang', {}),
  // The call returns this result instead of the true one.
  fault('replace', { result: z.unknown() }),
  // The true result with changes: each JSON pointer (RFC 6901) is set to a value; tokens are not escaped.
  fault('alter', { set: z.array(z.object({ path: z.string(), value: z.unknown() })) }),
]);
export type Fault = z.infer<typeof Fault>;

/** Delays to change, only for one transaction if `signature` is given. Omitted ones stay unchanged. */
const DelaySwitch = z.object({
  findMs: z.number().optional(),
  confirmMs: z.number().optional(),
  finalizeMs: z.number().optional(),
  signature: z.string().optional(),
});
export type DelaySwitch = z.infer<typeof DelaySwitch>;

/** The body of `POST /control`. */
const ControlCommand = z.discriminatedUnion('action', [
  DelaySwitch.extend({ action: z.literal('delays') }),
  z.object({ action: z.literal('fault'), fault: Fault }),
  z.object({ action: z.literal('clear'), id: z.number().optional() }),
  z.object({ action: z.literal('advance'), slots: z.int() }),
  z.object({ action: z.literal('state') }),
  z.object({ action: z.literal('reset') }),
]);
export type ControlCommand = z.infer<typeof ControlCommand>;

type ActiveFault = { id: number; fault: Fault; left: number | null };

/** Response of `POST /control`: calls so far, time, and the id of a fault just added. */
export type ControlAnswer = {
  calls: { [method: string]: number };
  slot: number;
  chainTime: number;
  faultId: number | null;
};

/** Executes the test command in a request body. @throws ZodError */
export function applyCommand(body: unknown, switches: Switches, clock: ChainClock): ControlAnswer {
  const command = ControlCommand.parse(body);
  const { action } = command;
  if (action === 'delays') switches.setDelays(command);
  if (action === 'clear') switches.clear(command.id);
  if (action === 'advance') clock.advance(command.slots);
  if (action === 'reset') switches.reset();
  const faultId = action === 'fault' ? switches.addFault(command.fault) : null;
  return { calls: switches.calls(), slot: clock.slot(), chainTime: clock.chainTime(), faultId };
}

/** The test switches: current settings and held calls. */
export type Switches = ReturnType<typeof createSwitches>;

function fits({ method, paramsContain = '' }: Fault, called: string, params: unknown): boolean {
  return (method === '*' || method === called) && JSON.stringify(params ?? []).includes(paramsContain);
}

const mergeDelays = (base: Delays, { signature: _, ...change }: DelaySwitch) =>
  ({ ...base, ...change }) as Delays;

export function createSwitches(initial: Delays) {
  let general = initial;
  let nextId = 1;
  let faults: ActiveFault[] = [];
  let waiting: (() => void)[] = [];
  const bySignature = new Map<string, DelaySwitch>();
  const calls = new Map<string, number>();

  /** Removes one fault or all, and releases hanging calls. */
  const clear = (id?: number): void => {
    faults = id === undefined ? [] : faults.filter((active) => active.id !== id);
    for (const letGo of waiting) letGo();
    waiting = [];
  };
  return {
    clear,
    delays: (signature = ''): Delays => mergeDelays(general, bySignature.get(signature) ?? {}),
    /** Counts the call and takes the first matching fault, using it up if limited. */
    take(method: string, params: unknown): Fault | null {
      calls.set(method, (calls.get(method) ?? 0) + 1);
      const active = faults.find((candidate) => fits(candidate.fault, method, params));
      if (!active) return null;
      if (active.left !== null) {
        active.left -= 1;
        if (active.left <= 0) faults = faults.filter((other) => other !== active);
      }
      return active.fault;
    },
    /** Resolves when the hang is released. */
    hang: () => new Promise<void>((resolve) => waiting.push(resolve)),
    setDelays(change: DelaySwitch): void {
      const { signature } = change;
      if (signature === undefined) general = mergeDelays(general, change);
      else bySignature.set(signature, { ...bySignature.get(signature), ...change });
    },
    addFault(fault: Fault): number {
      const id = nextId++;
      faults.push({ id, fault, left: fault.count ?? null });
      return id;
    },
    /** Resets everything to its initial state. */
    reset(): void {
      general = initial;
      bySignature.clear();
      calls.clear();
      clear();
    },
    /** Calls received since the start or the last `reset`, by method. */
    calls: () => Object.fromEntries(calls),
  };
}
