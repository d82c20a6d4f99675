import { browse, type Doing, eitherWay, type World } from './people.ts';
import type { Visitor } from './site.ts';
import type { Payment } from './wallet.ts';

const subject = ({ reference }: Visitor) => `member:${reference}`;

async function payFor(
  { wallet, runRecord, membershipFee }: World,
  visitor: Visitor,
  how: { kind: string } & Omit<Payment, 'amount'>,
): Promise<string> {
  const { kind, ...order } = how;
  const payment = await wallet.pay({ amount: membershipFee, fromNewWallet: true, ...order });
  runRecord.expected.push({ kind, payments: [payment], subjects: [subject(visitor)] });
  return payment;
}

const byKey = ({ wallet }: World, { key }: Visitor) => ({ to: wallet.burnWallet, referenceKey: key });

const keyed: Doing = async (world) => {
  const visitor = await world.site.visit();
  const kind = 'membership, by reference key';
  const payment = await payFor(world, visitor, { kind, ...byKey(world, visitor) });
  await world.site.claimMembership(visitor, payment);
};

const bound: Doing = async (world) => {
  const visitor = await world.site.visit();
  const kind = 'membership, bound by memo';
  const payment = await payFor(world, visitor, { kind, memo: visitor.reference, ...eitherWay(world) });
  await world.site.claimMembership(visitor, payment);
};

const leftToTheWatcher: Doing = async (world) => {
  const visitor = await world.site.visit();
  const kind = 'membership, found by the watcher';
  const naming = world.random.next() < 0.5 ? { memo: visitor.reference } : byKey(world, visitor);
  await payFor(world, visitor, { kind, ...naming });
};

const unbound: Doing = async (world) => {
  const visitor = await world.site.visit();
  await browse();
  const payment = await payFor(world, visitor, { kind: 'membership, unbound', ...eitherWay(world) });
  const { site, wallet } = world;
  await site.claimMembership(visitor, payment, wallet.payerOf(payment));
  // As after a reload: the page has lost the signature.
  await site.claimMembership(visitor, payment, wallet.payerOf(payment));
};

const underpaid: Doing = async (world) => {
  const { site, wallet, membershipFee } = world;
  const visitor = await site.visit();
  const payment = await wallet.pay({ amount: membershipFee / 2n, ...byKey(world, visitor) });
  await site.claimMembership(visitor, payment);
};

const otherMint: Doing = async (world) => {
  const { site, wallet, membershipFee } = world;
  const visitor = await site.visit();
  const order = { memo: visitor.reference, otherMint: true };
  await site.claimMembership(visitor, await wallet.pay({ amount: membershipFee, ...order }));
};

const failed: Doing = async ({ site, wallet }) => {
  const visitor = await site.visit();
  const order = { memo: visitor.reference, hopeless: true };
  await site.claimMembership(visitor, await wallet.pay({ amount: 10n ** 17n, ...order }));
};

const stranger: Doing = async (world) => {
  const { site } = world;
  const [visitor, other] = [await site.visit(), await site.visit()];
  const kind = 'membership, claimed by a stranger too';
  const payment = await payFor(world, visitor, { kind, ...byKey(world, visitor) });
  await Promise.all([site.claimMembership(other, payment), site.claimMembership(visitor, payment)]);
};

/** A payment that removed a report admits no member, even if it exceeds the fee. */
const removalPayment: Doing = async (world) => {
  const { site, wallet, runRecord, removalCost } = world;
  const [visitor, report] = [await site.visit(), await site.report()];
  const payment = await wallet.pay({ amount: removalCost, memo: report.uniqueBurnAddress });
  const subjects = [`report:${report.id}`];
  runRecord.expected.push({ kind: 'removal, claimed for a membership', payments: [payment], subjects });
  await site.claimMembership(visitor, payment);
};

/** Membership scenarios, weighted in fifteenths. */
export const membershipDoings = [
  ['by reference key', 3, keyed],
  ['bound by memo', 2, bound],
  ['left to the watcher', 3, leftToTheWatcher],
  ['unbound', 1, unbound],
  ['underpaid', 1, underpaid],
  ['other mint', 1, otherMint],
  ['failed transaction', 1, failed],
  ["stranger with a member's hash", 2, stranger],
  ["report's payment for a membership", 1, removalPayment],
] as const;
