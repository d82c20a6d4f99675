import type { Delays } from '../chain/commitment.ts';

/** What a fault does to the calls it fits. */
type FaultEffect =
  /** The HTTP request fails with this status, or its connection is cut (status 0). */
  | { kind: 'http'; status: number; retryAfterSeconds?: number }
  /** The call is answered with a JSON-RPC error. */
  | { kind: 'error'; code: number; message: string; data?: unknown }
  /** The call is not answered until `clear` or `reset`; then it is, truthfully. */
  | { kind: 'hang' }
  /** The call is answered late, truthfully. */
  | { kind: 'slow'; ms: number }
  /** The call is answered with this result in place of the true one. */
  | { kind: 'replace'; result: unknown }
  /** The true result, altered: each JSON pointer (RFC 6901) is set to a value. */
  | { kind: 'alter'; set: { path: string; value: unknown }[] };

export type Fault = FaultEffect & {
  /** A method's name, or "*" for all. */
  method: string;
  /** Only calls whose parameters, as JSON, contain this text: a signature, an address. */
  paramsContain?: string;
  /** How many calls it meets; every one until cleared when left out. */
  count?: number;
};

/** Delays to change; for one transaction when `signature` is given. Those left out stay as they are. */
export type DelaySwitch = Partial<Delays> & { signature?: string };

/** The body of `POST /control`. */
export type ControlCommand =
  | ({ action: 'delays' } & DelaySwitch)
  | { action: 'fault'; fault: Fault }
  | { action: 'clear'; id?: number }
  | { action: 'advance'; slots: number }
  | { action: 'clock'; offsetMs: number }
  | { action: 'state' }
  | { action: 'reset' };

/** The answer to every command. */
export type ControlState = {
  delays: Delays;
  faults: { id: number; fault: Fault; left: number | null }[];
  /** Calls that hang now. */
  hanging: number;
  /** Calls received since the start or the last `reset`, by method. */
  calls: { [method: string]: number };
};

/** What `POST /control` answers: the switches, the time, and the id of the fault that was just set. */
export type ControlAnswer = ControlState & { slot: number; chainTime: number; faultId: number | null };
