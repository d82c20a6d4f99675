import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { termsHead, termsSections } from '../features/legal/terms.ts';

export const Route = createFileRoute('/terms')({
  component: () => (
    <LegalPage
      head={termsHead}
      title="Terms and contact"
      intro="The rules of this site in plain words."
      sections={termsSections}
      ownText="termsText"
    />
  ),
});
