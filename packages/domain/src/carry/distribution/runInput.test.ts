import { describe, expect, it } from 'vitest';
import { decimal, numberText } from '../../kernel/index.ts';
import { accrualWarnings } from './accrualWarnings.ts';
import { checkEnteredFigures } from './enteredFigures.ts';
import { computeRun, runRemarks } from './computeRun.ts';
import { acknowledgmentKey } from './runWarnings.ts';
import type { RunFacts, SourceFacts } from './runFacts.ts';
import { person, share, facts, request, withAccruals, newId, run, detail } from './runInput.fixture.ts';
import {
  determinedPart,
  type DetailRequest,
  isTaxed,
  proofOfRun,
  pathTotals,
  untaxedLines,
  withoutTax,
  type RunRequest,
  reversedRows,
  verifyReversal,
} from '../run/index.ts';

describe('the signs of input', () => {
  it('a tax or escrow below zero is refused at its cell', () => {
    const { refusals } = run(request([detail('ann', { tax: '-0.01' }), detail('firm', { escrow: '-50' })]));
    expect(refusals.map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['NEGATIVE_TAX', 'sources.0.details.0.tax'],
      ['NEGATIVE_ESCROW', 'sources.0.details.1.escrow'],
    ]);
  });

  it('a negative loan repayment or other adjustment is a warning to acknowledge', () => {
    const typed = detail('bob', { via: ['firm'], loanRepayment: '-5', otherAdjustment: '-0.10' });
    const { refusals, warnings } = run(request([typed]), withAccruals());
    expect(refusals).toEqual([]);
    const keys = (threshold: string) => warnings.map((warning) => acknowledgmentKey(warning, decimal(threshold)));
    expect(keys('0')).toEqual([
      'NEGATIVE_LOAN_REPAYMENT.sources.0.details.0.loanRepayment.5.00',
      'NEGATIVE_ADJUSTMENT.sources.0.details.0.otherAdjustment.0.10',
    ]);
    expect(keys('5'), 'up to the threshold of the firm').toEqual([undefined, undefined]);
    expect(warnings[0]?.detail).toBe('The loan repayment of firm > bob at Fund is (5.00), which raises the net.');
  });

  it('an override below the computed tax is a warning with the amount it adds to the net', () => {
    // 10% of 60 and of 40.
    const typed = [detail('ann', { tax: '5.50' }), detail('bob', { tax: '0', escrow: '1' })];
    const { warnings } = run(request(typed), withAccruals());
    expect(warnings.map(({ detail: text }) => text)).toEqual([
      'The typed tax of ann at Fund is 5.50 instead of the computed 6.00, which raises the net by 0.50.',
      'The typed tax of bob at Fund is 0.00 instead of the computed 4.00, which raises the net by 4.00.',
    ]);
    expect(
      warnings.map((warning) => acknowledgmentKey(warning, decimal('0.50'))),
      'above the threshold of the firm',
    ).toEqual([undefined, 'TAX_BELOW_COMPUTED.sources.0.details.1.tax.4.00']);
  });

  it('an override below the computed escrow is a warning with the amount it adds to the net', () => {
    // 20% of 60 and of 40. Ann's tax is typed too, and is above the computed one.
    const typed = [detail('ann', { tax: '7', escrow: '11.50' }), detail('bob', { escrow: '0' })];
    const { warnings } = run(request(typed, { defaultEscrow: '20' }), withAccruals());
    expect(warnings.map(({ detail: text }) => text)).toEqual([
      'The typed escrow of ann at Fund is 11.50 instead of the computed 12.00, which raises the net by 0.50.',
      'The typed escrow of bob at Fund is 0.00 instead of the computed 8.00, which raises the net by 8.00.',
    ]);
    expect(
      warnings.map((warning) => acknowledgmentKey(warning, decimal('0.50'))),
      'above the threshold of the firm',
    ).toEqual([undefined, 'ESCROW_BELOW_COMPUTED.sources.0.details.1.escrow.8.00']);
  });

  it('an override at or above the computed escrow needs no acknowledgment', () => {
    const typed = [detail('ann', { escrow: '12.00' }), detail('bob', { via: ['firm'], escrow: '8.01' })];
    expect(run(request(typed, { defaultEscrow: '20' }), withAccruals()).warnings).toEqual([]);
  });

  it('an override at or above the computed tax needs no acknowledgment', () => {
    const typed = [detail('ann', { tax: '6.00' }), detail('bob', { via: ['firm'], tax: '4.01' })];
    expect(run(request(typed), withAccruals()).warnings).toEqual([]);
  });

  it('an adjustment that lowers the net needs no acknowledgment', () => {
    const typed = detail('ann', { loanRepayment: '5', otherAdjustment: '0.10' });
    expect(run(request([typed]), withAccruals()).warnings).toEqual([]);
  });
});

