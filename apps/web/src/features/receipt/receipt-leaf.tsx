import { getMemberLeaf, getMemberRecord } from 'virtual:endpoints/member-receipts';
import { ApiCallError } from '@naughty-list/api-client/client';
import type { LeafReceipt } from '@naughty-list/contracts/ledger';
import { whyNoEntry } from '@naughty-list/contracts/receipt-texts';
import type { Receipt } from '@naughty-list/contracts/receipts';
import { formatBaseUnits } from '@naughty-list/contracts/tokens';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { downloadReceipt } from '../../lib/download.ts';
import { passedRules } from '../../lib/payment-rules.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { Moment } from '../../ui/day.tsx';
import { Press } from '../../ui/press.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Fact, Section } from '../../ui/section.tsx';
import { TextLink, TransactionLink } from '../../ui/text-link.tsx';

/** The contents of a receipt, which does not name the reported account. */
export function ReceiptLeaf({ receipt, address }: { receipt: Receipt; address: string }) {
  const { purpose, signature, report, demand, verdict, evidence } = receipt;
  const tokens = (amount: string) => `${formatBaseUnits(BigInt(amount), demand.decimals)} LIST`;
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[1fr_10rem]">
        <Facts id="demand" title="What was required">
          {purpose === 'removal' && <Fact term="Report">{report === null ? 'deleted' : `#${report}`}</Fact>}
          <Fact term="At least">{tokens(demand.minimum)}</Fact>
          <Fact term="Reference">{demand.reference}</Fact>
        </Facts>
        <figure className="grid w-40 max-w-full content-start gap-2">
          <QrCode text={window.location.href} label="QR code of this receipt's address" />
          <figcaption className="text-center text-ink-700">Opens this receipt</figcaption>
        </figure>
      </div>
      <Facts id="evidence" title="What the chain says">
        {verdict.burned !== '0' && <Fact term="Burned">{tokens(verdict.burned)}</Fact>}
        {verdict.credited !== '0' && (
          <Fact term="Sent">{tokens(verdict.credited)} to the project's wallet</Fact>
        )}
        <Fact term="Payer">
          <span className="font-mono">{verdict.payer}</span>
        </Fact>
        <Fact term="Fee payer">
          <span className="font-mono">{verdict.feePayer}</span>
        </Fact>
        <Fact term="Transaction">
          <TransactionLink hash={signature} />
        </Fact>
        <Fact term="Slot">{verdict.slot.toLocaleString('en-US')}</Fact>
        {typeof evidence.blockTime === 'number' && (
          <Fact term="Time">
            <Moment at={new Date(evidence.blockTime * 1000).toISOString()} />
          </Fact>
        )}
        <Fact term="Read from">{counted(receipt.providers, 'provider')}</Fact>
      </Facts>
      <Rules receipt={receipt} />
      {receipt.proof && (
        <Section id="proof" title="What the payer signed">
          <pre className="font-mono whitespace-pre-wrap wrap-anywhere">
            {[receipt.proof.message, '', receipt.proof.signature].join('\n')}
          </pre>
        </Section>
      )}
      <LedgerProof receipt={receipt} address={address} />
      <Section id="check" title="Check it yourself">
        <p className="max-w-prose">
          The download has the transaction, what was required, the verdict and the proof. The command checks
          it without this site; with <code className="whitespace-nowrap">--rpc</code>, it asks the chain too.
        </p>
        <Copyable
          text={`npm run verify-burn -- --bundle receipt.json --key '${receipt.key}'`}
          label="Copy command"
        />
        <a
          href={`/api/receipts/${address}`}
          download="receipt.json"
          className={buttonClasses('outline', 'justify-self-start')}
        >
          <Download aria-hidden="true" className="size-5" />
          Download the receipt
        </a>
      </Section>
    </>
  );
}

function Rules({ receipt }: { receipt: Receipt }) {
  const { verdict, demand } = receipt;
  return (
    <Section id="verdict" title="Verdict">
      <p>
        Accepted on <Moment at={verdict.decidedAt} /> under these rules (rule set {demand.ruleSet ?? 1}
        ).
      </p>
      <ol className="grid gap-2">
        {passedRules(receipt).map((rule) => (
          <li key={rule} className="border-t border-parchment-400 pt-2">
            <Check aria-hidden="true" className="mr-2 inline size-5 text-pine-700" />
            <span className="font-bold">{rule}</span>
            <span className="sr-only">: yes</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function LedgerProof({ receipt, address }: { receipt: Receipt; address: string }) {
  const { ledger, ledgerState } = receipt;
  return (
    <Section id="ledger" title="In the public ledger">
      {ledger ? (
        <>
          <p>
            Entry {ledger.index.toLocaleString('en-US')}. A proof of{' '}
            {counted(ledger.hashes.length, 'hash', 'hashes')} links this entry to the signed head of the
            ledger: it can't be changed or backdated without anyone noticing.
          </p>
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-bold">Inclusion proof</summary>
            <pre className="font-mono whitespace-pre-wrap wrap-anywhere">
              {[ledger.entry, '', ...ledger.hashes, '', ledger.checkpoint].join('\n')}
            </pre>
          </details>
        </>
      ) : ledgerState === 'private' ? (
        <MemberLeaf id={address} />
      ) : (
        <p>
          {ledgerState === 'waiting'
            ? 'Not yet: this removal gets its entry within moments. Reload the page.'
            : whyNoEntry(receipt)}
        </p>
      )}
    </Section>
  );
}

function Facts({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title}>
      <dl className="figures grid gap-1">{children}</dl>
    </Section>
  );
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** A membership's ledger entry, which names no member, and its receipt, which shows the payment. */
function MemberLeaf({ id }: { id: string }) {
  return (
    <>
      <p>
        The public ledger has an entry for this membership that names no one. Its receipt shows which payment
        it stands for, and your browser can check it without asking us:{' '}
        <TextLink to="/verify-receipt">check a receipt</TextLink>.
      </p>
      <Press
        button="Download the ledger's receipt"
        look="quiet"
        send={() => downloadReceipt('membership.json', () => fetchMemberReceipt(id))}
      />
    </>
  );
}

async function fetchMemberReceipt(id: string): Promise<LeafReceipt> {
  const { commitment, ...opening } = await api.call(getMemberRecord, { params: { id } });
  const leaf = await api.call(getMemberLeaf, { params: { commitment } }).catch((error: unknown) => {
    // The leaf is appended moments after the membership: `downloadReceipt` retries a 503.
    const isPending = error instanceof ApiCallError && error.status === 404;
    throw isPending ? new ApiCallError(error.message, { status: 503 }) : error;
  });
  return { ...leaf, ...opening };
}
