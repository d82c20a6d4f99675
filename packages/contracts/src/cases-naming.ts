import { z } from 'zod';
import { NamingCase } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { Trace } from './traces.ts';

export const CASES_NAMING_MAX = 100;

/** The listed cases whose report or statements name a trace, corroborated ones first, then the newest; `total` is of all. */
export const CasesNaming = Trace.extend({ cases: z.array(NamingCase), total: z.number().int() });
export type CasesNaming = z.infer<typeof CasesNaming>;

export const getCasesNaming = defineEndpoint({
  method: 'GET',
  path: '/api/traces/:kind/:value',
  summary: `At most ${CASES_NAMING_MAX} listed cases that name an address, a website, a chat or the like, corroborated ones first, then the newest; ownership is not verified`,
  access: 'public',
  // PostgreSQL stores no NUL.
  params: Trace.extend({ value: Trace.shape.value.refine((value) => !value.includes('\0')) }),
  answers: { 200: CasesNaming },
});
