import type { FaultCode } from './facts.ts';

/** Thrown only inside the reader; `readEvidence` turns it into a value. */
export class FaultError extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export function fault(code: FaultCode, detail: string): never {
  throw new FaultError(code, detail);
}

/** The response does not have the shape documented for JSON-RPC. */
export function malformed(detail: string): never {
  return fault('malformed_response', detail);
}

/** The response lacks a fact that the judge needs. */
export function incomplete(detail: string): never {
  return fault('incomplete_response', detail);
}

/** Two facts in the response contradict each other. */
export function conflict(detail: string): never {
  return fault('evidence_conflict', detail);
}
