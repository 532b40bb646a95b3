import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarDate,
  createExplanations,
  type Decimal,
  decimal,
  moneyText,
  numberText,
  zero,
} from '../../kernel/index.ts';
import type { EntryFacts, HolderFacts, ProfileFacts, SharedSource } from '../run/index.ts';
import {
  accrueAtNav,
  type CarryAtNav,
  carryByParticipant,
  compareCarryAtNav,
  explainCarryAtNav,
  type NavFacts,
  type NavLeaving,
  type NavLocation,
  type VehicleAtNav,
} from './index.ts';

const date = calendarDate('2024-06-30');
const schedule = [
  { start: 0, end: 12, vested: zero },
  { start: 12, end: 24, vested: decimal(40) },
  { start: 24, end: null, vested: decimal(100) },
];
const entry = (participantId: string, effective: string): EntryFacts => ({
  participantId,
  effective: decimal(effective),
  scheduleRows: schedule,
});
const profile = (id: string, entries: readonly EntryFacts[], isValid = true): ProfileFacts => ({
  id,
  version: 1,
  effectiveDate: null,
  defaultVersion: undefined,
  isValid,
  entries,
});
const source = (id: string, own?: ProfileFacts): [string, SharedSource] => [
  id,
  {
    id,
    type: 'Fund Investment',
    name: `Source ${id}`,
    currencyId: null,
    holderId: 'F',
    profile: own,
    hasForeignProfile: false,
  },
];
const person = (id: string, more: Partial<HolderFacts> = {}): [string, HolderFacts] => [
  id,
  { id, name: id, status: 'active', terminationDate: null, members: undefined, ...more },
];
const bought = { investmentInitialDate: calendarDate('2023-03-15') };
const fund: NavLocation = { id: 'F', vehicleId: 'F', investmentId: null, own: {}, tranches: [] };
const holding = (id: string, more: Partial<NavLocation> = {}): NavLocation => ({
  id: `${id}/F`,
  vehicleId: 'F',
  investmentId: id,
  own: bought,
  tranches: [],
  ...more,
});
const vehicle = (accrued: string | null, parts: Readonly<Record<string, string>> = {}): VehicleAtNav => ({
  vehicleId: 'F',
  accrued: accrued === null ? null : decimal(accrued),
  byInvestment: new Map(Object.entries(parts).map(([id, carry]) => [id, decimal(carry)])),
  reasons: accrued === null ? ['The fund has no carry terms.'] : [],
});
const facts = (
  locations: readonly NavLocation[],
  sources: readonly [string, SharedSource][],
  people: readonly [string, HolderFacts][],
): NavFacts => ({
  date,
  locations: [fund, ...locations],
  shares: { sources: new Map(sources), participants: new Map(people) },
});
const text = (amount: Decimal | null) => amount && moneyText(amount);
const sums = (accruals: ReturnType<typeof accrueAtNav>) =>
  accruals.map(({ investmentId, accrued, participants, unallocated, difference, causes }) => [
    investmentId,
    ...[accrued, participants, unallocated, difference].map(text),
    causes,
  ]);

const ann = [person('ann'), person('ben')];
const team = profile('team', [entry('ann', '60'), entry('ben', '40')]);

