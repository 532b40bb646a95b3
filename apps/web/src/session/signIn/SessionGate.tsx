import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../hooks.ts';
import { UnreachablePage } from './NoticePage.tsx';
import { pageOfPhase } from './phases.ts';

/** Displays the product only with a person, a tenant and its settings. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { phase } = useSession();
  const elsewhere = pageOfPhase(phase);
  if (elsewhere) return <Navigate replace to={elsewhere} />;
  if (phase === 'unreachable') return <UnreachablePage />;
  if (phase === 'starting') return <LoadingState lines={3} label="Opening" />;
  return children;
}
