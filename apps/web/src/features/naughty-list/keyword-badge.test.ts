import { caseTexts } from '@naughty-list/contracts/case-texts';
import { expect, test } from 'vitest';
import { keywordBadge } from './keyword-badge.ts';

test.each([
  ['He stole everything: a PONZI scheme, then vanished.', 'STOLE'],
  ['Nice people until the rug-pull happened', 'RUGPULL'],
  ['Sent a phish link to holders', 'PHISH'],
  ['Kept pumping his bags', 'PUMPING'],
  ['He promised wonderful returns', 'PROMISED'],
  ['Corroborated and verified by the moderators', 'SCAMMER'],
  ['Confirmed-scammer of the year', 'SCAMMER'],
  ['Santa-verified, and nice', 'SCAMMER'],
  ['VerifiedBySolana, unofficially', 'SCAMMER'],
  // Upper case makes these the very words.
  ['Veriﬁed, conﬁrmed, offıcial, diſputed', 'SCAMMER'],
  ['Ｃleared, cléared and cl\u0435ared', 'SCAMMER'],
  ['Guilty and convicted; innocent', 'SCAMMER'],
  ['There should never be a bad day', 'SCAMMER'],
  ['bad bad bad bad', 'SCAMMER'],
  ['', 'SCAMMER'],
  [caseTexts.withdrawn, 'WITHDRAWN'],
  ['12345 67890 coins', 'COINS'],
  ['Обманщик украл деньги', 'ОБМАНЩИК'],
])('%j is stamped %s', (description, badge) => {
  expect(keywordBadge(description)).toBe(badge);
});
