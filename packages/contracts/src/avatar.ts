import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Username } from './report-input.ts';

/** A profile image that the gateway fetches and caches; `version` only gives a refreshed image a new address. */
export const getAvatar = defineEndpoint({
  method: 'GET',
  path: '/api/avatar/:username',
  summary: 'The profile image of a listed account; 204 while there is none',
  access: 'public',
  params: z.object({ username: Username }),
  query: z.object({
    version: z
      .string()
      .regex(/^\d{1,10}$/)
      .optional(),
  }),
  answers: { 200: z.string().meta({ contentEncoding: 'binary' }), 204: z.undefined() },
});
