import { membershipTexts } from '@naughty-list/contracts/membership';
import { Address } from '@naughty-list/contracts/primitives';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { burn, list, payBurnWallet } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
  startTestChain,
  startVerifier,
} from './verifier-under-test.ts';

// A former exploit: payments without a reference could be claimed by the first client to paste their hash.

const chain = closeAfterAll(await startTestChain());
// The default.
const settings = { UNBOUND_PAYMENTS: '' };
const verifier = closeAfterAll(await startVerifier({ chain, settings }));
const verdicts = await recordVerdicts(verifier.context);
const payer = Address.parse(chain.richHolder.publicKey.toBase58());
const script = Address.parse(Keypair.generate().publicKey.toBase58());

const judged = async (signature: string, reportId: number, provenWallet?: Address) => {
  const demand = removalDemand(reportId, provenWallet ? { provenWallet } : {});
  return verifier.decided(await verifier.claim(signature, demand));
};

describe('a payment without a reference', () => {
  it.each<[string, number, () => Promise<string>]>([
    ['a burn without a memo', 11, () => burn(chain)],
    ['a community burn', 12, () => burn(chain, 'Monthly community burn #7', list(5_000_000n))],
    ['a transfer to the burn wallet', 13, () => payBurnWallet(chain, 'for the wall', list(1_000_000n))],
    ['a burn with a careless reference', 14, () => burn(chain, 'LISTBURN 014')],
  ])('%s belongs to its payer, even if another claims it first', async (_case, report, pay) => {
    const signature = await pay();
    const pasted = await judged(signature, report + 100);
    expect(pasted).toMatchObject({ outcome: 'rejected', code: 'proof_required', payers: [payer] });
    expect(pasted.message).toContain(payer);
    expect(await judged(signature, report + 200, script)).toMatchObject({
      outcome: 'rejected',
      code: 'proof_mismatch',
      payers: [payer],
    });
    expect(await judged(signature, report, payer)).toMatchObject({ outcome: 'accepted', payer });
    expect(await judged(signature, report + 300, payer)).toMatchObject({ code: 'already_used' });
  });

  it('names those who could sign to the owner of the claim', async () => {
    const id = await verifier.claim(await burn(chain, 'gm'), removalDemand(21));
    await eventually(() => verdicts.find((verdict) => verdict.id === id)).toMatchObject({
      code: 'proof_required',
      payers: [payer],
    });
  });
});

it('a reference with blanks around it, or in another case, needs no signature', async () => {
  expect(await judged(await burn(chain, ' listburn031\n'), 31)).toMatchObject({ outcome: 'accepted' });
});

it('a payment that names a report pays for another one only if its payer says so', async () => {
  const signature = await burn(chain, 'LISTBURN041');
  expect(await judged(signature, 42)).toMatchObject({ code: 'memo_mismatch', payers: [payer] });
  expect(await judged(signature, 42, script)).toMatchObject({ code: 'memo_mismatch' });
  expect(await judged(signature, 41)).toMatchObject({ outcome: 'accepted' });
  expect(await judged(signature, 42, payer)).toMatchObject({ code: 'already_used' });
});

it('a second payment for the same report is its payer’s to use for another, for 90 days', async () => {
  // Else this installation may be of the same second as the payments.
  await verifier.context.db('state').update({ installed_at: new Date(0) });
  await judged(await burn(chain, 'LISTBURN043'), 43);
  const second = await burn(chain, 'LISTBURN043');
  expect(await judged(second, 43)).toMatchObject({ code: 'subject_already_paid' });
  expect(await judged(second, 44, script)).toMatchObject({ outcome: 'rejected' });
  const youngReport = Math.floor(Date.now() / 1_000) + 3_600;
  const later = removalDemand(44, { provenWallet: payer, notBefore: youngReport });
  expect(await verifier.decided(await verifier.claim(second, later))).toMatchObject({ outcome: 'accepted' });
});

it('a payment for a membership that was not used is still its payer’s, as the message to a member says', async () => {
  const signature = await burn(chain, `LISTCLUB-${Keypair.generate().publicKey.toBase58()}`);
  expect(await judged(signature, 51)).toMatchObject({ code: 'proof_required', payers: [payer] });
  expect(await judged(signature, 51, payer)).toMatchObject({ outcome: 'accepted' });
  expect(membershipTexts.alreadyMember).toMatch(
    /the wallet that paid can sign to use it for another membership or the removal/,
  );
});
