import { checkedBy, createKeptStore } from '../../lib/store.ts';

/** A case code, with the account it was issued for, if known. */
type KeptCode = { code: string; username?: string | undefined };

/** Kept for this tab only. */
export const keptCode = createKeptStore(
  'naughty-list.case-code',
  checkedBy<KeptCode>({ type: 'object', required: ['code'] }),
  'sessionStorage',
);
