import { generateBurnAddress, MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { visitorOf } from '@naughty-list/payment-flow/routes';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { linkOf } from '../members/link.ts';
import { findMemberBy, recordProvided } from '../members/repository.ts';
import { obtainReference } from '../references/obtain.ts';
import { paymentUrl } from '../references/payment-url.ts';
import { verifierUnavailable } from './visitor.ts';

export function generateBurnAddressRoute({ db, chainVerifier, chat }: Context): Route {
  return route(generateBurnAddress, async ({ raw }) => {
    const asked = { visitor: visitorOf(raw), prefix: MEMBERSHIP_REFERENCE_PREFIX };
    const wanted = await obtainReference(db, chainVerifier, asked).catch((error) =>
      verifierUnavailable(raw.log, error),
    );
    const { reference, burnAddress, mint, feeTokens: amount } = wanted;
    const member = await findMemberBy(db, reference);
    const telegramLink = member && linkOf(chat, member);
    if (member && telegramLink) await recordProvided(db, member.id);
    return {
      burnAddress,
      reference,
      mint,
      amount,
      paymentUrl: paymentUrl(wanted),
      ...(telegramLink ? { telegramLink } : {}),
      ...(member?.claimId && { receipt: member.claimId }),
    };
  });
}
