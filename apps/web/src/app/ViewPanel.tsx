import { LoadingState } from '@carrara/ui/feedback';
import { type ComponentType, lazy, Suspense } from 'react';
import type { View, ViewProps } from './screenTypes.ts';

// One lazy component per view for the whole session: made anew at each render it would load, and forget its state, each time.
const components = new Map<View, ComponentType<ViewProps>>();

function componentOf(view: View): ComponentType<ViewProps> {
  const known = components.get(view);
  if (known) return known;
  const made = lazy(async () => ({ default: await view.load() }));
  components.set(view, made);
  return made;
}

/** The chosen tab of a profile. */
export function ViewPanel({ view, id }: { readonly view: View; readonly id: string }) {
  const Component = componentOf(view);
  return (
    <Suspense fallback={<LoadingState />} key={view.id}>
      <Component id={id} />
    </Suspense>
  );
}
