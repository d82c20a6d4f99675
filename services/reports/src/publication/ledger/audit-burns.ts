import { BURN_PAGE_MAX, type Burn, type BurnHistory } from '@naughty-list/contracts/burns';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import { canonicalJson } from '@naughty-list/ledger/leaf';
import type { Differences } from './differences.ts';
import type { SiteLog } from './site-log.ts';
import type { SiteReader } from './site-reader.ts';

type SaidBurn = { case?: number; burn: string; burned: string; sent: string; decimals: number; at: string };

/** Compares the history of burns, and its totals, with the burns in the log. */
export async function auditBurns(site: SiteReader, log: SiteLog, differences: Differences): Promise<void> {
  const said: SaidBurn[] = [...log.last]
    .filter(([subject]) => subject.startsWith('burn '))
    .map(([, { record }]) => JSON.parse(record ?? '{}'));
  const burned = said.filter((each) => each.burned !== '0');
  const { burns, ...totals } = await readHistory(site);
  const left = new Map(burned.map((each) => [each.burn, canonicalJson(shownAs(each))]));
  for (const burn of burns) {
    if (left.get(burn.transactionHash) !== canonicalJson(burn))
      differences.add(`burn ${burn.transactionHash}: the site shows another burn than the log`);
    left.delete(burn.transactionHash);
  }
  for (const signature of left.keys())
    differences.add(`burn ${signature}: the log says it, and the site does not show it`);
  const expected = {
    total: burned.length,
    totalAmount: sum(said, 'burned'),
    sentAmount: sum(said, 'sent'),
  };
  if (canonicalJson(totals) !== canonicalJson(expected))
    differences.add(`the history of burns has other totals than the log: ${canonicalJson(expected)}`);
}

const shownAs = ({ case: report, burn, burned, decimals, at }: SaidBurn): Burn => ({
  report: report ?? null,
  amount: decimalTokens(BigInt(burned), decimals),
  burnedAt: at,
  transactionHash: burn,
});

/** In tokens; all are of one mint. */
function sum(said: readonly SaidBurn[], field: 'burned' | 'sent'): string {
  const decimals = Math.max(0, ...said.map((each) => each.decimals));
  return decimalTokens(
    said.reduce((all, each) => all + BigInt(each[field]) * 10n ** BigInt(decimals - each.decimals), 0n),
    decimals,
  );
}

async function readHistory(site: SiteReader): Promise<BurnHistory> {
  const first = await site.read<BurnHistory>('/api/burns');
  const burns = [...first.burns];
  for (let page = burns; page.length === BURN_PAGE_MAX; burns.push(...page))
    page = (await site.read<BurnHistory>(`/api/burns?offset=${burns.length}`)).burns;
  return { ...first, burns };
}
