import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useAllowed } from '../session/hooks.ts';
import { useToday } from '../session/useToday.ts';
import type { ScreenProps } from './screenTypes.ts';
import { useLazyPart } from './lazyParts.ts';

/** A page of the table, with its permission check. Its code loads when it is first opened. */
export function ScreenPage({ screen }: ScreenProps) {
  const allowed = useAllowed(screen.permission);
  const draw = useLazyPart(screen);
  const today = useToday();
  if (!allowed) {
    return <EmptyState text="You don’t have access to this page. An administrator can give you the required role." />;
  }
  return <PictureSubject today={today}>{draw?.({ screen }) ?? <LoadingState lines={10} />}</PictureSubject>;
}
