import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Any text that differs after every change of either list. */
export const getRegisterVersion = defineEndpoint({
  method: 'GET',
  path: '/internal/register-version',
  summary: 'The version of both lists, which tells the gateway when its responses are outdated',
  access: 'service',
  answers: { 200: z.object({ version: z.string() }) },
  errors: [],
});
