import type { Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { recordAddress } from '@carrara/contract/core/recordType';
import { referenceText } from '@carrara/ui/value/valueText.ts';

/** Returns the name of a referenced record as a link; undefined if there is none. */
export function referenceLink(field: Pick<Field, 'kind' | 'target'>, value: unknown) {
  if (field.kind !== 'reference' || !field.target || !value) return undefined;
  const reference = value as Reference;
  const location =
    field.target === 'vehicle'
      ? `/performance/fund/${reference.id}/overview`
      : recordAddress(field.target, reference.id);
  return location ? <a href={`#${location}`}>{referenceText(reference)}</a> : undefined;
}
