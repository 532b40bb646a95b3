import { asText } from '@carrara/contract/core/asText';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import type { ListViews } from './useListState.ts';

/** Says which parts of a saved view the list no longer has. */
export function LeftOutNotice({ views: { current, missingParts } }: { readonly views: ListViews }) {
  if (!current || missingParts.length === 0) return null;
  const parts = missingParts.map(({ part, name }) => `${part} ${asText(name)}`);
  return (
    <Banner tone="info">
      This list no longer has some parts of ‘{current.name}’. They are left out: {[...new Set(parts)].join(', ')}.
    </Banner>
  );
}
