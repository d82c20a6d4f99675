import { createHmac } from 'node:crypto';
import type { Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/** The number of values of four bytes. */
const ALL = 2 ** 32;

/**
 * Samples a share of traces by their ids and a secret: consistent across all instances, and unpredictable to
 * outsiders. The SDK's own sampler uses the id alone, so clients could craft ids that are sampled.
 */
export function secretShare(share: number, secret: string, decisions: typeof SamplingDecision): Sampler {
  return {
    shouldSample(_context, traceId) {
      const drawn = createHmac('sha256', secret).update(`trace ${traceId}`).digest().readUInt32BE();
      return { decision: drawn < share * ALL ? decisions.RECORD_AND_SAMPLED : decisions.NOT_RECORD };
    },
    toString: () => `SecretShare{${share}}`,
  };
}
