import { INCINERATOR, SYSTEM } from './keys.ts';

/** What happens to tokens, independent of instructions, encodings and reported balances. */
export type Step =
  | { do: 'burn'; from: string; amount: bigint }
  | { do: 'mint'; to: string; amount: bigint }
  | { do: 'send'; from: string; to: string; amount: bigint; fee: bigint; isStated: boolean }
  | { do: 'open'; account: string; owner: string; mint: string }
  | { do: 'close'; account: string }
  | { do: 'hand'; account: string; owner: string };

export type World = Map<string, { mint: string; owner: string; amount: bigint }>;

/**
 * The reference semantics of cases.md, line by line, favouring clarity over speed: the world is copied before every
 * step, and each sum runs over the whole history. Shares no code with the product.
 */
export function oracle(before: World, steps: readonly Step[], mint: string, wallet: string) {
  const history = run(before, steps);
  const after = history.at(-1) ?? before;
  const firstSeen = (account: string) =>
    [before, ...history].find((world) => world.has(account))?.get(account);
  const ofMint = (account: string) => firstSeen(account)?.mint === mint;

  // 1. burned(M)
  let burned = 0n;
  for (const step of steps) {
    if (step.do === 'burn' && ofMint(step.from)) {
      const holders = [firstSeen(step.from)?.owner, after.get(step.from)?.owner];
      if (!holders.includes(SYSTEM) && !holders.includes(INCINERATOR)) burned += step.amount;
    }
  }
  for (const step of steps) if (step.do === 'mint' && ofMint(step.to)) burned -= step.amount;

  // 2. credited(W, M): the smaller of what arrived from others and what the wallet gained.
  let arrived = 0n;
  for (const step of steps) {
    if (step.do !== 'send' || step.from === step.to || !ofMint(step.to)) continue;
    if (after.get(step.to)?.owner === wallet && before.get(step.from)?.owner !== wallet)
      arrived += step.amount - step.fee;
  }
  const accounts = new Set([before, ...history].flatMap((world) => [...world.keys()]).filter(ofMint));
  let byAccount = 0n;
  let byOwner = 0n;
  for (const account of accounts) {
    const [pre, post] = [before.get(account), after.get(account)];
    const touched =
      pre?.owner === wallet || post?.owner === wallet || (!pre && firstSeen(account)?.owner === wallet);
    if (touched) {
      byAccount += (post?.amount ?? 0n) - (pre?.amount ?? 0n);
      for (const step of steps) {
        if (step.do === 'mint' && step.to === account) {
          byAccount -= step.amount;
          byOwner -= step.amount;
        }
      }
    }
    if (post?.owner === wallet) byOwner += post.amount;
    if (pre?.owner === wallet) byOwner -= pre.amount;
  }
  const measures = [arrived, byAccount, byOwner].map(atLeast0);
  const credited = measures.find((measure) => measures.every((other) => measure <= other)) ?? 0n;
  return { burned: atLeast0(burned), credited };
}

/** Every state of the world after the first one. */
export function run(before: World, steps: readonly Step[]): World[] {
  const history: World[] = [];
  for (const step of steps) history.push(take(history.at(-1) ?? before, step));
  return history;
}

function take(world: World, step: Step): World {
  const next: World = new Map([...world].map(([account, state]) => [account, { ...state }]));
  const change = (account: string, by: bigint) => {
    const state = next.get(account);
    if (state) state.amount += by;
  };
  if (step.do === 'burn') change(step.from, -step.amount);
  if (step.do === 'mint') change(step.to, step.amount);
  if (step.do === 'send' && step.from !== step.to) {
    change(step.from, -step.amount);
    change(step.to, step.amount - step.fee);
  }
  if (step.do === 'open') next.set(step.account, { mint: step.mint, owner: step.owner, amount: 0n });
  if (step.do === 'close') next.delete(step.account);
  const handed = step.do === 'hand' ? next.get(step.account) : undefined;
  if (step.do === 'hand' && handed) handed.owner = step.owner;
  return next;
}

function atLeast0(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
