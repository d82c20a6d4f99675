import { MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { REPORT_REFERENCE_PREFIX } from '@naughty-list/contracts/primitives';
import { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatBaseUnits, toBaseUnits } from '@naughty-list/contracts/tokens';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { isAddress } from '../chain/base58.ts';
import type { Evidence } from '../chain/facts.ts';
import { TOKEN_PROGRAM } from '../chain/programs.ts';
import { burnsOf, transfersOf } from '../verdicts/accounts.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { type Options, UsageError } from './read-options.ts';
import { readFromChain, readFromFile, type Source } from './read-source.ts';

export type Receipt = { evidence: Evidence; from: string; demand: Demand; verdict: Verdict };

const USUAL_DECIMALS = 6;
const PREFIXES = [REPORT_REFERENCE_PREFIX, MEMBERSHIP_REFERENCE_PREFIX];
const REFERENCE = /^(LISTBURN\d+|LISTCLUB-[\w-]+)$/;

/** Reads a transaction and judges it again, using only the options and what the chain or the file shows. */
export async function recompute(options: Options): Promise<Receipt> {
  const site = options.site === undefined ? undefined : await readSite(options.site);
  const mint = options.mint ?? site?.contractAddress;
  if (mint === undefined) throw new UsageError('which token? --mint or --site');
  const source = await readSource(options, { mint, rpcUrl: site?.rpcUrl });
  const { evidence, from } = source;
  const demand = demandOf(options, { mint, site, source });
  return { evidence, from, demand, verdict: judgePayment(evidence, demand) };
}

async function readSite(url: string): Promise<TokenConfig> {
  const answer = await fetch(new URL('/api/token-config', url));
  if (!answer.ok) throw new UsageError(`${url} answers ${answer.status}`);
  return TokenConfig.parse(await answer.json());
}

function readSource(
  options: Options,
  { mint, rpcUrl }: { mint: string; rpcUrl: string | undefined },
): Promise<Source> {
  const { file, signature, rpcs } = options;
  if (file !== undefined) return readFromFile(file, signature);
  if (signature === undefined) throw new UsageError('which transaction?');
  const urls = rpcs.length > 0 || rpcUrl === undefined ? rpcs : [rpcUrl];
  return readFromChain(urls, { signature, mint });
}

/** Decimals and program from the chain, or else from the transaction itself. */
function demandOf(
  options: Options,
  { mint, site, source }: { mint: string; site: TokenConfig | undefined; source: Source },
): Demand {
  const { evidence } = source;
  const shown = evidence.balances.find((balance) => balance.mint === mint);
  const decimals = source.mint?.decimals ?? shown?.decimals ?? site?.decimals ?? USUAL_DECIMALS;
  const tokenProgram = source.mint?.tokenProgram ?? shown?.program ?? TOKEN_PROGRAM;
  const minimum = options.minimum ?? (site && { tokens: site.removalCostTokens });
  if (!minimum) throw new UsageError('how much? --min, --min-raw or --site');
  const burnWallet = options.burnWallet ?? site?.burnWalletAddress ?? null;
  const named = referenceOf(options, evidence, { mint, tokenProgram });
  const { reference, referenceKey = reportKey(named.reference, { mint, burnWallet }) } = named;
  return buildDemand({
    mint,
    tokenProgram,
    decimals,
    minimum: 'tokens' in minimum ? toBaseUnits(minimum.tokens, decimals) : minimum.baseUnits,
    burnWallet,
    reference: reference ?? 'no reference was asked for',
    ...(referenceKey !== undefined && { referenceKey }),
    referencePrefixes: PREFIXES,
    unbound: options.unbound,
    ...(options.provenWallet !== undefined && { provenWallet: options.provenWallet }),
    notBefore: options.notBefore,
  });
}

/** A report's reference key can be derived by anyone; a membership's is part of its reference. */
function reportKey(
  reference: string | undefined,
  { mint, burnWallet }: { mint: string; burnWallet: string | null },
): string | undefined {
  const isReport = reference !== undefined && /^LISTBURN\d+$/.test(reference);
  if (!isReport || burnWallet === null || !isAddress(mint) || !isAddress(burnWallet)) return;
  return referenceKeyOf({ mint, burnWallet, reference });
}

/** The reference from the options, else the only one that the transaction names; then the amounts decide. */
function referenceOf(
  options: Options,
  evidence: Evidence,
  token: Pick<Demand, 'mint' | 'tokenProgram'>,
): { reference?: string; referenceKey?: string } {
  const { reference, referenceKey } = options;
  if (reference !== undefined || referenceKey !== undefined)
    return {
      ...(reference !== undefined && { reference }),
      ...(referenceKey !== undefined && { referenceKey }),
    };
  const [memo] = evidence.memos.flatMap(({ text }) => (text !== null && REFERENCE.test(text) ? [text] : []));
  if (memo !== undefined) return { reference: memo };
  const keys = [...burnsOf(evidence, token), ...transfersOf(evidence, token)].flatMap(
    ({ extraKeys }) => extraKeys,
  );
  const key = keys.find((one) => !evidence.signers.includes(one));
  return key === undefined ? {} : { referenceKey: key };
}

/** Formats a receipt as text lines: the transaction, the demand, one line per rule, and the verdict. */
export function printReceipt({ evidence, from, demand, verdict }: Receipt): string[] {
  const tokens = (baseUnits: bigint) => `${formatBaseUnits(baseUnits, demand.decimals)} tokens`;
  const { blockTime } = evidence;
  const time = blockTime === null ? 'at an unknown time' : new Date(blockTime * 1_000).toISOString();
  const where = demand.burnWallet === null ? 'burned' : `burned or sent to ${demand.burnWallet}`;
  return [
    `transaction  ${evidence.signature}`,
    `             slot ${evidence.slot}, ${time}, fee paid by ${evidence.feePayer}`,
    `evidence     ${from}${evidence.signaturesChecked ? ', signatures checked' : ''}`,
    `demand       at least ${tokens(demand.minimum)} of ${demand.mint} ${where}`,
    `             rule set ${demand.ruleSet}, reference ${demand.referenceKey ?? demand.reference}, since ${new Date(demand.notBefore * 1_000).toISOString()}, without a reference: ${demand.unbound}`,
    ...verdict.rules.map(
      ({ rule, passed, seen }) => `${passed ? 'passed' : 'FAILED'}       ${rule}: ${seen}`,
    ),
    verdict.outcome === 'accepted'
      ? `verdict      accepted: ${tokens(verdict.amount)} (${verdict.burned} base units burned, ${verdict.credited} credited)`
      : `verdict      ${verdict.outcome === 'rejected' ? 'rejected' : 'not decided'}: ${verdict.code}`,
  ];
}
