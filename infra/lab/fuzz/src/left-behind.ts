import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';
import { OWN_REPORT } from '@naughty-list/embedded/test/api-world';
import { query } from '@naughty-list/embedded/test/query';

/**
 * Digests of what only admins (and payments) may change: admins, members, the audit log, queue changes, and all
 * existing reports and nice reports, except the counters that visitors' reports increase and what its reporter may
 * withdraw with the code of the report.
 */
export async function stateOf(databaseUrl: string, until: Newest): Promise<Record<string, string>> {
  const digest = (columns: string, from: string) =>
    `(select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from (select ${columns} from ${from}) t)`;
  const [row] = (await query(
    databaseUrl,
    `select
      ${digest(
        'id, username, password_hash, role',
        // A valid call accepts the invitation of a moderator.
        `gateway.admin_users where role = 'admin' or id <= ${until.account}`,
      )} as "admins",
      ${digest('*', 'gateway.admin_log where account is null')} as "changes of queues",
      ${digest('*', 'membership.alpha_group_members')} as "members",
      ${digest('*', `reports.audit_log where who <> 'the reporter'`)} as "audit log",
      ${digest(
        'id, twitter_url, username, scam_category, description, evidence_urls, reported_at, is_removed, removal_tx_hash, unique_burn_address, burn_transaction_hash',
        `reports.scammer_reports where id <= ${until.report} and description <> '${OWN_REPORT}'`,
      )} as "reports",
      ${digest('id, twitter_url, username, description, reported_at', `reports.nice_reports where id <= ${until.niceReport}`)} as "praises",
      (select count(*)::text from reports.scammer_reports where is_removed and description <> '${OWN_REPORT}') as "removed reports"`,
  )) as [Record<string, string>];
  return row;
}

type Newest = { report: number; niceReport: number; account: number };

/** The newest report, nice report and account of staff. */
export async function newestOf(databaseUrl: string): Promise<Newest> {
  const [row] = await query(
    databaseUrl,
    `select (select coalesce(max(id), 0) from reports.scammer_reports) as report,
            (select coalesce(max(id), 0) from reports.nice_reports) as "niceReport",
            (select coalesce(max(id), 0) from gateway.admin_users) as account`,
  );
  return row as Newest;
}

const ERROR_LEVEL = 50;

/** Unexpected lines in the services' logs: errors, and lines with a secret. */
export function faultsInLogs(dataDir: string, kept: readonly string[]): string[] {
  const folder = join(dataDir, 'logs');
  const isService = (file: string) => SERVICE_NAMES.includes(file.replace(/\.log$/, '') as ServiceName);
  return readdirSync(folder)
    .filter(isService)
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => faultsOf(line, kept).map((fault) => `${file}: ${fault}`)),
    );
}

function faultsOf(line: string, kept: readonly string[]): string[] {
  const leaked = kept
    .filter((secret) => line.includes(secret))
    .map((secret) => `tells ${secret.slice(0, 12)}…`);
  return [...leaked, ...(isError(line) ? [line.slice(0, 600)] : [])];
}

function isError(line: string): boolean {
  try {
    return JSON.parse(line).level >= ERROR_LEVEL;
  } catch {
    return /request failed|\bat .+:\d+:\d+\)|^\w*Error\b/.test(line);
  }
}
