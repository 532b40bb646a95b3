/**
 * The domains of certified data, with the specification's names. It names two by their self-explanatory codes only. This file contains only data and
 * imports nothing.
 */
export const certifiedDomains = [
  { code: 'PS', description: 'Portfolio Summary' },
  { code: 'PSI', description: 'Portfolio Summary Investor Share' },
  { code: 'PM', description: 'Portfolio Metrics' },
  { code: 'CAS', description: 'Capital Account Summary' },
  { code: 'CF', description: 'Cash Flow' },
  { code: 'FEEFOF', description: 'Fees of funds of funds (FEEFOF)' },
  { code: 'FUNDSCHED', description: 'Schedule of investments (FUNDSCHED)' },
  { code: 'FEE', description: 'fee transparency' },
] as const;
export type CertifiedDomain = (typeof certifiedDomains)[number]['code'];

export const allDomains = 'All';
export const defaultDomain = 'CAS' satisfies CertifiedDomain;

/** The division of the data into workbooks: one per domain, per fund or per investor. */
export const segregations = [
  { code: 'NONE', description: 'One workbook for each domain' },
  { code: 'FUND', description: 'By fund' },
  { code: 'INVESTOR', description: 'By investor' },
] as const;
export type Segregation = (typeof segregations)[number]['code'];
