import type { Parameter } from '../../core/report.ts';

/** Of which fund or coinvestment, itself and everything below it; where both are named, of both. */
export const ofHolder = {
  fundId: { kind: 'reference', title: 'Fund', of: 'fund' },
  coinvestmentId: { kind: 'reference', title: 'Coinvestment', of: 'coinvestment' },
} as const satisfies Readonly<Record<string, Parameter>>;
