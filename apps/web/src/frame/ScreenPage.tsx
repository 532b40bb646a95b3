import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useAllowed } from '../session/hooks.ts';
import type { ScreenProps } from './screenTypes.ts';
import { useLazyPart } from './lazyParts.ts';

/** A page of the table, with its permission check. Its code loads when it is first opened. */
export function ScreenPage({ screen }: ScreenProps) {
  const allowed = useAllowed(screen.permission);
  const draw = useLazyPart(screen);
  if (!allowed) {
    return <EmptyState text="You don’t have access to this page. An administrator can give you the required role." />;
  }
  return draw?.({ screen }) ?? <LoadingState lines={10} />;
}
