import type { ScamCategory } from '@naughty-list/contracts/report-input';

/** Labels of the categories, in the order of the specification. */
export const categoryLabels: Readonly<Record<ScamCategory, string>> = {
  nft: 'NFT',
  token: 'Token',
  phishing: 'Phishing',
  impersonation: 'Impersonation',
  ponzi: 'Ponzi',
  pump_dump: 'Pump and dump',
  defi: 'DeFi',
  other: 'Other',
};

export const categoryChoices = Object.entries(categoryLabels) as [ScamCategory, string][];
