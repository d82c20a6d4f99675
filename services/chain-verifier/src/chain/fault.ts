import type { FaultCode } from './facts.ts';

/** Thrown inside the reader only; `readEvidence` turns it into a value. */
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

/** The answer does not have the shape that the JSON-RPC documentation gives it. */
export function malformed(detail: string): never {
  return fault('malformed_response', detail);
}

/** A fact that the judge needs is not in the answer. */
export function incomplete(detail: string): never {
  return fault('incomplete_response', detail);
}

/** Two facts in the answer cannot both be true. */
export function conflict(detail: string): never {
  return fault('evidence_conflict', detail);
}
