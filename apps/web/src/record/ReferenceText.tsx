import type { Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { referenceText } from '@carrara/ui/value';

/** Where the profile of a referenced record is. */
const places: Readonly<Record<string, (id: string) => string>> = {
  fund: (id) => `#/carry/fund/${id}/profile/overview`,
  coinvestment: (id) => `#/carry/coinvestment/${id}/profile/overview`,
  investment: (id) => `#/carry/investment/${id}/profile/tranche`,
  vintage: (id) => `#/carry/vintage/${id}/profile/transactions`,
  employee: (id) => `#/carry/employee/${id}/profile/overview`,
  trust: (id) => `#/carry/trust/${id}/profile/overview`,
  entity: (id) => `#/carry/entity/${id}/profile/overview`,
  allocationProfile: (id) => `#/carry/allocation/${id}/profile/overview`,
};

/** The referenced record's name as a link to it; undefined where there is nothing to link to. */
export function referenceLink(field: Pick<Field, 'kind' | 'of'>, value: unknown) {
  const place = field.of ? places[field.of] : undefined;
  if (field.kind !== 'reference' || !place || !value) return undefined;
  const reference = value as Reference;
  return <a href={place(reference.id)}>{referenceText(reference)}</a>;
}
