import { EmptyState, LoadingState } from '@carrara/ui/feedback';
import { type ComponentType, lazy, Suspense } from 'react';
import { useAllowed } from '../session/hooks.ts';
import type { Screen, ScreenProps } from './screenTypes.ts';

const components = new Map<Screen, ComponentType<ScreenProps>>();

function componentOf(screen: Screen): ComponentType<ScreenProps> {
  const known = components.get(screen);
  if (known) return known;
  const made = lazy(async () => ({ default: await screen.load() }));
  components.set(screen, made);
  return made;
}

/** A screen of the table: guarded, loaded when it is first opened. */
export function ScreenPage({ screen }: ScreenProps) {
  const allowed = useAllowed(screen.permission);
  const Component = componentOf(screen);
  if (!allowed)
    return <EmptyState text="You are not allowed to see this page. An administrator can give you the role for it." />;
  return (
    <Suspense fallback={<LoadingState lines={10} />}>
      <Component screen={screen} />
    </Suspense>
  );
}
