import type { Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { addressOf } from '@carrara/contract/core/recordType';
import { referenceText } from '@carrara/ui/value';

/** The referenced record's name as a link to it; undefined where there is nothing to link to. */
export function referenceLink(field: Pick<Field, 'kind' | 'of'>, value: unknown) {
  if (field.kind !== 'reference' || !field.of || !value) return undefined;
  const reference = value as Reference;
  const place =
    field.of === 'vehicle' ? `/performance/fund/${reference.id}/overview` : addressOf(field.of, reference.id);
  return place ? <a href={`#${place}`}>{referenceText(reference)}</a> : undefined;
}
