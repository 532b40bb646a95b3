import { describe, expect, it } from 'vitest';
import { dataTransferLifecycle, openPackage, packageChanges, type TransferPackage, undoFailures } from './index.ts';

const entry = (id: string, type: string, amount: string, effectiveDate: string) => ({
  id,
  type,
  amount,
  unfunded: '0.00',
  effectiveDate,
  bookedPeriod: '2026-06-30',
  isRecallable: false,
  isOutside: false,
  settledOn: null,
  reversesId: null,
});
const sent: TransferPackage = {
  format: 1,
  documents: [],
  linkId: 'link',
  periodEnd: '2026-06-30',
  investor: { id: 'lake', name: 'Lakeside' },
  funds: [
    {
      id: 'f1',
      code: 'F1',
      name: 'Fund I',
      currency: 'USD',
      vintageYear: null,
      initialCloseDate: null,
      fiscalYearEnd: '12-31',
      version: 1,
      knownSeq: 10,
      engineVersion: '1',
      figuresHash: 'h',
      figures: { nav: '100.00', irr: null, notDetermined: [] },
      events: [],
      entries: [entry('e1', 'CALL-INV', '80.00', '2026-05-01')],
      capitalAccount: {},
      portfolio: null,
      reportingTemplate: null,
      holdings: [
        {
          id: 'h1',
          investment: { id: 'i1', code: 'OAK', name: 'Oak Mills' },
          summary: { fairValue: '70.00', proceeds: null },
          company: { isPublic: false },
          metrics: null,
        },
      ],
      documents: [],
    },
  ],
};
const claims = { linkId: 'link', investorId: 'lake', periodEnd: '2026-06-30', hash: 'good' };

it('a data transfer is pending, completed or failed; declined, superseded or undone are our own [U-T-038 M-T-054]', () => {
  const { states, events } = dataTransferLifecycle;
  expect(Object.keys(states)).toEqual(['PEND', 'COMP', 'FAIL', 'DECL', 'SUP', 'UNDO']);
  expect(events.acceptDataTransfer.button.told).toBe('Data transfer request accepted successfully.');
});

describe('the package of a data transfer', () => {
  it('is the one that was sent, whole, and of its own request [U-T-053]', () => {
    const text = JSON.stringify(sent);
    expect(openPackage(text, 'good', claims)._unsafeUnwrap()).toEqual(sent);
    const refusals = [
      openPackage(text, 'other', claims),
      openPackage(text, 'good', { ...claims, linkId: 'another' }),
      openPackage(text, 'good', { ...claims, investorId: 'another' }),
      openPackage(text, 'good', { ...claims, periodEnd: '2026-03-31' }),
      openPackage(JSON.stringify({ ...sent, format: 2 }), 'good', claims),
    ];
    for (const refusal of refusals) expect(refusal._unsafeUnwrapErr()[0]?.code).toBe('PACKAGE_CHANGED');
    expect(refusals.at(-1)?._unsafeUnwrapErr()[0]?.detail).toBe(
      'The package was created by a later version of Carrara. Upgrade Carrara first.',
    );
  });

  it('says what a restated quarter changed: each figure, entries that came or went, and what is told of holdings', () => {
    const [fund] = sent.funds;
    const restated: TransferPackage = {
      ...sent,
      funds: [
        {
          ...fund!,
          version: 2,
          figures: { nav: '90.00', irr: '4.5', notDetermined: [{}] },
          entries: [...fund!.entries, entry('e2', 'DIST-INC', '10.00', '2026-06-15')],
          holdings: [{ ...fund!.holdings[0]!, summary: { fairValue: '60.00', proceeds: null } }],
        },
      ],
    };
    const of = { fund: 'Fund I', currency: 'USD', company: null };
    expect(packageChanges(sent, restated)).toEqual([
      { ...of, kind: 'figure', what: 'nav', before: '100.00', after: '90.00' },
      { ...of, kind: 'figure', what: 'irr', before: null, after: '4.5' },
      { ...of, kind: 'entry', what: 'DIST-INC 2026-06-15', before: null, after: '10.00' },
      { ...of, company: 'Oak Mills', kind: 'holding', what: 'fairValue', before: '70.00', after: '60.00' },
    ]);
    expect(packageChanges(sent, sent)).toEqual([]);
    expect(packageChanges(undefined, sent).map(({ before }) => before)).toEqual([null, null, null, null]);
    expect(packageChanges(restated, { ...sent, funds: [] }).every(({ after }) => after === null)).toBe(true);
  });

  it('is undone within 30 days, the latest first', () => {
    const accepted = new Date('2026-07-01T00:00:00Z');
    const codes = (now: string, hasLater: boolean) =>
      undoFailures(accepted, new Date(now), hasLater).map(({ code }) => code);
    expect(codes('2026-07-31T00:00:00Z', false)).toEqual([]);
    expect(codes('2026-07-31T00:00:01Z', false)).toEqual(['UNDO_TOO_LATE']);
    expect(codes('2026-07-02T00:00:00Z', true)).toEqual(['BUILT_UPON']);
  });
});