describe('a payment above the accrued carry', () => {
  const balance = (participantId: string, amount: string) => ({
    participantId,
    balance: decimal(amount),
    isDetermined: true,
  });
  const having = (...balances: ReturnType<typeof balance>[]) => {
    const runFacts = facts();
    return { ...runFacts, sources: new Map([['fund', { ...runFacts.sources.get('fund')!, balances }]]) };
  };
  const warningTexts = (runFacts: RunFacts) => run(request(), runFacts).warnings.map(({ detail: text }) => text);

  it('names the source, the payees and the amounts, and must be acknowledged with its sum', () => {
    const runFacts = having(balance('ann', '50'), balance('bob', '-5'));
    expect(warningTexts(runFacts)).toEqual([
      'fund pays 100.00, but the balance accrued there is 45.00. That is 55.00 too much (bob 40.00, ann 10.00).',
    ]);
    const [warning] = run(request(), runFacts).warnings;
    expect(acknowledgmentKey(warning!, decimal('1000'))).toBe('PAID_ABOVE_ACCRUED.sources.0.accrued.55.00');
  });

  it('lists payees of equal amounts in the same order, whatever the order of the rows', () => {
    const rows = ['noah', 'amelia'].map((participantId) => ({ participantId, isLeaf: true, gross: '0.02' }));
    const text = (details: typeof rows) =>
      accrualWarnings([{ sourceId: 'fund', gross: '0.04', details }], new Map(), { isByBalance: false })[0]?.detail;
    expect(text(rows)).toContain('(amelia 0.02, noah 0.02)');
    expect(text(rows.toReversed())).toBe(text(rows));
  });

  it('names the participants if the source has accrued enough for all', async () => {
    expect(warningTexts(having(balance('ann', '45'), balance('bob', '200')))).toEqual([
      'fund pays participants more than was accrued for them there, by 15.00 in total (ann 15.00).',
    ]);
  });

  it("is reported for the whole source if others owe it more than the payees' excess", async () => {
    expect(warningTexts(having(balance('ann', '60'), balance('bob', '40'), balance('eve', '-30')))).toEqual([
      'fund pays 100.00, but the balance accrued there is 70.00. That is 30.00 too much.',
    ]);
  });

  it('says so if nothing has been accrued, and is absent if everything was', async () => {
    expect(warningTexts(facts())).toEqual([
      'Nothing has been accrued at fund, but it pays 100.00 (ann 60.00, bob 40.00).',
    ]);
    expect(warningTexts(having(balance('ann', '60'), balance('bob', '40')))).toEqual([]);
  });
});

it('warns if a source is distributed by a version that is not the default', () => {
  const runFacts = facts();
  const source = runFacts.sources.get('fund')!;
  const profile = { ...source.profile!, defaultVersion: { version: 8, effectiveDate: '2026-09-10' } };
  const older = { ...runFacts, sources: new Map([['fund', { ...source, profile }]]) };
  const { warnings, problems } = run(request(), withAccruals(older));
  expect(warnings.map(({ code, detail: text }) => [code, text])).toEqual([
    [
      'PROFILE_NOT_DEFAULT',
      'Fund uses version 7 (effective 03/31/2015) of its allocation profile, not the default, version 8 (effective 09/10/2026).',
    ],
  ]);
  expect(problems).toEqual([]);
});

