interface Entry {
  readonly code: string;
  readonly description: string;
  readonly level: 'sector' | 'subSector' | 'industry';
  readonly parent: string;
}

/**
 * The product's own taxonomy. Sector codes are multiples of 10000, sub-sector codes are multiples of 1000, and industry
 * codes fill the numbers between. So a code identifies its parents.
 */
const tree: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Consumer Discretionary': {
    Retail: ['Apparel and footwear', 'Home and garden', 'Online retail'],
    Leisure: ['Hotels and resorts', 'Restaurants', 'Sports and fitness'],
    Durables: ['Vehicles and parts', 'Furniture and appliances'],
  },
  'Consumer Staples': {
    'Food and beverage': ['Packaged food', 'Beverages', 'Ingredients'],
    Household: ['Personal care', 'Household products'],
  },
  Energy: {
    'Oil and gas': ['Exploration and production', 'Midstream', 'Services and equipment'],
    Renewables: ['Wind and solar', 'Storage and grid services'],
  },
  Financials: {
    Services: ['Asset management', 'Payments', 'Specialty lending'],
    Insurance: ['Brokerage', 'Underwriting'],
  },
  'Health Care': {
    Services: ['Dental and physician groups', 'Diagnostics', 'Home and hospice care', 'Pharmacy services'],
    Products: ['Medical devices', 'Pharmaceuticals', 'Life science tools'],
  },
  Industrials: {
    Transportation: ['Logistics', 'Aviation services', 'Marine and rail'],
    'Capital goods': ['Machinery', 'Aerospace and defense', 'Building products'],
    'Business services': ['Facility services', 'Staffing and training', 'Testing and inspection'],
  },
  'Information Technology': {
    Software: ['Application software', 'Infrastructure software', 'Vertical market software'],
    Services: ['Consulting and outsourcing', 'Managed services'],
    Hardware: ['Semiconductors', 'Electronic components'],
  },
  Materials: {
    Chemicals: ['Specialty chemicals', 'Industrial gases'],
    Packaging: ['Rigid packaging', 'Flexible packaging', 'Paper and wood'],
    Metals: ['Metals and mining'],
  },
  'Real Estate': {
    Property: ['Residential', 'Office', 'Industrial and logistics', 'Data centers'],
    Services: ['Property services'],
  },
  'Communication Services': {
    Telecommunications: ['Fiber and towers', 'Wireless'],
    Media: ['Publishing', 'Entertainment', 'Marketing services'],
  },
  Utilities: {
    Networks: ['Electricity', 'Gas', 'Water and waste'],
  },
};

export const taxonomy: readonly Entry[] = Object.entries(tree).flatMap(([sector, subSectors], s) => {
  const sectorCode = (s + 1) * 10_000;
  return [
    { code: String(sectorCode), description: sector, level: 'sector' as const, parent: '' },
    ...Object.entries(subSectors).flatMap(([subSector, industries], b) => {
      const subSectorCode = sectorCode + (b + 1) * 1000;
      return [
        {
          code: String(subSectorCode),
          description: subSector,
          level: 'subSector' as const,
          parent: String(sectorCode),
        },
        ...industries.map((industry, i) => ({
          code: String(subSectorCode + i + 1),
          description: industry,
          level: 'industry' as const,
          parent: String(sectorCode),
        })),
      ];
    }),
  ];
});
