import { asText } from '@carrara/contract/core/asText';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import type { ListViews } from './useListState.ts';

/** Says which parts of a saved view the list no longer has, or that the view of a link no longer exists. */
export function MissingPartsNotice({ views: { current, missingParts, isMissing } }: { readonly views: ListViews }) {
  if (isMissing) return <Banner tone="info">This view no longer exists.</Banner>;
  if (!current || missingParts.length === 0) return null;
  const parts = missingParts.map(({ part, name }) => `${part} ${asText(name)}`);
  return (
    <Banner tone="info">
      This list no longer has some parts of ‘{current.name}’. They are left out: {[...new Set(parts)].join(', ')}.
    </Banner>
  );
}