it('refuses a source by its id, which readers see as its name, if its balances are not determined', () => {
  const runRequest = request([], { investorBalanceBased: true });
  const { refusals } = run(runRequest, facts({ allowsInvestorBalance: true }));
  expect(refusals.map(({ code }) => code)).toContain('BALANCE_NOT_DETERMINED');
  expect(refusals.find(({ code }) => code === 'BALANCE_NOT_DETERMINED')?.detail).toContain('of fund');
  const runFacts = facts({ allowsInvestorBalance: true });
  const sources = new Map([['fund', { ...runFacts.sources.get('fund')!, isBalanceDetermined: true }]]);
  expect(run(runRequest, { ...runFacts, sources }).refusals.map(({ detail: text }) => text)).toContain(
    'fund: 100.00 is more than the total of the balances, 0.00',
  );
});

it('names the source where the carry was accrued instead, because an account belongs to one source', () => {
  const runFacts = facts({ allowsInvestorBalance: true });
  const [[id, source] = []] = [...runFacts.sources];
  const sources = new Map([[id!, { ...source!, accruedAt: ['Fund, Tranche #1'] }]]);
  const { refusals } = run(request([], { investorBalanceBased: true }), { ...runFacts, sources });
  expect(refusals.find(({ code }) => code === 'BALANCE_NOT_DETERMINED')?.detail).toContain(
    'There are balances at Fund, Tranche #1, but a balance can only be paid from its own source.',
  );
});

describe('a run', () => {
  it('pays by the profile and through entities, with a row for each path', () => {
    const { rows, problems, refusals } = run(request());
    expect([problems, refusals]).toEqual([[], []]);
    const lines = rows.sources[0]!.details.map(({ path, participantId, gross, net }) => [
      ...path,
      participantId,
      gross,
      net,
    ]);
    expect(lines).toEqual([
      ['ann', '60.00', '54.00'],
      ['firm', '40.00', '36.00'],
      ['firm', 'bob', '40.00', '36.00'],
    ]);
  });

  it("pays an override of the effective percentage, stores the profile's, and adds people outside the profile", () => {
    const details = [detail('ann', { effectiveAllocation: '50' }), detail('eve', { effectiveAllocation: '10' })];
    const { rows, run: computedRun } = run(request(details));
    expect(
      rows.sources[0]!.details.map(({ participantId, effective, original }) => [participantId, effective, original]),
    ).toEqual([
      ['ann', '50', '60'],
      ['firm', '40', null],
      ['bob', '100', null],
      ['eve', '10', '0'],
    ]);
    expect(computedRun.input.sources[0]!.allocations.map(({ effective }) => numberText(effective))).toEqual([
      '50',
      '40',
      '10',
    ]);
  });

  it('refuses unknown people, and overrides for a member', () => {
    const details = [
      detail('nobody', { loanRepayment: '1' }),
      detail('bob', { via: ['firm'], effectiveAllocation: '50' }),
    ];
    const { refusals } = run(request(details));
    expect(refusals.map(({ code }) => code)).toEqual(['PARTICIPANT_UNKNOWN', 'MEMBER_EFFECTIVE_FIXED']);
  });

  it('warns of terminated people who are not fully vested as of their last day', () => {
    const rows = [
      { start: 0, end: 24, vested: decimal('50') },
      { start: 24, end: null, vested: decimal('100') },
    ];
    const runFacts = facts({
      participants: new Map([['ann', person('ann', { status: 'terminated', terminationDate: '2021-01-01' as never })]]),
      sources: new Map([
        [
          'fund',
          {
            ...facts().sources.get('fund')!,
            vesting: { own: { initialCloseDate: '2020-01-01' as never }, tranches: [] },
            profile: {
              ...facts().sources.get('fund')!.profile!,
              entries: [{ ...share('ann', '100'), scheduleRows: rows }],
            },
          },
        ],
      ]),
    });
    const warned = (at: Partial<SourceFacts>, base: RunFacts = runFacts) => {
      const source = { ...base.sources.get('fund')!, ...at };
      const { warnings } = run(request(), withAccruals({ ...base, sources: new Map([['fund', source]]) }));
      return warnings.map(({ code }) => code);
    };
    expect(warned({})).toEqual(['TERMINATED_NOT_FULLY_VESTED']);
    const [early, late] = ['2015-01-01', '2020-01-01'].map((date) => ({
      trancheInvestmentDate: date as never,
      investedAmount: decimal('100'),
    }));
    expect(warned({ vesting: { own: {}, tranches: [early!] } }), 'by its tranches').toEqual([]);
    expect(warned({ vesting: { own: {}, tranches: [early!, late!] } })).toEqual(['TERMINATED_NOT_FULLY_VESTED']);
    expect(warned({ vesting: { own: {}, tranches: [] } }), 'nothing to vest from').toEqual(['VESTING_UNKNOWN']);
    const unreadable = {
      ...facts().sources.get('fund')!.profile!,
      entries: [{ ...share('ann', '100'), scheduleRows: rows.slice(0, 1) }],
    };
    expect(warned({ profile: unreadable }), 'a schedule that never ends in 100 %').toEqual(['VESTING_UNKNOWN']);
  });

  it('compares overrides with the computed figures', () => {
    const { rows } = run(request());
    const codesOf = (figures: Partial<DetailRequest>) =>
      checkEnteredFigures(request([detail('ann', figures)]), rows).map(({ code }) => code);
    expect(codesOf({ grossCarryDistributed: '60', netCarryDistributed: '54.00' })).toEqual([]);
    expect(codesOf({ grossCarryDistributed: '61', netCarryDistributed: '55.00' })).toEqual([
      'FIGURES_DIFFER',
      'FIGURES_DIFFER',
    ]);
    expect(codesOf({ grossCarryDistributed: '60', netCarryDistributed: '60' })).toEqual([
      'NOT_RECONCILED',
      'FIGURES_DIFFER',
    ]);
  });
});

