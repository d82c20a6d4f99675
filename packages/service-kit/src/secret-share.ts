import { createHmac } from 'node:crypto';
import type { Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/** As many as four bytes can tell apart. */
const ALL = 2 ** 32;

/**
 * Chooses a share of traces by their ids and a secret: the same trace each time, in every copy of a service, and nobody outside
 * can tell which. The SDK's own choice goes by the id alone, so that whoever makes ids could make those that are taken.
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
