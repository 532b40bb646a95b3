import { expect, it } from 'vitest';
import { figuresLine } from './import.ts';

it('names figures that aren’t determined, and those that don’t change once', () => {
  const line = figuresLine({
    vehicleId: 'f',
    name: 'HARBOR',
    currency: 'USD',
    periodEnd: '2020-06-30',
    nav: { before: null, after: '1234567.00' },
    unfunded: { before: '5.00', after: '5.00' },
    irr: { before: null, after: null },
    notDetermined: [],
  });
  expect(line).toBe(
    'HARBOR at 2020-06-30, all partners: NAV USD not determined to 1,234,567.00, unfunded 5.00, net IRR not determined',
  );
});
