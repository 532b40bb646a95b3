const places: Readonly<Record<string, (id: string) => string>> = {
  Fund: (id) => `#/carry/fund/${id}/profile/overview`,
  Coinvestment: (id) => `#/carry/coinvestment/${id}/profile/overview`,
  Investment: (id) => `#/carry/investment/${id}/profile/tranche`,
  Employee: (id) => `#/carry/employee/${id}/profile/overview`,
  Trust: (id) => `#/carry/trust/${id}/profile/overview`,
  Entity: (id) => `#/carry/entity/${id}/profile/overview`,
  Vintage: (id) => `#/carry/vintage/${id}/profile/transactions`,
  VestingSchedule: (id) => `#/carry/settings/vestingDetail/${id}`,
  TaxProfile: (id) => `#/carry/settings/taxDetail/${id}`,
  AllocationProfile: (id) => `#/carry/allocation/${id}/profile/overview`,
  Distribution: (id) => `#/carry/distribution/${id}/overview`,
};

/** Where a live event's record is shown. */
export const placeOfRecord = (linkType: string, id: string): string | undefined => places[linkType]?.(id);
