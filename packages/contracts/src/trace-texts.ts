// Kept free of Zod, which pages load only with their forms.

/** In characters: as long as a host name may be (RFC 1035, 2.3.4). */
export const TRACE_VALUE_MAX_LENGTH = 253;

/** What a report or statement can name besides the account, by kind. `sns` and `ens` are names of wallets, like `santa.sol` and `santa.eth`. */
export const traceTexts = {
  kind: {
    solana: 'Solana address',
    evm: 'EVM address',
    transaction: 'Transaction',
    domain: 'Website',
    telegram: 'Telegram',
    discord: 'Discord',
    x: 'X account',
    instagram: 'Instagram',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    facebook: 'Facebook',
    threads: 'Threads',
    reddit: 'Reddit',
    github: 'GitHub',
    sns: 'Solana name',
    ens: 'ENS name',
  },
  reportAlone: 'no reviewed statement names it',
  unverified: 'Named in reports. Ownership is not verified.',
  none: "No report to show here. That doesn't mean a clean record.",
} as const;

export type TraceKind = keyof typeof traceTexts.kind;
export const traceKinds = Object.keys(traceTexts.kind) as [TraceKind, ...TraceKind[]];

/** The same value always has one form: only some kinds tell capital letters apart. */
export function toTrace(kind: TraceKind, value: string): { kind: TraceKind; value: string } {
  const isExact =
    kind === 'solana' ||
    (kind === 'transaction' && !/^0x/i.test(value)) ||
    (kind === 'telegram' && value.startsWith('+')) ||
    (kind === 'discord' && !/[#@]/.test(value));
  return { kind, value: isExact ? value : value.toLowerCase() };
}

/** Where accounts of a kind are; what has no link is not here. */
const sites: { readonly [kind in TraceKind]?: string } = {
  x: 'https://x.com/',
  telegram: 'https://t.me/',
  discord: 'https://discord.gg/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  facebook: 'https://www.facebook.com/',
  threads: 'https://www.threads.net/@',
  reddit: 'https://www.reddit.com/user/',
  github: 'https://github.com/',
};

/** Where a chat or account is; undefined for what has no link. */
export function traceUrl({ kind, value }: { kind: TraceKind; value: string }): string | undefined {
  if (kind === 'discord' && /[#@]/.test(value)) return undefined;
  return sites[kind] && sites[kind] + value;
}

/** A trace as a reader writes it. */
export function traceText({ kind, value }: { kind: TraceKind; value: string }): string {
  if (kind === 'telegram' && value.startsWith('+')) return `t.me/${value}`;
  if (kind === 'discord') return /[#@]/.test(value) ? value : `discord.gg/${value}`;
  return sites[kind] ? `@${value}` : value;
}

/** The address of a trace's page. */
export const tracePath = ({ kind, value }: { kind: TraceKind; value: string }) =>
  `/trace/${kind}/${encodeURIComponent(value)}` as const;
