import { z } from 'zod';
import { traceKinds } from '../trace-texts.ts';
import { unknownReasons } from './unknown-texts.ts';

/** The most subjects of one text that are answered. */
export const SUBJECTS_MAX = 5;

/** Those of traces that are no account on X, address or transaction. */
export const TraceKind = z.enum(traceKinds).exclude(['solana', 'evm', 'transaction', 'x']);
export type TraceKind = z.infer<typeof TraceKind>;

const Chain = z.enum(['solana', 'evm']);
/** X usernames that the text may mean: worth a hint if they are listed, never an answer about the text. */
const names = z.array(z.string());

/** What a pasted text, or a part of it, is about. Values are in one spelling, lower case where case does not count. */
export const Subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), username: z.string(), post: z.string().optional() }),
  z.object({ kind: z.literal('post'), id: z.string() }),
  z.object({ kind: z.literal('address'), chain: Chain, value: z.string() }),
  z.object({ kind: z.literal('transaction'), chain: Chain, value: z.string() }),
  z.object({ kind: z.literal('trace'), of: TraceKind, value: z.string(), names }),
  z.object({ kind: z.literal('words'), text: z.string(), names }),
  z.object({ kind: z.literal('unknown'), why: z.enum(unknownReasons), text: z.string(), names }),
]);
export type Subject = z.infer<typeof Subject>;
