import { calendarDate, type Decimal, decimal, fromCents, moneyText, zero } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from '../../kernel/apportionment/index.ts';
import { type LookThroughVehicle, lookThroughBy, lookThrough } from './index.ts';

const amounts = (all: Readonly<Record<string, string>>) =>
  new Map(Object.entries(all).map(([id, amount]) => [id, decimal(amount)]));
const vehicle = (id: string, more: Partial<LookThroughVehicle>): LookThroughVehicle => ({
  id,
  code: id,
  name: `${id} Fund`,
  currency: 'EUR',
  committed: new Map(),
  holdings: [],
  investorId: null,
  ...more,
});
const feeder = vehicle('feeder', { committed: amounts({ a: '600', b: '400' }), investorId: 'spv' });
const master = vehicle('master', {
  committed: amounts({ spv: '500', c: '500' }),
  holdings: [
    { id: 'h1', investmentId: 'steel', shares: amounts({ spv: '100.01', c: '100.00' }) },
    { id: 'h2', investmentId: 'glass', shares: amounts({ spv: '50.00', c: '50.00' }) },
  ],
});
const navsOf = (all: Readonly<Record<string, string | null>>) =>
  new Map(
    Object.entries(all).map(([id, nav]) => [
      id,
      {
        id,
        name: id,
        nav: nav === null ? null : decimal(nav),
        reason: '',
        lastDate: nav === null ? calendarDate('2020-12-31') : null,
        carriedFrom: null,
      },
    ]),
  );
const navs = navsOf({ feeder: '95.00', master: '160.00' });
const seen = (investorId: string, vehicles: readonly LookThroughVehicle[]) =>
  lookThrough({ investorId, baseCurrency: 'EUR', vehicles, navs })._unsafeUnwrap();

describe('look-through', () => {
  it('is the direct share of each fair value, and through a feeder a part of its share [performance 5]', () => {
    const { positions, byCurrency } = seen('a', [feeder, master]);
    expect(
      positions.map(({ investmentId, amount, path }) => [investmentId, moneyText(amount), path.map(({ id }) => id)]),
    ).toEqual([
      ['steel', '60.01', ['feeder', 'master']],
      ['glass', '30.00', ['feeder', 'master']],
    ]);
    expect(
      byCurrency.map(({ currency, lookedThrough, rest, nav }) => [
        currency,
        ...[lookedThrough, rest!, nav!].map(moneyText),
      ]),
    ).toEqual([['EUR', '90.01', '4.99', '95.00']]);
    expect(seen('c', [feeder, master]).positions.map(({ amount }) => moneyText(amount))).toEqual(['100.00', '50.00']);
  });

  it('leaves holdings in another currency in the rest, and leaves the rest open without a NAV', () => {
    const dollars = { ...master, currency: 'USD' };
    const { positions, byCurrency } = seen('a', [feeder, dollars]);
    expect(positions).toEqual([]);
    expect(byCurrency.map(({ rest }) => moneyText(rest!))).toEqual(['95.00']);
    const open = lookThrough({
      baseCurrency: 'EUR',
      investorId: 'a',
      vehicles: [feeder, master],
      navs: navsOf({ feeder: null }),
    })._unsafeUnwrap();
    expect(open.byCurrency).toMatchObject([{ nav: null, rest: null }]);
  });

  it('covers the vehicles with a NAV in all amounts, and names a late one', () => {
    const { positions, byCurrency } = lookThrough({
      baseCurrency: 'EUR',
      investorId: 'c',
      vehicles: [
        master,
        vehicle('late', {
          committed: amounts({ c: '10' }),
          holdings: [{ id: 'h3', investmentId: 'sand', shares: amounts({ c: '7.00' }) }],
        }),
      ],
      navs: navsOf({ master: '160.00', late: null }),
    })._unsafeUnwrap();
    expect(byCurrency.map(({ lookedThrough, rest, nav }) => [nav!, lookedThrough, rest!].map(moneyText))).toEqual([
      ['160.00', '150.00', '10.00'],
    ]);
    expect(positions.map(({ investmentId, amount }) => [investmentId, moneyText(amount)])).toEqual([
      ['steel', '100.00'],
      ['glass', '50.00'],
    ]);
    expect(byCurrency).toMatchObject([
      { coverage: { included: 1, total: 2, excluded: [{ name: 'late', lastDate: '2020-12-31' }] } },
    ]);
  });

  it('refuses a vehicle that holds itself [FEEDER_CYCLE]', () => {
    const ring = { ...master, investorId: 'ring', committed: amounts({ spv: '500', ring: '1' }) };
    const found = lookThrough({
      baseCurrency: 'EUR',
      investorId: 'a',
      vehicles: [feeder, { ...feeder, id: 'x', committed: amounts({ ring: '1' }) }, ring],
      navs,
    });
    expect(found._unsafeUnwrapErr()[0]?.code).toBe('FEEDER_CYCLE');
  });

  it('splits by region in percent to the cent, with a remainder without a region', () => {
    const { positions } = seen('a', [feeder, master]);
    const regions = lookThroughBy(
      positions,
      ({ investmentId }) => (investmentId === 'steel' ? [{ name: 'Europe', percent: decimal('33.3') }] : []),
      { without: 'No region', baseCurrency: 'EUR' },
    );
    expect(regions.map(({ name, amount }) => [name, moneyText(amount)])).toEqual([
      ['No region', '70.03'],
      ['Europe', '19.98'],
    ]);
  });

  it('lists the base currency first, and the largest class of a currency first', () => {
    const position = (currency: string, amount: string) => ({
      investmentId: `${currency} ${amount}`,
      holdingId: amount,
      path: [],
      currency,
      amount: decimal(amount),
    });
    const positions = [position('CHF', '9'), position('USD', '1'), position('EUR', '4'), position('USD', '2')];
    const classes = lookThroughBy(positions, ({ investmentId }) => [{ name: investmentId, percent: decimal('100') }], {
      without: 'None',
      baseCurrency: 'USD',
    });
    expect(classes.map(({ name }) => name)).toEqual(['USD 2', 'USD 1', 'CHF 9', 'EUR 4']);
    const [dollars, euros] = ['USD', 'EUR'].map((currency) => ({ ...feeder, id: currency, currency }));
    const found = lookThrough({ investorId: 'a', baseCurrency: 'USD', vehicles: [euros!, dollars!], navs });
    expect(found._unsafeUnwrap().byCurrency.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
  });

  it("for all feeders: the parts of their investors sum to the feeder's amounts, to the cent", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(fromCents);
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 6 }),
        fc.array(cents, { minLength: 1, maxLength: 5 }),
        (committed, values) => {
          const investors = committed.map((amount, i) => [`i${String(i)}`, amount] as const);
          const own: LookThroughVehicle = { ...feeder, committed: new Map(investors) };
          const holdings = values.map((value, i) => {
            const [spv, other] = allocate(value, [decimal('1'), decimal('2')])._unsafeUnwrap() as [Decimal, Decimal];
            return {
              id: `h${String(i)}`,
              investmentId: `c${String(i)}`,
              shares: new Map([
                ['spv', spv],
                ['c', other],
              ]),
            };
          });
          const vehicles = [own, { ...master, holdings }];
          for (const { id, shares } of holdings) {
            const parts = investors.map(([investor]) =>
              seen(investor, vehicles)
                .positions.filter(({ holdingId }) => holdingId === id)
                .reduce((sum, { amount }) => sum.plus(amount), zero),
            );
            expect(moneyText(parts.reduce((sum, part) => sum.plus(part), zero))).toBe(moneyText(shares.get('spv')!));
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
