import { describe, expect, it } from 'vitest';
import { calendarDate, type Failures, ok } from '../../kernel/index.ts';
import {
  dataTransferLifecycle,
  decideArrival,
  decideTransfer,
  decideTransferAcceptance,
  decideTransferLink,
  decideUndo,
  hasPartnerTransfer,
  openPackage,
  packageChanges,
  transferAnswerFailures,
  type TransferPackage,
  undoFailures,
} from './index.ts';

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
  investor: { id: 'lake', code: 'LAKE', name: 'Lakeside' },
  funds: [
    {
      id: 'f1',
      code: 'F1',
      name: 'Fund I',
      currency: 'USD',
      vintageYear: null,
      fiscalYearEnd: '12-31',
      record: { status: 'OPEN' },
      version: 1,
      asOfSequence: 10,
      engineVersion: '1',
      figuresHash: 'h',
      figures: { nav: '100.00', irr: null, notDetermined: [] },
      earlierNavs: [],
      events: [],
      entries: [entry('e1', 'CALL-INV', '80.00', '2026-05-01')],
      capitalAccount: {},
      portfolio: null,
      reportingTemplate: null,
      holdings: [
        {
          id: 'h1',
          investment: { id: 'i1', code: 'OAK', name: 'Oak Mills', sector: null },
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

it('a data transfer is pending, completed or failed; declined, superseded or undone are additional states [U-T-038 M-T-054]', () => {
  const { states, events } = dataTransferLifecycle;
  expect(Object.keys(states)).toEqual(['PEND', 'COMP', 'FAIL', 'DECL', 'SUP', 'UNDO']);
  expect(events.acceptDataTransfer.button.message).toBe('Data transfer request accepted successfully.');
});

describe('the package of a data transfer', () => {
  it('is marked if a part of the commitment was bought or sold, until that is reversed', () => {
    const event = (id: string, kind: string, reversesId: string | null = null) => ({
      id,
      kind,
      date: '2026-05-01',
      bookedPeriod: '2026-06-30',
      amount: '10.00',
      paysFee: null,
      paysCarry: null,
      reversesId,
    });
    const bought = [event('1', 'CLOSE'), event('2', 'TRANSFER_IN')];
    expect(hasPartnerTransfer(bought.slice(0, 1))).toBe(false);
    expect(hasPartnerTransfer(bought)).toBe(true);
    expect(hasPartnerTransfer([...bought, event('3', 'TRANSFER_IN', '2')])).toBe(false);
  });
  it('is unchanged, complete, and belongs to its own request [U-T-053]', () => {
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

  it('lists the changes of a restated quarter: record fields, figures, added or removed entries, and holdings', () => {
    const [fund] = sent.funds;
    const restated: TransferPackage = {
      ...sent,
      funds: [
        {
          ...fund!,
          name: 'Fund One',
          version: 2,
          record: { status: 'CLOSED', finalCloseDate: '2026-06-30' },
          figures: { nav: '90.00', irr: '4.5', notDetermined: [{}] },
          entries: [...fund!.entries, entry('e2', 'DIST-INC', '10.00', '2026-06-15')],
          holdings: [
            {
              ...fund!.holdings[0]!,
              investment: { ...fund!.holdings[0]!.investment, sector: '10' },
              summary: { fairValue: '60.00', proceeds: null },
            },
          ],
        },
      ],
    };
    const subject = { fund: 'Fund One', currency: 'USD', company: null };
    expect(packageChanges(sent, restated)).toEqual([
      { ...subject, kind: 'record', item: 'name', before: 'Fund I', after: 'Fund One' },
      { ...subject, kind: 'record', item: 'status', before: 'OPEN', after: 'CLOSED' },
      { ...subject, kind: 'record', item: 'finalCloseDate', before: null, after: '2026-06-30' },
      { ...subject, kind: 'figure', item: 'nav', before: '100.00', after: '90.00' },
      { ...subject, kind: 'figure', item: 'irr', before: null, after: '4.5' },
      { ...subject, kind: 'entry', item: 'DIST-INC 2026-06-15', before: null, after: '10.00' },
      { ...subject, company: 'Oak Mills', kind: 'holding', item: 'sector', before: null, after: '10' },
      { ...subject, company: 'Oak Mills', kind: 'holding', item: 'fairValue', before: '70.00', after: '60.00' },
    ]);
    expect(packageChanges(sent, sent)).toEqual([]);
    expect(packageChanges(undefined, sent).every(({ before }) => before === null)).toBe(true);
    expect(packageChanges(restated, { ...sent, funds: [] }).every(({ after }) => after === null)).toBe(true);
  });

  it('can be undone within 30 days, the latest first', () => {
    const accepted = new Date('2026-07-01T00:00:00Z');
    const codes = (now: string, hasLater: boolean) =>
      undoFailures(accepted, new Date(now), hasLater).map(({ code }) => code);
    expect(codes('2026-07-31T00:00:00Z', false)).toEqual([]);
    expect(codes('2026-07-31T00:00:01Z', false)).toEqual(['UNDO_TOO_LATE']);
    expect(codes('2026-07-02T00:00:00Z', true)).toEqual(['BUILT_UPON']);
  });
});

describe('a decision on a transfer', () => {
  const codesOf = (decision: { mapErr(map: (failures: Failures) => unknown): unknown }) => {
    const codes: string[] = [];
    decision.mapErr((failures) => codes.push(...failures.map(({ code }) => code)));
    return codes;
  };

  it('belongs to the receiving tenant, on the version that it saw', () => {
    const codes = (isOurs: boolean, seen?: number) =>
      transferAnswerFailures({ isOurs, rowVersion: 2 }, seen).map(({ code }) => code);
    expect([codes(false), codes(false, 2)]).toEqual([[], []]);
    expect([codes(true, 1), codes(false, 1)]).toEqual([['OWN_REQUEST'], ['STALE_VERSION']]);
  });

  it('says why a failed transfer can no longer be accepted', () => {
    const transfer = { investorName: 'Ann', periodEnd: calendarDate('2026-03-31'), answer: 'The link was removed.' };
    expect(decideTransferAcceptance({ ...transfer, status: 'PEND' }).isOk()).toBe(true);
    expect(decideTransferAcceptance({ ...transfer, status: 'FAIL' })._unsafeUnwrapErr()).toMatchObject([
      { code: 'WRONG_STATE', detail: 'Data transfer of Ann for 03/31/2026 failed: The link was removed.' },
    ]);
    expect(decideTransferAcceptance({ ...transfer, status: 'DECL' })._unsafeUnwrapErr()[0]?.detail).toBe(
      'This isn’t possible while the status is Declined.',
    );
  });

  it('uses the accepted link that names the investor', () => {
    const links = [
      { status: 'PEND', investors: [{ id: 'ann' }] },
      { status: 'ACCEPT', investors: [{ id: 'ben' }] },
    ];
    const decide = (investorId: string) => decideTransferLink(links, ({ status }) => status, investorId);
    expect(decide('ben')._unsafeUnwrap()).toEqual({ link: links[1], investor: { id: 'ben' } });
    expect([codesOf(decide('ann')), codesOf(decide('eve'))]).toEqual([['NOT_LINKED'], ['NOT_LINKED']]);
  });

  it('fails if its package was altered or its link was removed', () => {
    const altered = openPackage(JSON.stringify(sent), 'other', claims);
    expect(decideArrival(ok(sent), true)._unsafeUnwrap()).toBe(sent);
    expect(decideArrival(ok(sent), false)._unsafeUnwrapErr()).toBe('The link was removed.');
    expect(decideArrival(altered, false)._unsafeUnwrapErr()).toBe(altered._unsafeUnwrapErr()[0]?.detail);
  });

  it('sends changed figures, and supersedes pending transfers', () => {
    const earlier = ['DECL', 'PEND', 'COMP'].map((status) => ({ status: status as 'PEND', packageHash: status }));
    const decide = (hash: string) => decideTransfer(earlier, ({ status }) => status, hash);
    expect(decide('new')._unsafeUnwrap()).toEqual([earlier[1]]);
    expect([codesOf(decide('COMP')), codesOf(decide('PEND'))]).toEqual([[], ['ALREADY_TRANSFERRED']]);
  });

  it('requires a reason to undo an accepted transfer', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const accepted = { status: 'COMP', acceptedAt: now, hasLater: false } as const;
    expect(decideUndo(accepted, 'Wrong fund', now)._unsafeUnwrap()).toBe('Wrong fund');
    for (const reason of [null, '\u200b'])
      expect(codesOf(decideUndo({ ...accepted, status: 'PEND' }, reason, now))).toEqual(['COMMENT_REQUIRED']);
    expect(codesOf(decideUndo({ ...accepted, status: 'PEND', hasLater: true }, 'x', now))).toEqual(['WRONG_STATE']);
    expect(codesOf(decideUndo({ ...accepted, hasLater: true }, 'x', now))).toEqual(['BUILT_UPON']);
  });
});
