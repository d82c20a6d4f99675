import { parseArgs } from 'node:util';
import { parseSignature } from '../chain/base58.ts';
import type { Demand } from '../verdicts/demand.ts';

export const USAGE = `usage: pnpm verify-burn <signature> [--rpc URL]... [--file transaction.json] [--site URL] [demand]

Judges a transaction as the chain verifier does, prints every rule and the verdict.
  --bundle FILE        a downloaded receipt instead: checks its seal, its place in the ledger and its verdict, offline
  --key KEY            with --bundle: the ledger's key you saved (npm run log -- key); without it, no receipt counts as good
  --rpc URL            where to read it; several must agree
  --file FILE          a saved transaction instead: the result of getTransaction (encoding json)
  --site URL           a running site, whose token settings are the defaults of --rpc and of the demand
demand
  --mint ADDRESS       the token
  --min TOKENS         at least this many whole tokens (--min-raw: base units)
  --burn-wallet ADDR   what arrives there counts, too; without it only burns count
  --reference TEXT     the memo that it has to carry; by default the one that it carries
  --reference-key KEY  the Solana Pay key that it may carry instead
  --since TIME         a payment without a reference must not be older: a date, or Unix seconds
  --proven-by WALLET   the wallet that signed for a payment without a reference
  --unbound MODE       a payment without a reference counts: accept (for any claim, the default), prove (only for --proven-by), reject (never)
exit code: 0 accepted, 1 rejected or tampered with, 2 not decided or not readable`;

/** The command's options; whatever is omitted may come from the site or from the transaction. */
export type Options = ReturnType<typeof readOptions>;

/** Invalid or missing arguments; the message names them. */
export class UsageError extends Error {}

const text = { type: 'string' } as const;

/** Parses the command line. Throws a {@link UsageError}. */
export function readOptions(args: string[]) {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) throw new UsageError('one signature at a time');
  const [asked] = positionals;
  const signature = asked === undefined ? undefined : parseSignature(asked);
  if (signature === null) throw new UsageError(`${asked} is not a transaction signature`);
  if (signature === undefined && values.file === undefined && values.bundle === undefined)
    throw new UsageError('which transaction?');
  return {
    ...values,
    signature,
    rpcs: values.rpc ?? [],
    minimum: readMinimum(values.min, values['min-raw']),
    burnWallet: values['burn-wallet'],
    referenceKey: values['reference-key'],
    /** Unix seconds. */
    notBefore: values.since === undefined ? 0 : readTime(values.since),
    unbound: readUnbound(values.unbound),
    provenWallet: values['proven-by'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rpc: { type: 'string', multiple: true },
        file: text,
        bundle: text,
        key: text,
        site: text,
        mint: text,
        min: text,
        'min-raw': text,
        'burn-wallet': text,
        reference: text,
        'reference-key': text,
        since: text,
        unbound: text,
        'proven-by': text,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'arguments');
  }
}

type Minimum = { tokens: string } | { baseUnits: bigint };

function readMinimum(tokens: string | undefined, baseUnits: string | undefined): Minimum | undefined {
  if (tokens !== undefined && baseUnits !== undefined) throw new UsageError('--min or --min-raw, not both');
  const given = tokens ?? baseUnits;
  if (given === undefined) return undefined;
  const digits = given.replaceAll(',', '');
  if (!/^[1-9]\d{0,30}$/.test(digits)) throw new UsageError(`${given} is not an amount`);
  return tokens === undefined ? { baseUnits: BigInt(digits) } : { tokens: digits };
}

function readUnbound(given = 'accept'): Demand['unbound'] {
  if (given !== 'prove' && given !== 'accept' && given !== 'reject')
    throw new UsageError('--unbound is prove, accept or reject');
  return given;
}

function readTime(given: string): number {
  const seconds = /^\d{1,12}$/.test(given) ? Number(given) : Math.floor(Date.parse(given) / 1_000);
  if (!Number.isFinite(seconds) || seconds < 0) throw new UsageError(`${given} is not a time`);
  return seconds;
}
