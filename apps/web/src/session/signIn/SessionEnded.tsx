import { lazy, Suspense } from 'react';
import { useSession } from '../hooks.ts';

const Dialog = lazy(async () => ({ default: (await import('./SessionEndedDialog.tsx')).SessionEndedDialog }));

/** Rendered next to the pages, so that it stays when a page is unmounted. */
export function SessionEnded() {
  const { phase } = useSession();
  return phase === 'expired' ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null;
}
