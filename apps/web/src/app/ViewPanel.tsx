import { LoadingState } from '@carrara/ui/feedback';
import type { View } from './screenTypes.ts';
import { useComponent } from './useComponent.ts';

/** The chosen tab of a profile. */
export function ViewPanel({ view, id }: { readonly view: View; readonly id: string }) {
  const Component = useComponent(view);
  return Component ? <Component key={view.id} id={id} /> : <LoadingState />;
}
