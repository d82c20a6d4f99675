import type { Case } from '@naughty-list/contracts/cases';
import { traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import { Link } from '@tanstack/react-router';
import { NamingCases } from '../../ui/naming-cases.tsx';
import { Section } from '../../ui/section.tsx';

/** What a case names besides its account, and other cases that name the same. */
export function CaseTraces({ shown: { traces, sharing } }: { shown: Case }) {
  if (traces.length === 0) return null;
  return (
    <Section id="traces" title="Also named in this case">
      <p className="text-ink-700">{traceTexts.unverified}</p>
      <ul className="grid gap-1">
        {traces.map((trace) => (
          <li key={`${trace.kind} ${trace.value}`}>
            <span className="text-ink-700">{traceTexts.kind[trace.kind]}:</span>{' '}
            <Link
              to="/trace/$kind/$value"
              params={trace}
              className="figures inline-flex min-h-11 items-center font-bold wrap-anywhere underline decoration-2 underline-offset-4"
            >
              {traceText(trace)}
            </Link>
          </li>
        ))}
      </ul>
      {sharing.length > 0 && (
        <>
          <h3 className="text-xl font-bold">Other cases that name them too</h3>
          <NamingCases cases={sharing} />
        </>
      )}
    </Section>
  );
}
