import type { Parameter } from '../../core/report.ts';

/** Selects a fund or coinvestment with everything below it. If both are present, includes both. */
export const holderParameters = {
  fundId: { kind: 'reference', title: 'Fund', target: 'fund' },
  coinvestmentId: { kind: 'reference', title: 'Coinvestment', target: 'coinvestment' },
} as const satisfies Readonly<Record<string, Parameter>>;

/** The same, with a filter by fund that also accepts a coinvestment, as those of performance do. */
export const vehicleParameters = {
  ...holderParameters,
  fundId: { kind: 'reference', title: 'Fund', target: 'vehicle' },
} as const satisfies Readonly<Record<string, Parameter>>;
