import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { privateDataKinds } from '@naughty-list/privacy-gate/find-private-data';

const HOLD_REASON = 'private_data';

/** Has a text with private data held, whatever the rate. */
export const holdPrivateData = (description: string): { holdReason?: string } =>
  privateDataKinds(description).length > 0 ? { holdReason: HOLD_REASON } : {};

/** Why a report stays held once its text is this one. */
export function holdReasonFor(
  { hold_reason: before }: { hold_reason: string | null },
  description: string,
): string | undefined {
  const { holdReason } = holdPrivateData(description);
  return holdReason ?? (before === HOLD_REASON ? 'private_data_removed' : (before ?? undefined));
}

/** Names the private data that a report or statement is held for; undefined where it is held for another reason. */
export function privateDataMessage(held: {
  hold_reason: string | null;
  description: string;
}): string | undefined {
  if (held.hold_reason !== HOLD_REASON) return undefined;
  return privateDataTexts.held(privateDataKinds(held.description));
}
