import { z } from 'zod';
import { TRACE_VALUE_MAX_LENGTH, traceKinds } from './trace-texts.ts';

/** Something that a report or statement names besides the account, in the one form in which it is stored. */
export const Trace = z.object({
  kind: z.enum(traceKinds),
  value: z.string().min(1).max(TRACE_VALUE_MAX_LENGTH),
});
export type Trace = z.infer<typeof Trace>;