const withUnread = (runRequest: RunRequest): RunRequest => ({
  ...runRequest,
  sources: runRequest.sources.map((source) => ({
    ...source,
    unread: [{ participantId: 'ann', via: [], field: 'tax', text: 'tbd' }],
  })),
});

describe('a source that is not determined', () => {
  const figures = { gross: null, net: null, unallocated: null, numberOfParticipants: null };

  it.each([
    ['too much is allocated', request([detail('ann', { effectiveAllocation: '90' })]), facts()],
    ['a cell has no figure', withUnread(request()), facts()],
    [
      'nobody shares in it',
      request(),
      facts({ sources: new Map([['fund', { ...facts().sources.get('fund')!, profile: undefined }]]) }),
    ],
  ] as const)('has no figure, no row and no rest, and its run has no total, if %s', (_label, runRequest, runFacts) => {
    const { rows, outlines } = run(runRequest, runFacts);
    expect(rows.sources[0]).toMatchObject({ ...figures, details: [] });
    expect(rows.totals).toMatchObject({ ...figures, tax: null, escrow: null, netDistributable: '100.00' });
    expect([...outlines.keys()]).toEqual(['fund']);
    expect(() => reversedRows(rows, newId)).toThrow('must be determined');
  });
});

it("a source that is not determined is left out of the run's sums, which say how many sources they cover", () => {
  const runFacts = facts();
  const both = {
    ...runFacts,
    sources: new Map([...runFacts.sources, ['other', { ...runFacts.sources.get('fund')!, id: 'other' }]]),
  };
  const [source] = request().sources;
  const unread = withUnread(request([], { sources: [{ ...source!, sourceId: 'other' }] })).sources;
  const { rows } = run(request([], { sources: [source!, ...unread] }), both);
  expect(rows.totals.gross).toBeNull();
  expect(determinedPart(rows)).toMatchObject({
    numberOfSources: 2,
    numberDetermined: 1,
    numberTaxed: 1,
    netDistributable: '100.00',
    gross: '100.00',
    tax: '10.00',
    net: '90.00',
  });
  expect(determinedPart(run(request()).rows), 'all of it is determined').toBeNull();
});

