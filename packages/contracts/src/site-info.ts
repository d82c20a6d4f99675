import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The operator, and additions to the privacy and terms pages. */
export const SiteInfo = z.object({
  operatorName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** Plain text; an empty line separates paragraphs. */
  privacyText: z.string().nullable(),
  termsText: z.string().nullable(),
});
export type SiteInfo = z.infer<typeof SiteInfo>;

export const getSiteInfo = defineEndpoint({
  method: 'GET',
  path: '/api/site-info',
  summary: 'Who runs the site and how to reach them',
  access: 'public',
  answers: { 200: SiteInfo },
  errors: [],
});
