import {
  err,
  type Failure,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
  significantText,
  zero,
} from '../kernel/index.ts';
import {
  type RequestedEntry,
  allocationKeys,
  type CommitmentEventKind,
  commitmentEventKinds,
  entryTypeCodes,
  entryTypeRule,
  isQuarterEnd,
  type Ledger,
  type LedgerEntry,
  postEntry,
  quarterEnd,
} from '../performance/ledger/index.ts';
import {
  computeVehicle,
  type Figures,
  moneyFigures,
  multipleFigures,
  rateFigures,
} from '../performance/period/index.ts';
import { multiplePolicies } from '../performance/return/index.ts';
import type { Json, JsonRecord } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { date, flag, list, money, choiceReader, optional, type ReadValue, record, text } from './reader.ts';

type Entry = ReadValue<typeof input.entries>[number];

const eventKinds = Object.keys(commitmentEventKinds) as CommitmentEventKind[];
const input = {
  asOf: date,
  policy: optional(choiceReader(...multiplePolicies)),
  commitments: list(record({ id: text, investorCode: text, isGp: optional(flag) })),
  events: list(
    record({
      commitmentId: text,
      kind: choiceReader(...eventKinds),
      date,
      amount: optional(money),
      paysFee: optional(flag),
      paysCarry: optional(flag),
      holdingId: optional(text),
    }),
  ),
  entries: list(
    record({
      type: choiceReader(...entryTypeCodes),
      amount: money,
      effective: date,
      key: optional(choiceReader(...allocationKeys)),
      holdingId: optional(text),
      securityId: optional(text),
      costRelieved: optional(money),
      isRecallable: optional(flag),
      isOutside: optional(flag),
      shares: optional(list(record({ commitmentId: text, amount: money, unfunded: optional(money) }))),
    }),
  ),
  valuations: optional(list(record({ securityId: text, date, fairValue: money }))),
};

export const ledgerCalculators = [
  defineCalculator({
    name: 'vehicle-ledger',
    summary: 'Split a vehicle’s entries over its commitments and compute its figures at a quarter end.',
    example: {
      asOf: '2021-12-31',
      commitments: [
        { id: 'a', investorCode: 'LP-A' },
        { id: 'gp', investorCode: 'GP', isGp: true },
      ],
      events: [
        { commitmentId: 'a', kind: 'CLOSE', date: '2021-01-01', amount: '900.00' },
        { commitmentId: 'gp', kind: 'CLOSE', date: '2021-01-01', amount: '100.00', paysFee: false },
      ],
      entries: [{ type: 'CALL-INV', amount: '500.00', effective: '2021-01-15' }],
    },
    input,
    rule: (inputs, explain) => {
      const wrong = unknownCommitments(inputs.events, inputs.commitments);
      if (!isQuarterEnd(inputs.asOf)) wrong.push(fail('PERIOD_NOT_WHOLE', ['asOf'], 'expected a quarter end'));
      if (wrong.length > 0) return err(wrong);
      const commitments = inputs.commitments.map(({ id, investorCode, isGp = false }) => ({ id, investorCode, isGp }));
      const events = inputs.events.map(({ amount = zero, paysFee, paysCarry, holdingId, ...event }, seq) => ({
        ...event,
        id: String(seq),
        amount,
        paysFee: paysFee ?? null,
        paysCarry: paysCarry ?? null,
        holdingId: holdingId ?? null,
        seq,
        reversalOf: null,
        booked: quarterEnd(event.date),
      }));
      const valuations = (inputs.valuations ?? []).map((valuation, seq) => ({
        ...valuation,
        seq,
        booked: quarterEnd(valuation.date),
      }));
      const untilThen = <T extends { readonly booked: string }>(all: readonly T[]) =>
        all.filter(({ booked }) => booked <= inputs.asOf);
      return posted(inputs.entries.map(requested), { commitments, events, entries: [], locked: new Set() }).map(
        ({ entries }) => {
          const securities = new Map(
            entries.flatMap(({ securityId, holdingId }) =>
              securityId === null || holdingId === null ? [] : [[securityId, { id: securityId, holdingId }]],
            ),
          );
          const [period] = computeVehicle(
            {
              vehicleId: 'vehicle',
              commitments,
              events: untilThen(events),
              entries: untilThen(entries),
              securities: [...securities.values()],
              valuations: untilThen(valuations),
              policy: inputs.policy ?? 'ILPA',
              navBasis: 'LEDGER',
              transfers: 'HISTORY',
            },
            inputs.asOf,
            { through: inputs.asOf, explain: explain?.within(['figures']) },
          );
          return {
            result: {
              entries: entries.map(({ type, amount, shares }) => ({
                type,
                amount: moneyText(amount),
                shares: shares.map((share) => ({
                  commitmentId: share.commitmentId,
                  amount: moneyText(share.amount),
                  ...(share.unfunded.isZero() ? {} : { unfunded: moneyText(share.unfunded) }),
                  ...(share.isMirror ? { isMirror: true } : {}),
                })),
              })),
              figures: (period?.subjects ?? []).map(({ subject, id, ...figures }) => ({
                subject,
                id,
                ...display(figures),
              })),
            },
          };
        },
      );
    },
  }),
];

