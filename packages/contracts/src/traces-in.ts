import { knownTokens } from './loss-texts.ts';
import { bigSites, shorteners, xMirrors } from './subject/known-hosts.ts';
import { subjectsIn } from './subject/parse-subjects.ts';
import { readInvitation } from './subject/read-url.ts';
import type { Subject } from './subject/subject.ts';
import { TRACE_VALUE_MAX_LENGTH, type TraceKind, toTrace } from './trace-texts.ts';
import type { Trace } from './traces.ts';

/** More in one text are left out. */
export const TRACES_MAX = 20;

/** What a text names: addresses, transactions, websites, chats and accounts. */
export function tracesIn(text: string): Trace[] {
  const found = new Map<string, Trace>();
  for (const subject of subjectsIn(text)) {
    const trace = traceOf(subject);
    if (trace && !nonTraces[trace.kind]?.has(trace.value)) found.set(`${trace.kind} ${trace.value}`, trace);
  }
  return [...found.values()].slice(0, TRACES_MAX);
}

/** What reports may name of a subject; an invitation is one, too, though it names no account. */
export function traceOf(subject: Subject): Trace | undefined {
  const trace = named(subject);
  return trace && trace.value.length <= TRACE_VALUE_MAX_LENGTH ? toTrace(trace.kind, trace.value) : undefined;
}

function named(subject: Subject): Trace | undefined {
  switch (subject.kind) {
    case 'account':
      return { kind: 'x', value: subject.username };
    case 'address':
      return { kind: subject.chain, value: subject.value };
    case 'transaction':
      return { kind: 'transaction', value: subject.value };
    case 'trace':
      return { kind: subject.of, value: subject.value };
    case 'unknown':
      return subject.why === 'invite' ? readInvitation(subject.text) : undefined;
    default:
      return undefined;
  }
}

type Named = {
  username: string;
  description: string;
  alsoUsed?: string | undefined;
  leftOut?: readonly Trace[] | undefined;
};

/** What a report or statement names, without its own account and what its author left out. */
export function tracesOf({ username, description, alsoUsed = '', leftOut = [] }: Named): Trace[] {
  const others = [{ kind: 'x', value: username.toLowerCase() }, ...leftOut];
  return tracesIn(`${description}\n${alsoUsed}`).filter(
    (trace) => !others.some(({ kind, value }) => kind === trace.kind && value === trace.value),
  );
}

const solana = [
  // Programs: System, Token, Token-2022, Associated Token, Memo, Compute Budget, Stake, Vote, Metaplex, and exchanges.
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'ComputeBudget111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  '1nc1nerator11111111111111111111111111111111',
  // Mints: SOL, USDC, USDT.
  'So11111111111111111111111111111111111111112',
  ...Object.keys(knownTokens),
];

/** The null address, USDC, USDT, WETH. */
const evm = [
  '0x0000000000000000000000000000000000000000',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
];

/** Sites in common use, besides those whose links are read. */
const domain = `
  twitter.com x.com google.com gmail.com outlook.com icloud.com proton.me protonmail.com
  discord.gg whatsapp.com wa.me signal.org zoom.us snapchat.com pinterest.com quora.com mirror.xyz
  dropbox.com notion.so gitlab.com imgur.com openai.com chatgpt.com stripe.com beacons.ai
  blockchain.com blockchair.com solsniffer.com bonk.fun pancakeswap.finance
  backpack.app trustwallet.com ledger.com trezor.io okx.com bybit.com kucoin.com gate.io mexc.com bitget.com crypto.com
`
  .trim()
  .split(/\s+/);

/** Values that say nothing about a case. LIST's own mint is a setting, which the service leaves out. */
export const nonTraces: { readonly [kind in TraceKind]?: ReadonlySet<string> } = {
  solana: new Set(solana),
  evm: new Set(evm),
  domain: new Set([...domain, ...bigSites, ...shorteners, ...xMirrors]),
};
