import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText } from '../../kernel/index.ts';
import { carryOfSources, defaultSchedule, checkDefaultSchedule, sourcesInScope } from './index.ts';

const source = (id: string, kind: string, holder: { fund?: string; coinvestment?: string; investment?: string }) => ({
  id,
  kind,
  fundId: holder.fund ?? null,
  coinvestmentId: holder.coinvestment ?? null,
  investmentId: holder.investment ?? null,
});
const fund = source('F', 'fund', { fund: 'F' });
const part = source('P', 'fundInvestment', { fund: 'F', investment: 'I' });
const tranche = source('T', 'tranche', { fund: 'G', investment: 'I' });
const coinvestment = source('C', 'coinvestment', { coinvestment: 'C' });
const all = [fund, part, tranche, coinvestment];
const ids = (scope: Parameters<typeof sourcesInScope>[1]) => sourcesInScope(all, scope).map(({ id }) => id);

describe('the sources of a vesting request', () => {
  it('are all by default', () => expect(ids({})).toEqual(['F', 'P', 'T', 'C']));

  it("are a fund's own profile, or otherwise the sources below the fund", () => {
    expect(ids({ fundId: 'F' })).toEqual(['F']);
    expect(ids({ fundId: 'G' })).toEqual(['T']);
    expect(ids({ fundId: '00000000-0000-0000-0000-000000000000' })).toEqual(['C']);
  });

  it('are the parts of an investment, or those of a type', () => {
    expect(ids({ investmentId: 'I' })).toEqual(['P', 'T']);
    expect(ids({ fundId: 'F', kinds: ['fundInvestment'] })).toEqual(['P']);
  });
});

describe('a carry amount for several sources', () => {
  const on = calendarDate('2024-06-30');
  const paid = (carryAmount: string, invested: string, currency = 'USD') => ({
    currency,
    carryAmount: decimal(carryAmount),
    own: { investedAmount: decimal(invested) },
    tranches: [],
  });
  const texts = (...[sources, override]: [Parameters<typeof carryOfSources>[0], string?]) =>
    carryOfSources(sources, override === undefined ? undefined : decimal(override), on)
      ._unsafeUnwrap()
      .map(moneyText);

  it("is each source's paid carry, or is split by invested amounts", () => {
    expect(texts([paid('5', '1'), paid('7', '3')])).toEqual(['5.00', '7.00']);
    expect(texts([paid('5', '1'), paid('7', '3')], '100')).toEqual(['25.00', '75.00']);
    expect(texts([paid('5', '0')], '100')).toEqual(['100.00']);
  });

  it('is refused for several currencies', () => {
    const refused = carryOfSources([paid('1', '1'), paid('1', '1', 'EUR')], decimal('1'), on);
    expect(refused._unsafeUnwrapErr().map(({ code }) => code)).toEqual(['MIXED_CURRENCIES']);
  });
});

describe('the default schedule', () => {
  const schedules = [
    { id: 'any', isDefault: true, participantClass: null },
    { id: 'partner', isDefault: true, participantClass: { id: 'p' } },
    { id: 'other', isDefault: false, participantClass: { id: 'q' } },
  ];

  it("is the class's, or otherwise the one for every class", () => {
    expect(defaultSchedule('p', schedules)?.id).toBe('partner');
    expect(defaultSchedule('q', schedules)?.id).toBe('any');
    expect(defaultSchedule(undefined, schedules)?.id).toBe('any');
    expect(defaultSchedule('q', schedules.slice(1))).toBeUndefined();
  });

  it('requires a class', () => {
    expect(checkDefaultSchedule(true, false).map(({ code }) => code)).toEqual(['CLASS_REQUIRED']);
    expect([...checkDefaultSchedule(true, true), ...checkDefaultSchedule(false, false)]).toEqual([]);
  });
});