function unknownCommitments(
  events: readonly { readonly commitmentId: string }[],
  commitments: readonly { readonly id: string }[],
): Failure[] {
  return events.flatMap(({ commitmentId }, i) =>
    commitments.some(({ id }) => id === commitmentId)
      ? []
      : [fail('COMMITMENT_UNKNOWN', ['events', i, 'commitmentId'], 'There is no such commitment.')],
  );
}

const requested = ({ type, amount, effective, key, shares = [], ...more }: Entry): RequestedEntry => ({
  type,
  amount,
  effective,
  key: key ?? entryTypeRule(type).key,
  holdingId: more.holdingId ?? null,
  securityId: more.securityId ?? null,
  noticeId: null,
  costRelieved: more.costRelieved ?? null,
  isRecallable: more.isRecallable ?? false,
  isOutside: more.isOutside ?? false,
  settledOn: effective,
  enteredShares: shares.map(({ commitmentId, amount: part, unfunded }) => ({
    commitmentId,
    amount: part,
    unfunded: unfunded ?? null,
  })),
});

/** Posts the entries in order. Each is checked against the ones before it. */
function posted(all: readonly RequestedEntry[], ledger: Ledger): Result<Ledger, Failures> {
  const entries: LedgerEntry[] = [];
  for (const [i, entry] of all.entries()) {
    const posting = postEntry(entry, { ...ledger, entries });
    if (posting.isErr())
      return err(posting.error.map((failure) => ({ ...failure, path: ['entries', i, ...failure.path] })));
    entries.push({ ...posting.value, id: String(i) });
  }
  return ok({ ...ledger, entries });
}

/** Formats the figures that apply. A rate that isn't annualized is marked, and an undetermined figure gives its reason. */
function display(figures: Figures): JsonRecord {
  const textsFor = <F extends keyof Figures>(names: readonly F[], text: (value: NonNullable<Figures[F]>) => string) =>
    names.flatMap((name) => {
      const value = figures[name];
      return value === null ? [] : [[name, text(value as NonNullable<Figures[F]>)] as const];
    });
  return Object.fromEntries<Json>([
    ...textsFor(moneyFigures, moneyText),
    ...textsFor(rateFigures, significantText),
    ...textsFor(multipleFigures, significantText),
    ...(figures.irrAnnualized === false ? [['irrAnnualized', false] as const] : []),
    ...(figures.grossIrrAnnualized === false ? [['grossIrrAnnualized', false] as const] : []),
    ...(figures.notDetermined.length === 0
      ? []
      : [['notDetermined', figures.notDetermined.map(({ field, code }) => ({ field, code }))] as const]),
  ]);
}
