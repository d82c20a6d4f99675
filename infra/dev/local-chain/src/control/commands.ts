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
