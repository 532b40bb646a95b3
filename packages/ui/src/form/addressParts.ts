import type { Address } from '@carrara/contract/core/kinds';

const required = [
  ['addressLine1', 'line 1'],
  ['city', 'city'],
  ['postalCode', 'postal code'],
  ['country', 'country'],
] as const;

const isPresent = (part: unknown): boolean => (typeof part === 'string' ? part.trim() !== '' : Boolean(part));

/** The missing parts of an address; empty if it is complete or blank. */
export function missingOfAddress(value: unknown): readonly string[] {
  const address = (value ?? {}) as Address;
  const parts: readonly unknown[] = [
    ...required.map(([name]) => address[name]),
    address.addressLine2,
    address.stateRegion,
  ];
  if (!parts.some(isPresent)) return [];
  return required.filter(([name]) => !isPresent(address[name])).map(([, title]) => title);
}
