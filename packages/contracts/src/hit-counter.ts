import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const HitCount = z.object({ hitCount: z.number().int().min(0) });
export type HitCount = z.infer<typeof HitCount>;

export const getHitCounter = defineEndpoint({
  method: 'GET',
  path: '/api/hit-counter',
  summary: 'The number of counted visits; a client and browser count again after half an hour',
  access: 'public',
  answers: { 200: HitCount },
  errors: ['service_unavailable'],
});
