import { z } from 'zod';
import { CaseRule, CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { LeafReceipt } from './ledger.ts';
import {
  DESCRIPTION_MIN_LENGTH,
  Description,
  printableText,
  Username,
  visibleLength,
  XUrl,
} from './report-input.ts';
import { APPEAL_RETENTION_DAYS } from './retention.ts';
import { formatWhole } from './tokens.ts';

/** Carries the case code in the calls of an appeal. Never part of a URL, so that it appears in no log or referrer. */
export const CASE_CODE_HEADER = 'x-case-code';
export const APPEAL_DAYS = 7;
export const APPEAL_TEXT_MAX_LENGTH = 4000;
/** How long a code to post stays valid. */
export const POST_PROOF_HOURS = 24;

export const appealTexts = {
  grounds: {
    not_me: 'The report is about another account or person',
    false: 'The report is false',
    compromised: 'My account was compromised',
    personal_data: 'The entry contains personal data (access, correction, restriction, objection, erasure)',
    resolved: 'The matter was resolved with the reporter',
    other: 'Something else',
  },
  unknown: 'There is no such appeal.',
  unknownCode: `Unknown case code. It may be mistyped, the case may have been erased, or the appeal was decided more than ${APPEAL_RETENTION_DAYS} days ago.`,
  invalidText: `Please write 10 to ${formatWhole(APPEAL_TEXT_MAX_LENGTH)} characters.`,
  open: "This appeal hasn't been decided yet. Write to the moderators instead: they will read your letter before they decide.",
  decided:
    'This appeal has been decided. If you have new evidence, open a new appeal for free on the case page.',
  tooMany:
    'Many appeals came from your network today. To send yours now, use another connection, such as mobile data, or write to the contact on the Terms page. From this network, you can try again tomorrow.',
  tooManyMessages: 'Please wait for a moderator to read this before you write again.',
  replyNeedsProof: 'Only the account itself can reply in public. Please prove that you control it first.',
  replyConfirmed:
    'The case already has a reply from an owner whom a moderator confirmed. To have it changed, write to the moderators.',
  proven: 'Control of the account is already proven.',
  cleared: 'The case was cleared, so there is nothing left to decide.',
  gone: 'This entry is no longer shown. If the account is reported again, you can appeal again for free on its page.',
  carried: 'The account was reported again, and the appeal continues in the new case.',
  overdue: `No moderator decided the account's appeal within ${APPEAL_DAYS} days. The entry is disputed until one does.`,
  replyShown: "A moderator published the account's reply.",
  otherModerator: 'An open appeal in this case is against your own decision. Another moderator must decide.',
  proofUnavailable: "This site can't check posts by itself. A moderator will check yours by hand.",
  proofWithModerator:
    "X didn't answer, so a moderator will check your post by hand. You don't need to do anything else.",
  proofExpired: 'The code has expired. Please request a new one.',
  proofFailed: {
    author: 'This post is by another account.',
    id: 'This link does not lead to your post. Open the post, choose Share, then Copy link.',
    code: 'The code is not in the text of the post. Post it as plain text, not in a picture or in your display name.',
    early: 'This post is older than the code. Write a new post.',
    unreadable: 'X did not return this post. Check that it is public and the link is right.',
  },
} as const;

export type AppealGrounds = keyof typeof appealTexts.grounds;
export const appealGrounds = Object.keys(appealTexts.grounds) as [AppealGrounds, ...AppealGrounds[]];
const AppealGrounds = z.enum(appealGrounds, { error: 'Choose what your appeal is about.' });

/**
 * The data subject's rights (GDPR), as grounds of an appeal: `request` is a template for its text, `answer` one for the
 * moderator's.
 */
export const personalDataRights = {
  access: {
    label: 'Access (article 15)',
    request: 'Please send me a copy of everything that you store about this account.',
    answer:
      'This is everything that we store about this account, where it came from and how long we keep it:',
  },
  correction: {
    label: 'Correction (article 16)',
    request: 'Please correct what the entry says about me. This is wrong, and this is what it should say:',
    answer: 'We checked what you asked us to correct. This was changed:',
  },
  restriction: {
    label: 'Restriction (article 18)',
    request: 'Please hold back this part of the entry while you check whether it is correct:',
    answer: 'We checked whether the entry may be shown as it is. This is held back, and for this long:',
  },
  objection: {
    label: 'Objection (article 21)',
    request: 'I object to the entry. In my situation it should not be shown because:',
    answer: 'We weighed your reasons against the interest in warning others. The outcome:',
  },
  erasure: {
    label: 'Erasure (article 17)',
    request: 'Please erase the following about me, for this reason:',
    answer: 'We erased the following; the log shows only that we did:',
  },
} as const;

/** Free text of an appeal: like a description, but longer. */
export const AppealText = printableText(appealTexts.invalidText).pipe(
  z
    .string()
    .trim()
    .min(DESCRIPTION_MIN_LENGTH, { error: appealTexts.invalidText, abort: true })
    .refine((text) => visibleLength(text) >= DESCRIPTION_MIN_LENGTH, appealTexts.invalidText)
    .max(APPEAL_TEXT_MAX_LENGTH, appealTexts.invalidText),
);

/** 128 bits as 26 characters of Crockford's base 32, in groups: `ABCD-EFGH-…`; case, spaces and hyphens do not matter. */
export const CaseCode = z
  .string({ error: appealTexts.unknownCode })
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, appealTexts.unknownCode));

