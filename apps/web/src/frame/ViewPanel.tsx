import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { View } from './screenTypes.ts';
import { useLazyPart } from './lazyParts.ts';

/** The content of the chosen tab of a profile. */
export function ViewPanel({ view, id }: { readonly view: View; readonly id: string }) {
  const draw = useLazyPart(view);
  return draw?.({ id }) ?? <LoadingState />;
}
