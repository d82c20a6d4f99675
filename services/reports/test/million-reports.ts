import type { Knex } from 'knex';

const MILLION = 1_000_000;

/** Search terms, by the number of reports that contain them. */
export const terms = {
  one: 'peppermintplot',
  fifty: 'marzipan',
  tenThousand: 'gingerbread',
  /** In the description of every other report. */
  half: 'mistletoe',
  /** In ten thousand reports, none of them among the newer nine tenths. */
  old: 'yesteryear',
  /** Words that are frequent, but never adjacent. */
  absentPhrase: 'mistletoe the stole and the',
} as const;

const words = `the and he she they sold stole promised vanished wallet token presale rug pull drained mint airdrop
  phishing link fake account support impersonator telegram group private key seed phrase liquidity chart pump dump
  insider paid shill influencer bought holders exit honeypot contract renounced owner tax marketing roadmap team
  doxxed anonymous twitter space giveaway followers bots refund blocked deleted website clone copycat dao treasury
  multisig bridge exploit hacked audit certificate whitelist ponzi staking yield referral bonus deposit withdraw frozen
  kyc exchange listing partnership announcement screenshot evidence december january reindeer sleigh chimney stocking`;

// Words nearer the front occur more often.
const someWord = (seed: number) =>
  `list[1 + (((n * ${seed * 2_654_435_761}::bigint >> 7) % 9973) ^ 2 / 9973.0 ^ 2 * cardinality(list))::int]`;

/** Fills an empty list with a million reports (or the given number) of varied words, oldest first, one per second. */
export async function insertReports(db: Knex, reports = MILLION): Promise<void> {
  // Not a round number, because round ones are removed.
  const one = Math.round(reports / 8) + 7;
  await db.transaction(async (trx) => {
    // Building indexes afterwards is faster than maintaining them.
    const { rows: indexes } = await trx.raw<{ rows: { name: string; definition: string }[] }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'reports.scammer_reports'::regclass
        and not exists (select from pg_constraint where conindid = indexrelid)`);
    for (const { name } of indexes) await trx.raw(`drop index ${name}`);
    await trx.raw(
      `insert into scammer_reports
         (id, twitter_url, username, scam_category, description, reported_at, unique_burn_address, is_removed)
       select n, 'https://x.com/u/status/' || n,
         (array['san','kri','elf','ru','dolf','fro','sty','hol','ly','jin','gle','sc','am','cry','pto'])[1 + n % 15]
           || case when n % 7 = 0 then '_' else '' end || to_hex((n::bigint * 7919) % 1000003),
         'other',
         concat_ws(' ', ${[1, 2, 3, 4].map(someWord).join(', ')},
           case when n % 2 = 0 then '${terms.half}' end,
           case when n % 100 = 1 then '${terms.tenThousand}' end,
           case when n % 20000 = 1 then '${terms.fifty}' end,
           case when n <= ${reports / 10} and n % 5 = 1 then '${terms.old}' end,
           case when n = ${one} then '${terms.one}' end),
         now() - (${reports} - n) * interval '1 second', 'MILLION' || n, n % 1000 = 0
       from generate_series(1, ${reports}) n, (select regexp_split_to_array(?, '\\s+') as list) words`,
      [words],
    );
    await trx('state').increment('version', 1);
    await trx.raw("set local maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await trx.raw(definition);
  });
  await db.raw('vacuum analyze scammer_reports');
}
