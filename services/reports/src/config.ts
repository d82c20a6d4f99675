import { FeedScope } from '@naughty-list/contracts/feeds';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { thirdPartySettings } from '@naughty-list/contracts/third-parties';
import { parseWitnessKey } from '@naughty-list/ledger/witness';
import { commonSettings, HttpUrl } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

/** Comma-separated. */
const list = <One>(one: z.ZodType<One, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(one));

/** `KEY URL`. */
const Witness = z.string().transform((given, context) => {
  const [text = '', url = '', ...rest] = given.split(/\s+/);
  const key = parseWitnessKey(text);
  if (key && /^https?:$/.test(URL.parse(url)?.protocol ?? '') && rest.length === 0)
    return { key, url: url.replace(/\/+$/, '') };
  context.addIssue('must be the key of a witness and its URL, several separated by commas');
  return z.NEVER;
});

/** Base64 of a wrong length would be truncated here and decoded differently by the subscriber. Padding is optional. */
const WEBHOOK_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** `URL SECRET`, and `all` for a subscriber to more than corroborated cases. */
const Webhook = z.string().transform((given, context) => {
  const [url = '', secret = '', scope = 'corroborated', ...rest] = given.split(/\s+/);
  const include = FeedScope.safeParse(scope);
  if (
    URL.parse(url)?.protocol === 'https:' &&
    WEBHOOK_SECRET.test(secret) &&
    include.success &&
    rest.length === 0
  )
    return { url, secret, include: include.data };
  context.addIssue(
    'must be an https URL and whsec_ with 24 bytes or more in complete base64, several separated by commas',
  );
  return z.NEVER;
});

export const Config = z.object({
  ...commonSettings,
  PUBLIC_ORIGIN: HttpUrl.default('http://localhost'),
  CHAIN_VERIFIER_URL: HttpUrl,
  LIST_MINT_ADDRESS: Address.optional(),
  REMOVAL_COST_TOKENS: WholeTokens.default('1000000'),
  VERIFY_WAIT_MS: z.coerce.number().int().min(0).max(50_000).default(5_000),
  THIRD_PARTIES: thirdPartySettings.THIRD_PARTIES,
  OEMBED_URL: HttpUrl.default('https://publish.twitter.com/oembed'),
  LEDGER_WITNESSES: list(Witness),
  WEBHOOKS: list(Webhook),
  HOLD_REPORTS_ABOVE_PER_MINUTE: z.coerce.number().int().min(0).max(10_000).default(10),
  // Consequential decisions that one moderator may make alone.
  CONSEQUENTIAL_DECISIONS_PER_DAY: z.coerce.number().int().min(1).default(10),
});
export type Config = z.infer<typeof Config>;

/** Numbers that no operator changes. */
export const constants = {
  /** When a pending claim is sent again; doubles up to 30 s. */
  claimSweepAfterMs: 5_000,
  /** Removed ones included; further ones are held. */
  reportsPerUsernamePerDay: 5,
  praisesPerUsernamePerDay: 100,
};
export type Constants = typeof constants;
