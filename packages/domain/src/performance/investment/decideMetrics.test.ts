import { decimal } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { decideCompanyMetrics, decideHoldingMetrics, decideMetricsQuarter, decideNewsUrl } from './index.ts';

const namesOf = (failures: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);

it('metrics are saved for an open quarter end', () => {
  const vehicle = { vehicle: 'Alpine Growth', isLocked: false };
  expect(decideMetricsQuarter('2024-06-30', vehicle)).toEqual([]);
  expect(namesOf(decideMetricsQuarter('2024-06-29', vehicle))).toEqual(['INVALID_VALUE endDate']);
  expect(namesOf(decideMetricsQuarter('2024-06-30', { ...vehicle, isLocked: true }))).toEqual([
    'PERIOD_LOCKED endDate',
  ]);
});

it('company metrics are refused at their fields', () => {
  const company = {
    codes: { sector: '10000000', subSector: '20001000', industry: undefined },
    slots: [
      { region: 'a', percentage: decimal('60') },
      { region: 'a', percentage: decimal('30') },
    ],
    yearEnd: '02-30',
  };
  expect(namesOf(decideCompanyMetrics(company))).toEqual([
    'OUT_OF_SECTOR altXSubSector',
    'REGION_TWICE geoRegion2',
    'DATE_FORMAT financialYearEnd',
  ]);
});

it('ownership is from 0 to 100 percent', () => {
  const ownership = [
    ['ownershipDebtEntry', decimal('100')] as const,
    ['ownershipDebtCurrent', decimal('101')] as const,
  ];
  expect(namesOf(decideHoldingMetrics(ownership))).toEqual(['INVALID_VALUE ownershipDebtCurrent']);
});

it('the address of a news item is a web address or empty', () => {
  expect(decideNewsUrl('https://example.com/a')._unsafeUnwrap()).toBe('https://example.com/a');
  expect(decideNewsUrl('')._unsafeUnwrap()).toBeNull();
  expect(decideNewsUrl(undefined)._unsafeUnwrap()).toBeNull();
  expect(decideNewsUrl('javascript:alert(1)').isErr()).toBe(true);
});
