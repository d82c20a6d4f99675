import { createFileRoute } from '@tanstack/react-router';
import { TracePage } from '../features/trace/trace-page.tsx';

export const Route = createFileRoute('/trace/$kind/$value')({ component: TraceRoute });

function TraceRoute() {
  return <TracePage {...Route.useParams()} />;
}
