import { isIP } from 'node:net';
import { AdminUsername, NewPassword } from '@naughty-list/contracts/admin-session';
import { Address } from '@naughty-list/contracts/primitives';
import { RoadmapStep } from '@naughty-list/contracts/site-info';
import { orOff, thirdPartySettings } from '@naughty-list/contracts/third-parties';
import { commonSettings } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

const isOrigin = (text: string) => /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text);
const Origin = z
  .string()
  .refine(isOrigin, 'must be http://host:port or https://host, without a path')
  .transform((text) => new URL(text).origin);

const limit = (requests: number) => z.coerce.number().int().min(1).default(requests);

const HOPS_MAX = 10;
/**
 * The largest trusted share of an address family. Carrier and private networks are smaller: 10.0.0.0/8 is 1/256,
 * fc00::/7 is 1/128.
 */
const SHARE_MAX = 1 / 32;

/** The number of proxies in front, or their addresses. Trusting every address would let clients forge theirs. */
export const TrustProxy = z
  .string()
  .regex(/^(\d{1,2}|[0-9a-fA-F.:/, ]+)$/, 'must be a number of hops, or addresses separated by commas')
  .refine((text) => !/^\d+$/.test(text) || Number(text) <= HOPS_MAX, `must be at most ${HOPS_MAX} hops`)
  .refine((text) => /^\d+$/.test(text) || isNarrow(text), 'must name the proxies, not most of the Internet')
  .default('0')
  .transform((text) => (/^\d+$/.test(text) ? hops(Number(text)) : text.replaceAll(' ', '')));

const settings = z.object({
  ...commonSettings,
  /** The chain verifier reads the same settings. */
  ...thirdPartySettings,
  REPORTS_URL: Origin,
  MEMBERSHIP_URL: Origin,
  ANALYTICS_URL: Origin,
  CHAIN_VERIFIER_URL: Origin,
  /** Signs the visitor cookies. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Folder of the built web app; without it only the API is served. */
  WEB_ROOT: z.string().optional(),
  /** The public origin of the site. An https origin enables HSTS. */
  PUBLIC_ORIGIN: Origin.optional(),
  /** The RPC endpoint that pages may call. */
  PUBLIC_SOLANA_RPC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  TRUST_PROXY: TrustProxy,
  /** Pages have half of it; a fifth of it is how many visits are stored in an hour. */
  RATE_LIMIT_READS_PER_MINUTE: limit(600),
  /** Limits connections, and concurrent requests, per client. */
  CONNECTIONS_PER_CLIENT: limit(100),
  RATE_LIMIT_WRITES_PER_MINUTE: limit(10),
  RATE_LIMIT_LOGINS_PER_15_MINUTES: limit(10),
  /** Reports and nice reports per client and hour without a proof of work; 0 disables the challenge. */
  CHALLENGE_AFTER_WRITES_PER_HOUR: z.coerce.number().int().min(0).default(10),
  /** The daily storage budget for all visits. */
  VISIT_MEGABYTES_PER_DAY: limit(256),
  /** Minutes after which the public counter counts the same client and browser again; 0 counts every page. */
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: z.coerce.number().int().min(0).max(1_440).default(30),
  /** How visitor addresses are stored: truncated to /24 and /48, in full, or not at all. */
  VISIT_ADDRESSES: z.enum(['truncated', 'full', 'none']).default('truncated'),
  /** Shown on the privacy and terms pages as plain text; `\\n` or an empty line separates paragraphs. */
  OPERATOR_NAME: z.string().trim().min(1).max(200).optional(),
  CONTACT_EMAIL: z.email().optional(),
  PRIVACY_TEXT: z.string().max(20_000).optional(),
  TERMS_TEXT: z.string().max(20_000).optional(),
  /** The current step of the roadmap on the about page. */
  ROADMAP_NOW: RoadmapStep.optional(),
  /** The first admin, created at the first start; ignored afterwards. */
  ADMIN_USERNAME: AdminUsername.optional(),
  ADMIN_PASSWORD: NewPassword.optional(),
  MARKET_DATA_URL: orOff(isOrigin, 'must be off or https://host').default('https://api.dexscreener.com'),
  /** The mainnet address of LIST for market data, whatever chain payments use. Without it, LIST has no figures. */
  MARKET_TOKEN_ADDRESS: Address.optional(),
});

export const Config = settings.superRefine((config, issues) => {
  const first = ['ADMIN_USERNAME', 'ADMIN_PASSWORD'] as const;
  for (const name of first) {
    if (config[name] === undefined && first.some((other) => config[other] !== undefined)) {
      issues.addIssue({
        code: 'custom',
        path: [name],
        message: 'is needed: the first admin has a name and a password',
      });
    }
  }
});
export type Config = z.infer<typeof Config>;

/** Numbers that no operator changes. */
export const constants = {
  /** Of a call to a service, unless it is slow. */
  upstreamCallTimeoutMs: 5_000,
  /** A response is aborted when its client reads nothing for this long. */
  writeTimeoutMs: 20_000,
  /** Open event streams of a process; beyond: 503. */
  eventStreamsMax: 6_000,
  /** Per IPv4 address or /64, 4 times as many per /56, 10 times per /24 or /48; beyond: 429. */
  eventStreamsPerClient: 10,
  /** A session of an admin ends after this much inactivity. */
  sessionIdleMinutes: 120,
};
export type Constants = typeof constants;

/** With no proxy in front, forwarding headers are ignored. */
const hops = (trusted: number) => trusted > 0 && ((_address: string, hop: number) => hop < trusted);

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

function isNarrow(text: string): boolean {
  const shares = { 4: 0, 6: 0 };
  for (const entry of text.replaceAll(' ', '').split(',')) {
    if (!Network.safeParse(entry).success) return false;
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 4 ? 4 : 6;
    const bits = Number(prefix ?? (family === 4 ? 32 : 128));
    // Contains all of IPv4: IPv4-mapped addresses are in ::ffff:0:0/96.
    if (family === 6 && /^(::|0+:)/.test(address) && bits < 128) return false;
    shares[family] += 2 ** -bits;
  }
  return shares[4] <= SHARE_MAX && shares[6] <= SHARE_MAX;
}