describe('a source without the characterizations that a tax profile needs', () => {
  const runFacts = facts();
  const source = runFacts.sources.get('fund')!;
  const both: RunFacts = {
    ...runFacts,
    sources: new Map([
      ['fund', { ...source, taxProfileIds: ['gain'] }],
      ['other', { ...source, id: 'other' }],
    ]),
    taxProfiles: new Map([
      ...runFacts.taxProfiles,
      [
        'gain',
        { id: 'gain', subjectToCharacterization: true, rates: [{ characterizationId: 'c', rate: decimal('20') }] },
      ],
    ]),
  };
  const [requestedSource] = request().sources;
  const ofBoth = (...details: readonly DetailRequest[]) =>
    run(
      request([], {
        sources: [
          { ...requestedSource!, details },
          { ...requestedSource!, sourceId: 'other' },
        ],
      }),
      both,
    );

  it('has no tax and no net, and neither do its participants; the gross and the other source stay', () => {
    const { rows } = ofBoth();
    const [first, second] = rows.sources;
    expect([isTaxed(first!), isTaxed(second!)]).toEqual([false, true]);
    expect(untaxedLines(first!)).toEqual(new Set(first!.details.map(({ id }) => id)));
    expect(pathTotals(rows).map(({ figures }) => [figures?.gross, figures?.tax, figures?.net])).toEqual([
      ['120.00', null, null],
      ['80.00', null, null],
    ]);
    expect(determinedPart(rows)).toMatchObject({
      numberOfSources: 2,
      numberDetermined: 2,
      numberTaxed: 1,
      gross: '200.00',
      tax: '10.00',
      net: '90.00',
    });
    expect(proofOfRun(withoutTax(rows.totals))).toEqual({ adjustments: null, difference: null });
  });

  it('leaves the sums that need no tax to the run, if another source can’t be read', () => {
    const source = { ...requestedSource!, sourceId: 'other' };
    const [unread] = withUnread(request([], { sources: [source] })).sources;
    const { rows } = run(request([], { sources: [requestedSource!, unread!] }), both);
    expect(determinedPart(rows)).toMatchObject({
      numberOfSources: 2,
      numberDetermined: 1,
      numberTaxed: 0,
      netDistributable: '100.00',
      gross: '100.00',
      unallocated: '0.00',
      escrow: '0.00',
      tax: null,
      net: null,
    });
    const untaxed = { ...rows, sources: rows.sources.slice(0, 1) };
    expect(determinedPart(untaxed), 'the totals of the run are the same').toBeNull();
  });

  it('has the tax that was entered, and no tax on zero', () => {
    const { rows } = ofBoth(
      { participantId: 'ann', via: [], tax: '5' },
      { participantId: 'firm', via: [], effectiveAllocation: '0' },
    );
    expect(untaxedLines(rows.sources[0]!)).toEqual(new Set());
    expect(isTaxed(rows.sources[0]!)).toBe(true);
  });
});

describe('a reversal', () => {
  it('mirrors the result row by row', () => {
    const { rows } = run(request());
    const reversed = reversedRows(rows, newId);
    const figures = ({ sources }: typeof rows) =>
      sources.flatMap(({ details }) => details.map(({ participantId, gross, net }) => [participantId, gross, net]));
    expect(figures(rows).length).toBeGreaterThan(0);
    expect(figures(reversed)).toEqual(figures(rows).map(([id, gross, net]) => [id, `-${gross}`, `-${net}`]));
    expect(verifyReversal(reversed, rows).differences).toEqual([]);
    expect(verifyReversal(rows, rows).differences.length).toBeGreaterThan(0);
  });
});

it('names each source whose profile has other members of an entity than its current ones', () => {
  const fund = facts().sources.get('fund')!;
  const other = (id: string, memberMismatch: boolean) => ({
    ...fund,
    id,
    profile: { ...fund.profile!, entries: [share('ann', '60'), { ...share('firm', '40'), memberMismatch }] },
  });
  const sources = new Map(
    (
      [
        ['current', false],
        ['second', true],
        ['helios', true],
      ] as const
    ).map(([id, isMismatch]) => [id, other(id, isMismatch)]),
  );
  const [requested] = request().sources;
  const run = computeRun(
    request([], { sources: [...sources.keys()].map((sourceId) => ({ ...requested!, sourceId })) }),
    withAccruals(facts({ sources })),
    newId,
  );
  const found = runRemarks(run).filter(({ code }) => code === 'MEMBER_MISMATCH');
  expect(found.map(({ location }) => [location?.sourceId, location?.participantId])).toEqual([
    ['second', 'firm'],
    ['helios', 'firm'],
  ]);
});
