export interface PostalAddress {
  readonly addressLine1?: string | null | undefined;
  readonly addressLine2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly stateRegion?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly country?: { readonly id: string } | null | undefined;
}

const exists = (text: string | null | undefined): boolean => text !== undefined && text !== null && text.trim() !== '';

/**
 * Returns the address to store: only one with line 1, city, postal code and country; otherwise none.
 */
export function storedAddress<A extends PostalAddress>(address: A | null | undefined, noCountry = ''): A | null {
  if (!address) return null;
  const country = address.country?.id;
  const complete = exists(address.addressLine1) && exists(address.city) && exists(address.postalCode);
  return complete && exists(country) && country !== noCountry ? address : null;
}
