import { EmptyState, LoadingState } from '@carrara/ui/feedback';
import { useAllowed } from '../session/hooks.ts';
import type { ScreenProps } from './screenTypes.ts';
import { useLazyPart } from './lazyParts.ts';

/** A page of the table, with its permission check. Its code loads when it is first opened. */
export function ScreenPage({ screen }: ScreenProps) {
  const allowed = useAllowed(screen.permission);
  const draw = useLazyPart(screen);
  if (!allowed) {
    return <EmptyState text="You are not allowed to see this page. An administrator can give you the role for it." />;
  }
  return draw?.({ screen }) ?? <LoadingState lines={10} />;
}