export const AppealInput = z.object({ username: Username, grounds: AppealGrounds, text: AppealText });

/** The code is returned only once. */
export const OpenedAppeal = z.object({ caseCode: z.string(), dueAt: z.iso.datetime() });

export const openAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/appeals',
  summary: 'Appeal against an entry: free, without an account',
  access: 'public',
  body: AppealInput,
  answers: { 201: OpenedAppeal },
  errors: ['not_found', 'removed_by_burn'],
});

export const AppealMessage = z.object({
  id: z.number().int(),
  author: z.enum(['account', 'moderator']),
  body: z.string(),
  at: z.iso.datetime(),
});
export type AppealMessage = z.infer<typeof AppealMessage>;

export const appealDecisions = ['granted', 'partly_granted', 'refused', 'withdrawn'] as const;
export const AppealDecision = z.enum(appealDecisions);
export type AppealDecision = z.infer<typeof AppealDecision>;

const Decision = z.object({
  decision: AppealDecision,
  /** Null for an appeal that a burn ended or a new case continues. */
  rule: CaseRule.nullable(),
  reason: z.string(),
  at: z.iso.datetime(),
});

/** An appeal as its account sees it. */
export const Appeal = z.object({
  username: z.string(),
  caseNumber: z.number().int(),
  /** Null for an entry that is no longer shown. */
  status: CaseStatus.nullable(),
  /** Whether a burn removed the entry. */
  burned: z.boolean(),
  grounds: AppealGrounds,
  openedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  /** Whether an appeal under the same code, or of the proven account, was decided before. */
  isSecond: z.boolean(),
  messages: z.array(AppealMessage),
  decision: Decision.nullable(),
  /** The decision on the earlier appeal under the same code. */
  earlierDecision: Decision.nullable(),
  proof: z.object({
    provenAt: z.iso.datetime().nullable(),
    /** The name by which X showed the account last: its posts prove control. Null once that is another account's. */
    account: z.string().nullable(),
    /** The code to post, while valid; `automatic` if the server can check the post itself. */
    code: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    automatic: z.boolean(),
    /** The post for a moderator to check. */
    postUrl: z.string().nullable(),
  }),
  /** `message` names the private data for which a moderator checks it. */
  reply: z.object({ body: z.string(), published: z.boolean(), message: z.string().optional() }).nullable(),
  mayAppealAgain: z.boolean(),
});
export type Appeal = z.infer<typeof Appeal>;

/** Common to what an account writes about its appeal. */
const letter = {
  method: 'POST',
  access: 'public',
  answers: { 201: Appeal },
  errors: ['unknown_case_code', 'appeal_not_possible'],
} as const;

export const getAppeal = defineEndpoint({
  method: 'GET',
  path: '/api/appeal',
  summary: `The appeal of a case code, sent in the header ${CASE_CODE_HEADER}`,
  access: 'public',
  answers: { 200: Appeal },
  errors: ['invalid_input', 'unknown_case_code'],
});

export const getAppealReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/appeal/receipt',
  summary:
    "The ledger's receipt of the appeal, and of its decision once there is one, which opens offline; 503 for a moment, until it is in the tree",
  access: 'public',
  answers: { 200: LeafReceipt },
  errors: ['invalid_input', 'unknown_case_code', 'not_found', 'service_unavailable'],
});

export const addAppealMessage = defineEndpoint({
  ...letter,
  path: '/api/appeal/messages',
  summary: 'Write to the moderators',
  body: z.object({ text: AppealText }),
});

export const issuePostProof = defineEndpoint({
  ...letter,
  path: '/api/appeal/proof-code',
  summary: `A code to post from the account, valid for ${POST_PROOF_HOURS} hours, once`,
});

export const checkPostProof = defineEndpoint({
  method: 'POST',
  path: '/api/appeal/proof',
  summary:
    'Check the post for the code; a moderator does so by hand where the server cannot, and while X does not answer',
  access: 'public',
  body: z.object({ postUrl: XUrl }),
  answers: { 200: Appeal },
  errors: ['unknown_case_code', 'appeal_not_possible', 'proof_invalid', 'proof_expired'],
});

export const setReply = defineEndpoint({
  ...letter,
  path: '/api/appeal/reply',
  summary: 'The public reply of the proven account, shown once a moderator has read it',
  body: z.object({ text: Description, contradicts: z.boolean() }),
  answers: { 200: Appeal },
});

export const appealAgain = defineEndpoint({
  ...letter,
  path: '/api/appeal/again',
  summary: 'Ask for a second decision, by another moderator if there is one, with new evidence',
  body: z.object({ text: AppealText }),
});