describe('carry at NAV', () => {
  it('is shared out by the points of each investment, with the vested part and what vests next', () => {
    const deal = profile('deal', [entry('ann', '100')]);
    const found = accrueAtNav(
      vehicle('100.01', { A: '70.00', B: '30.01' }),
      facts([holding('A'), holding('B')], [source('A/F', team), source('B/F', deal)], ann),
    );
    expect(sums(found)).toEqual([
      ['A', '70.00', '70.00', '0.00', '0.00', []],
      ['B', '30.01', '30.01', '0.00', '0.00', []],
    ]);
    const rows = carryByParticipant(found).map(({ participantId, investmentId, points, next, ...row }) => [
      participantId,
      investmentId,
      numberText(points),
      text(row.accrued),
      text(row.vested),
      text(row.unvested),
      next && [next.on, text(next.amount)],
    ]);
    // After 15 months, 40% is vested, and the rest vests after 24.
    expect(rows).toEqual([
      ['ann', 'A', '60', '42.00', '16.80', '25.20', ['2025-03-15', '25.20']],
      ['ben', 'A', '40', '28.00', '11.20', '16.80', ['2025-03-15', '16.80']],
      ['ann', 'B', '100', '30.01', '12.00', '18.01', ['2025-03-15', '18.01']],
    ]);
  });

  it('is compared with a what-if by participant; parts and unallocated are the total in both', () => {
    const short = profile('short', [entry('ann', '60'), entry('ben', '32.5')]);
    const deal = profile('deal', [entry('ann', '100')]);
    const at = (...amounts: Parameters<typeof vehicle>) =>
      accrueAtNav(
        vehicle(...amounts),
        facts([holding('A'), holding('B')], [source('A/F', short), source('B/F', deal)], ann),
      );
    const compared = ({ now, whatIf, difference }: ReturnType<typeof compareCarryAtNav>['total']) =>
      [now, whatIf, difference].map(text);
    const now = at('140.00', { A: '100.00', B: '40.00' });
    const found = compareCarryAtNav(now, at('50.00', { A: '40.00', B: '10.00' }));
    expect(found.participants.map(({ participantId, ...own }) => [participantId, ...compared(own)])).toEqual([
      ['ann', '100.00', '34.00', '-66.00'],
      ['ben', '32.50', '13.00', '-19.50'],
    ]);
    expect([compared(found.unallocated), compared(found.total)]).toEqual([
      ['7.50', '3.00', '-4.50'],
      ['140.00', '50.00', '-90.00'],
    ]);
    expect(found.covered && numberText(found.covered)).toBe('94');
    const unknown = compareCarryAtNav(now, at(null));
    expect([compared(unknown.total), unknown.covered]).toEqual([['140.00', null, null], null]);
    const worthless = compareCarryAtNav(now, at('0.00'));
    expect([compared(worthless.total), worthless.covered]).toEqual([['140.00', '0.00', '-140.00'], null]);
  });

  it('names the cause of each unallocated amount', () => {
    const short = profile('short', [entry('ann', '60'), entry('ben', '32.5')]);
    const over = profile('over', [entry('ann', '60'), entry('ben', '50')]);
    const broken = profile('broken', [entry('club', '100')]);
    const all = [holding('A'), holding('B'), holding('C'), holding('D'), holding('E')];
    const found = accrueAtNav(
      vehicle('500.00', { A: '100.00', B: '100.00', C: '100.00', D: '100.00', E: '100.00' }),
      facts(
        all,
        [
          source('A/F', short),
          source('B/F'),
          source('C/F', over),
          source('D/F', broken),
          source('E/F', { ...team, isValid: false }),
        ],
        [...ann, person('club', { members: [entry('ann', '50')] })],
      ),
    );
    expect(sums(found)).toEqual([
      [
        'A',
        '100.00',
        '92.50',
        '7.50',
        '0.00',
        ['The allocation profile of Source A/F totals 92.5%. Allocate the rest, or leave it unallocated.'],
      ],
      ['B', '100.00', '0.00', '100.00', '0.00', ['Source B/F has no allocation profile in force.']],
      [
        'C',
        '100.00',
        '0.00',
        '100.00',
        '0.00',
        ['The allocation profile of Source C/F totals more than 100%. Correct it.'],
      ],
      [
        'D',
        '100.00',
        '0.00',
        '100.00',
        '0.00',
        ['The allocation profile of Source D/F can’t be shared out. Check the members of its entities.'],
      ],
      [
        'E',
        '100.00',
        '0.00',
        '100.00',
        '0.00',
        ['The allocation profile of Source E/F has errors. Correct them first.'],
      ],
    ]);
  });

  it('goes by tranche once a tranche has its own profile, weighted by invested amount', () => {
    const tranche = (id: string, invested: string, day: string, hasProfile = false) => ({
      id,
      hasProfile,
      investedAmount: decimal(invested),
      trancheInvestmentDate: calendarDate(day),
    });
    const tranches = [
      tranche('A1', '30', '2022-06-30'),
      tranche('A2', '10', '2024-01-31', true),
      tranche('A3', '99', '2024-07-31'),
    ];
    const own = profile('own', [entry('ben', '100')]);
    const found = accrueAtNav(
      vehicle('100.00', { A: '100.00' }),
      facts([holding('A', { tranches })], [source('A1', team), source('A2', own), source('A3', team)], ann),
    );
    const rows = carryByParticipant(found).map(({ participantId, points, accrued, vested }) => [
      participantId,
      numberText(points),
      text(accrued),
      text(vested),
    ]);
    // The first tranche is vested in full, the second not at all, and the third is bought later.
    expect(rows).toEqual([
      ['ann', '45', '45.00', '45.00'],
      ['ben', '55', '55.00', '30.00'],
    ]);
  });

  it('has the invested dollars behind the points, and explains each figure down to the accrued carry', () => {
    const tranche = (id: string, invested: string | null, hasProfile = false) => ({
      id,
      hasProfile,
      investedAmount: invested === null ? null : decimal(invested),
      trancheInvestmentDate: calendarDate('2022-06-30'),
    });
    const own = profile('own', [entry('ann', '100')]);
    const rows = (tranches: NavLocation['tranches']) =>
      carryByParticipant(
        accrueAtNav(vehicle('2879276.50', { A: '2879276.50' }), {
          ...facts([holding('A', { tranches })], [source('A/F', team), source('A1', team), source('A2', own)], ann),
          participantId: 'ann',
        }),
        'ann',
      );
    const [whole] = rows([tranche('A1', '1000000.05')]);
    expect(text(whole!.invested)).toBe('600000.03');
    expect(text(rows([tranche('A1', null)])[0]!.invested)).toBeNull();
    const inFund = { path: ['..', '..', 'funds', 'F', 'accrued'], accrued: decimal('2879276.50'), attribution: 'all' };
    const explained = (carry: CarryAtNav, name: string, fund?: typeof inFund) => {
      const explanations = createExplanations();
      explainCarryAtNav(carry, fund, explanations.within(['rows', 'A']));
      return explanations.tree(['rows', 'A', name])!;
    };
    const valuesIn = ({ inputs }: ReturnType<typeof explained>) => inputs.map(({ name, value }) => [name, value]);
    const share = explained(whole!, 'carryAtNav', inFund);
    expect([share.result, valuesIn(share)]).toEqual([
      '1727565.90',
      [
        ['accrued carry', '2879276.50'],
        ['points', '60'],
      ],
    ]);
    expect(share.children.map(valuesIn)).toEqual([
      [
        ['accrued carry of the fund', '2879276.50'],
        ['attribution', 'all'],
      ],
    ]);
    expect(explained(whole!, 'carryAtNav').children).toEqual([]);
    expect(valuesIn(explained(whole!, 'vested'))).toEqual([
      ['carry at NAV', '1727565.90'],
      ['vested %', '100'],
    ]);
    expect(explained(whole!, 'unvested').result).toBe('0.00');
    expect(explained(whole!, 'invested').result).toBe('600000.03');
    // Two profiles: each tranche has its part of the carry, and the row is the sum.
    const [both] = rows([tranche('A1', '30'), tranche('A2', '10', true)]);
    expect(text(both!.invested)).toBe('28.00');
    const sum = explained(both!, 'carryAtNav', inFund);
    expect([sum.result, ...sum.children.map(({ result }) => result)]).toEqual(
      [both!.accrued, ...both!.shares.map(({ accrued }) => accrued)].map(text),
    );
    expect(sum.children.map(({ children: [part] }) => [part?.formula, part?.result])).toEqual([
      ['carryAtNav.tranche', '2159457.38'],
      ['carryAtNav.tranche', '719819.12'],
    ]);
    expect(explained(both!, 'invested').result).toBe('28.00');
  });

  it('passes through entities, stops vesting at a termination, and adds up an entity', () => {
    const club = person('club', { members: [entry('ann', '25'), entry('ben', '75')] });
    const terminated = { status: 'terminated', terminationDate: calendarDate('2024-01-31') } as const;
    const withClub = profile('withClub', [entry('club', '80'), entry('ann', '20')]);
    const all = facts([holding('A')], [source('A/F', withClub)], [club, person('ann'), person('ben', terminated)]);
    const rows = (participantId?: string) =>
      carryByParticipant(accrueAtNav(vehicle('100.00', { A: '100.00' }), { ...all, participantId }), participantId).map(
        ({ participantId, points, accrued, vested, next }) => [
          participantId,
          numberText(points),
          text(accrued),
          text(vested),
          next?.on ?? null,
        ],
      );
    expect(rows()).toEqual([
      ['ann', '40', '40.00', '16.00', '2025-03-15'],
      ['ben', '60', '60.00', '0.00', null],
    ]);
    expect(rows('club')).toEqual([['club', '80', '80.00', '8.00', '2025-03-15']]);
    expect([...rows('ann'), ...rows('ben'), ...rows('nobody')]).toEqual(rows());
  });

  it('of somebody who would leave is vested by then, at the latest by an earlier termination, or by the effect of leaving', () => {
    const all = facts([holding('A')], [source('A/F', team)], ann);
    const terminated = person('ann', { status: 'terminated', terminationDate: calendarDate('2024-01-31') });
    const vested = (on: string, effect: NavLeaving['effect'] = 'VESTING_STOPS', read: NavFacts = all) =>
      carryByParticipant(
        accrueAtNav(vehicle('100.00', { A: '100.00' }), {
          ...read,
          leaving: { participantId: 'ann', on: calendarDate(on), effect },
        }),
      ).map((row) => [row.participantId, text(row.vested), text(row.unvested), row.next?.on ?? null]);
    const ben = ['ben', '16.00', '24.00', '2025-03-15'];
    expect(vested('2024-02-28')).toEqual([['ann', '0.00', '60.00', null], ben]);
    expect(vested('2024-06-30')).toEqual([['ann', '24.00', '36.00', null], ben]);
    // More vests until a day after the quarter end, of the same carry.
    expect(vested('2025-03-15')).toEqual([['ann', '60.00', '0.00', null], ben]);
    expect(vested('2024-02-28', 'ALL_VESTS')).toEqual([['ann', '60.00', '0.00', null], ben]);
    expect(vested('2025-03-15', 'ALL_FORFEITED')).toEqual([['ann', '0.00', '60.00', null], ben]);
    const former = facts([holding('A')], [source('A/F', team)], [terminated, person('ben')]);
    expect(vested('2025-03-15', 'VESTING_STOPS', former)).toEqual([['ann', '0.00', '60.00', null], ben]);
  });

  it('isn’t determined without terms, and says why; points stay', () => {
    const found = accrueAtNav(vehicle(null), {
      ...facts([holding('A')], [source('A/F', team)], ann),
      participantId: 'ben',
    });
    expect(sums(found)).toEqual([['A', null, null, null, null, ['The fund has no carry terms.']]]);
    expect(carryByParticipant(found, 'ben')).toMatchObject([
      { points: decimal(40), accrued: null, vested: null, reasons: ['The fund has no carry terms.'] },
    ]);
  });

  it('that no investment has belongs to the vehicle, and its vesting isn’t determined without a start', () => {
    const later = holding('B', { own: { investmentInitialDate: calendarDate('2025-01-01') } });
    const found = accrueAtNav(vehicle('9.99'), facts([later], [source('F', team)], ann));
    expect(sums(found)).toEqual([[null, '9.99', '9.99', '0.00', '0.00', []]]);
    expect(carryByParticipant(found)[0]).toMatchObject({ vested: null, missing: 'NO_VESTING_START' });
  });

  it('always adds up to the accrued carry: participants + unallocated, to the cent', () => {
    const cents = fc.integer({ min: 0, max: 1e9 }).map((amount) => decimal(amount).div(100));
    const points = fc.array(fc.integer({ min: 0, max: 30_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, points), { minLength: 1, maxLength: 6 }), cents, (investments, rest) => {
        const people = Array.from({ length: 8 }, (_, i) => person(`p${i}`));
        const sources = investments.map(([, list], i) =>
          source(
            `I${i}/F`,
            profile(
              `of I${i}`,
              list.map((units, at) => entry(`p${at}`, decimal(units).div(1e6).toFixed())),
            ),
          ),
        );
        const accrued = investments.reduce<Decimal>((sum, [amount]) => sum.plus(amount), rest);
        const byInvestment = new Map(investments.map(([amount], i) => [`I${i}`, amount]));
        const found = accrueAtNav(
          { vehicleId: 'F', accrued, byInvestment, reasons: [] },
          facts(
            investments.map((_, i) => holding(`I${i}`)),
            [...sources, source('F', team)],
            [...people, ...ann],
          ),
        );
        const total = found.reduce<Decimal>((sum, { unallocated }) => sum.plus(unallocated ?? zero), zero);
        const whole = carryByParticipant(found).reduce<Decimal>((sum, row) => sum.plus(row.accrued ?? zero), total);
        expect(moneyText(whole)).toBe(moneyText(accrued));
        for (const { difference } of found) expect(text(difference)).toBe('0.00');
        for (const { accrued: amount, vested, unvested } of carryByParticipant(found))
          if (vested && unvested) expect(text(amount)).toBe(moneyText(vested.plus(unvested)));
      }),
    );
  });
});
