import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { privateDataKinds } from '@naughty-list/privacy-gate/find-private-data';

const HOLD_REASON = 'private_data';

/** Holds a text with private data, whatever the rate. */
export const holdPrivateData = (description: string): { holdReason?: string } =>
  privateDataKinds(description).length > 0 ? { holdReason: HOLD_REASON } : {};

/** Why a held report with this new text stays held. */
export function holdReasonFor(
  { hold_reason: before }: { hold_reason: string | null },
  description: string,
): string | undefined {
  const { holdReason } = holdPrivateData(description);
  return holdReason ?? (before === HOLD_REASON ? 'private_data_removed' : (before ?? undefined));
}

/** The message that names the private data for which a text is held; undefined if it has none. */
export function privateDataIn(text: string): string | undefined {
  const kinds = privateDataKinds(text);
  return kinds.length > 0 ? privateDataTexts.held(kinds) : undefined;
}

/** The same message for a report or statement; undefined if it is held for another reason. */
export const privateDataMessage = (held: { hold_reason: string | null; description: string }) =>
  held.hold_reason === HOLD_REASON ? privateDataIn(held.description) : undefined;
