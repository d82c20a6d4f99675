import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as retention from '@naughty-list/contracts/retention';
import { expect, it } from 'vitest';
import { readLegalPage } from './legal-page.tsx';
import privacy from './privacy.md?raw';

const text = readLegalPage(privacy)
  .sections.flatMap(({ texts, points }) => [...texts, ...points])
  .join('\n');

it('says how long each kind of data is kept that has a period of its own', () => {
  expect(Object.keys(retention).length).toBeGreaterThan(2);
  for (const [name, length] of Object.entries(retention))
    expect(text, name).toContain(` ${length} ${name.endsWith('_MONTHS') ? 'months' : 'days'}`);
  expect(text).toContain(`after ${retention.REFUSED_CLAIM_RETENTION_DAYS} days`);
});

it('says how long visits are kept', () => {
  expect(text).toContain('Individual page views are deleted after 90 days');
});

/** What the page says about each table that holds something about a person. */
const said: Record<string, string | string[]> = {
  site_visits: 'Each counted page view',
  scammer_reports: 'What you enter is public',
  nice_reports: 'What you enter is public',
  statements: 'Further statements',
  idempotency_keys: 'counts requests per network',
  kept_rate_limits: 'counts requests per network',
  contributions: ['three more fingerprints', 'a fingerprint of your network is kept for 7 days'],
  state: 'a random value for that month',
  report_codes: 'only a hash of that link',
  kept_posts: 'what the post said when the site read it',
  appeals: [
    'When you appeal, a fingerprint of your network is kept for a day',
    'the posts that proved your control of the account',
  ],
  appeal_messages: 'Your letters',
  replies: 'your reply if it was published',
  case_changes: 'The decision stays',
  audit_log: 'the log of what moderators changed',
  ledger_records: 'the register shows only that an entry was erased',
  removal_claims: 'the wallet that paid and what it paid for',
  membership_claims: 'the wallet that paid and what it paid for',
  verifications: 'the wallet that paid and what it paid for',
  evidence: 'Payments happen on the Solana blockchain',
  payment_references: 'a payment reference for joining',
  payment_proofs: 'A message you sign to prove that a wallet is yours',
  alpha_group_members: 'your wallet and the invite made for it',
  admin_users: 'recovery codes',
  users: 'a session cookie',
  sessions: 'a session cookie',
  aliases: 'other names the same account has had',
  traces: 'wallets, sites and chats named in the text',
  payment_intents: 'the wallet that paid and what it paid for',
  admin_invitations: 'Admins and moderators have an account',
  admin_passkeys: 'passkeys',
  admin_log: ['a log of its changes', 'the log of what moderators changed'],
};

/** Counts, cursors and what anyone reads on the chain. */
const impersonal = new Set(
  `daily_visits recorded_batches feed_changes webhook_cursors
  found_transactions observed_burns watch_cursors watch_gaps watched_addresses
  requested_demands ledger_head
  backups ledger_tiles ledger_witnesses ledger_audits`.split(/\s+/),
);

it('covers every table that holds something about a person', () => {
  const services = join(import.meta.dirname, '../../../../../services');
  const tables = readdirSync(services)
    .map((service) => join(services, service, 'migrations'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => /^\d+-[^/]*\.sql$/.test(basename(file)))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/create table (?:if not exists )?(?:\w+\.)?(\w+)/gi),
    ])
    .map(([, table = '']) => table);
  expect(tables.length).toBeGreaterThan(40);
  for (const table of new Set(tables)) {
    if (impersonal.has(table)) continue;
    for (const words of [said[table] ?? `something about ${table}`].flat())
      expect(text, table).toContain(words);
  }
});
