import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Steps of the roadmap, in order. */
export const roadmapSteps = ['2024 Launch', '2025 Q1 & Q2', '2025 Q3', '2025 Q4', '2026 & Beyond'] as const;
export const RoadmapStep = z.enum(roadmapSteps);

/** The operator, additions to the privacy and terms pages, and where the roadmap stands. */
export const SiteInfo = z.object({
  operatorName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** Plain text; an empty line separates paragraphs. */
  privacyText: z.string().nullable(),
  termsText: z.string().nullable(),
  /** The current step of the roadmap; null for the page's own. */
  roadmapNow: RoadmapStep.nullable(),
});
export type SiteInfo = z.infer<typeof SiteInfo>;

export const getSiteInfo = defineEndpoint({
  method: 'GET',
  path: '/api/site-info',
  summary: 'Who runs the site and how to reach them',
  access: 'public',
  answers: { 200: SiteInfo },
});
