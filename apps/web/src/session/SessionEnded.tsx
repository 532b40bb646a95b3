import { lazy, Suspense } from 'react';
import { useSession } from './hooks.ts';

const Dialog = lazy(async () => ({ default: (await import('./SessionEndedDialog.tsx')).SessionEndedDialog }));

/** Stands beside the pages, so that no page that goes takes it along. */
export function SessionEnded() {
  const { phase } = useSession();
  return phase === 'expired' ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null;
}
