import { modules } from '@carrara/contract/core/modules';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import { Navigate } from 'react-router-dom';
import { useSession } from '../session/hooks.ts';
import { lastModule } from '../session/lastVisit.ts';
import { offeredSections } from './offeredSections.ts';
import { useTables } from './tables.ts';

/** Redirects to the first page that the person may open in the last used module. */
export function HomePage() {
  const session = useSession();
  const { sections } = useTables();
  const offered = offeredSections(sections, session);
  const first = offered.find(({ module }) => module === lastModule()) ?? offered[0];
  const applications = session.user?.applications.map(({ id }) => modules[id].title).join(', ');
  if (first) return <Navigate replace to={first.path} />;
  return <EmptyState text={`There are no screens here yet for ${applications ?? 'your applications'}.`} />;
}

/** The page for an address that does not exist (anymore or yet). */
export function PendingToIndexPage() {
  return (
    <EmptyState
      text="Page not found."
      action={
        <Button component="a" href="#/">
          Go to the start page
        </Button>
      }
    />
  );
}
