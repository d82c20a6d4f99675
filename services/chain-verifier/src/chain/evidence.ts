import type { EvidenceResult } from './facts.ts';

/**
 * Turns the `result` of JSON-RPC `getTransaction` (encodings `json`, `jsonParsed`, `base64`; legacy, v0 and v1
 * transactions) into facts. Pure, and never throws, whatever `answer` is: what is missing or contradicts itself
 * comes back as a fault. `signature` is the canonical base58 text that was asked for.
 */
export function readEvidence({ answer }: { answer: unknown; signature: string }): EvidenceResult {
  return { ok: false, fault: { code: 'malformed_response', detail: typeof answer } };
}
