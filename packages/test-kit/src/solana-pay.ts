/** What a wallet reads in a Solana Pay URL. */
export type SolanaPayUrl =
  | { link: string }
  | {
      recipient: string;
      amount: string | null;
      splToken: string | null;
      reference: string[];
      label: string | null;
      message: string | null;
      memo: string | null;
    };

const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Reads a URL as the Solana Pay specification 1.0 tells a wallet to. Throws what a wallet must refuse. */
export function readSolanaPay(text: string): SolanaPayUrl {
  const { protocol, pathname, searchParams } = new URL(text);
  refuseUnless(protocol === 'solana:', 'the scheme is solana:');
  // A path with characters outside base58 is the link of a transaction request.
  if (/[:%]/.test(pathname)) {
    const link = decodeURIComponent(pathname);
    refuseUnless(new URL(link).protocol === 'https:', 'a transaction request is fetched over https');
    return { link };
  }
  const only = (name: string) => {
    refuseUnless(searchParams.getAll(name).length <= 1, `one ${name}`);
    return searchParams.get(name);
  };
  const [amount, splToken] = [only('amount'), only('spl-token')];
  const reference = searchParams.getAll('reference');
  // Neither exponent nor sign; below 1 with a leading 0.
  refuseUnless(amount === null || /^\d+(\.\d+)?$/.test(amount), 'the amount is a plain decimal number');
  for (const key of [pathname, ...reference, ...(splToken === null ? [] : [splToken])])
    refuseUnless(KEY.test(key), `${key} is a base58 key`);
  return {
    recipient: pathname,
    amount,
    splToken,
    reference,
    label: only('label'),
    message: only('message'),
    memo: only('memo'),
  };
}

function refuseUnless(holds: boolean, rule: string): void {
  if (!holds) throw new TypeError(`Not a Solana Pay URL: ${rule}`);
}
