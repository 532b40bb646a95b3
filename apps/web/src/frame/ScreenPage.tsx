import { EmptyState, LoadingState } from '@carrara/ui/feedback';
import { useAllowed } from '../session/hooks.ts';
import type { ScreenProps } from './screenTypes.ts';
import { useLazyPart } from './lazyParts.ts';

/** A screen of the table: guarded, loaded when it is first opened. */
export function ScreenPage({ screen }: ScreenProps) {
  const allowed = useAllowed(screen.permission);
  const draw = useLazyPart(screen);
  if (!allowed) {
    return <EmptyState text="You are not allowed to see this page. An administrator can give you the role for it." />;
  }
  return draw?.({ screen }) ?? <LoadingState lines={10} />;
}
