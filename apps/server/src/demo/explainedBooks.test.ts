import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  moneyText,
  significantText,
  zero,
} from '@carrara/domain/kernel';
import {
  accountPeriods,
  bridgeOfAccount,
  statementDates,
  unfundedParts,
} from '@carrara/domain/performance/capitalAccount';
import {
  bookOn,
  type CountedPart,
  explainAccount,
  explainSubject,
  type PerformanceStep,
} from '@carrara/domain/performance/explanation';
import {
  computeInvestors,
  type FigureName,
  figureTexts,
  moneyFigures,
  multipleFigures,
  listNavs,
  rateFigures,
  rateUntil,
  type Subject,
  type VehicleLedger,
} from '@carrara/domain/performance/period';
import { vehicleStatement } from '@carrara/domain/performance/statement';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookFiles } from './bookFiles.fixture.ts';
import { buildLedger } from './bookLedger.fixture.ts';

const figures: readonly FigureName[] = [...moneyFigures, ...rateFigures, ...multipleFigures];
const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

interface Inputs {
  readonly input: (name: string) => Decimal;
  readonly text: (name: string) => string | null;
  readonly rest: (...named: readonly string[]) => Decimal;
  readonly counted: Decimal;
  readonly step: PerformanceStep;
}
const ratio = (above: Decimal, below: Decimal) => (below.isZero() ? null : above.div(below));
const ofLedger = ({ counted }: Inputs) => counted;
const rateOf =
  (value: string) =>
  ({ input: inputNamed, text, step }: Inputs) => {
    const end = text('lastDay') as CalendarDate;
    const flows = (step.facts ?? []).map((fact) => ({
      date: fact.kind === 'ENTRY' ? fact.record.effective : end,
      amount: fact.counted,
    }));
    return rateUntil(flows, inputNamed(value), end)._unsafeUnwrap()!.rate;
  };
const isNetted = ({ text }: Inputs) => text('policy') === 'NETTED';

/** Recomputes each formula using only the explanation's inputs. */
const again: Readonly<Record<string, (inputs: Inputs) => Decimal | null>> = {
  'performance.contributions': ({ input }) => input('called').minus(input('excess')),
  'performance.distributions': ({ input }) => input('permanent').plus(input('recallable')),
  'performance.unfunded': ({ input }) => input('commitment').plus(input('byEntries')),
  'performance.nav': ({ input }) => input('entries').plus(input('unrealized')),
  'performance.navBeforeCarry': ({ input }) => input('nav').minus(input('carryOwed')),
  'performance.unrealized': ({ rest }) => rest(),
  'performance.unrealizedOfSome': ({ rest }) => rest('gain'),
  'performance.gain': ({ input }) => input('fairValue').minus(input('cost')),
  'performance.sumOfSecurities': ({ rest }) => rest(),
  'performance.netIrr': rateOf('nav'),
  'performance.grossIrr': rateOf('fairValue'),
  'performance.grossMoic': ({ input }) =>
    ratio(sum([input('proceeds'), input('income'), input('fairValue')]), input('invested')),
  'performance.paidIn': (inputs) =>
    inputs
      .input('called')
      .minus(inputs.input('excess'))
      .minus(isNetted(inputs) ? inputs.input('recallable') : 0),
  'performance.distributed': (inputs) =>
    inputs.input('permanent').plus(isNetted(inputs) ? 0 : inputs.input('recallable')),
  'performance.dpi': ({ input }) => ratio(input('distributions'), input('contributions')),
  'performance.rvpi': ({ input }) => ratio(input('nav'), input('contributions')),
  'performance.pic': ({ input }) => ratio(input('paidIn'), input('commitment')),
  'performance.tvpi': ({ step }) => {
    const [dpi, rvpi] = step.children.map(valueAgain);
    return dpi && rvpi ? dpi.plus(rvpi) : null;
  },
  'performance.opening': ({ input }) => input('closing'),
  'performance.unrealizedRow': ({ input, counted }) => input('unrealized').minus(input('before')).plus(counted),
  'performance.bridgeStep': ({ step }) =>
    sum(step.inputs.map(({ name, value }) => decimal(value ?? '0').times(name.startsWith('less ') ? -1 : 1))),
  'performance.accountRow': ({ step }) =>
    sum(
      step.inputs
        .filter(({ name }) => name !== 'formula')
        .map(({ name, value }) => decimal(value ?? '0').times(name.startsWith('less ') ? -1 : 1)),
    ),
  'performance.unrealizedShare': ({ input, step }) => {
    // Remainders of a cent are assigned by investor code, so a share is within a cent of its part.
    const part = input('allCommitments').isZero()
      ? zero
      : input('gain').minus(input('gainThen')).times(input('commitment')).div(input('allCommitments'));
    const share = decimal(step.result ?? '0');
    return share.minus(input('shareThen')).minus(part).abs().lt('0.01') ? share : null;
  },
};

function valueAgain(step: PerformanceStep): Decimal | null {
  const { inputs } = step;
  const text = (name: string) => inputs.find((input) => input.name === name)?.value ?? null;
  const numbers = (some: typeof inputs) => sum(some.map(({ value }) => decimal(value ?? '0')));
  const readInputs: Inputs = {
    input: (name) => decimal(text(name) ?? '0'),
    text,
    rest: (...named) => numbers(inputs.filter(({ name }) => !named.includes(name))),
    counted: sum((step.facts ?? []).map(({ counted }) => counted)),
    step,
  };
  return (again[step.formula] ?? ofLedger)(readInputs);
}

/**
 * Returns the steps of an explanation that don't follow from their own inputs. A step that several figures share is
 * checked once.
 */
function wrongIn(step: PerformanceStep, visible: Set<string>): readonly string[] {
  const key = step.path.join(' ');
  if (visible.has(key)) return [];
  visible.add(key);
  const own = step.result === null ? null : valueAgain(step);
  const is = own === null ? null : step.unit === 'money' ? own.toFixed(2) : significantText(own);
  return [
    ...(step.result === is
      ? []
      : [`${step.path.join(' ')} ${step.formula}: ${String(step.result)}, again ${String(is)}`]),
    ...step.children.flatMap((child) => wrongIn(child, visible)),
  ];
}

describe('in the demo’s quarter', () => {
  const books = new Map<string, VehicleLedger>();
  const end = calendarDate('2026-06-30');
  const ids = (ledger: VehicleLedger) => new Set(ledger.commitments.map(({ id }) => id));

  beforeAll(async () => {
    for (const files of await bookFiles()) books.set(files.code, buildLedger(files));
  });

  const explain = (subject: Subject, id: string, parts: readonly CountedPart[], coversAllPartners = false) => {
    const explained = explainSubject({ subject, id, end, parts, nameOf: (name) => name, coversAllPartners })!;
    const texts = figureTexts(explained.figures);
    const { distributions, contributions } = explained.figures;
    const flows = explained.tree('irr')?.facts;
    // Amounts are the sums of exactly the cash that the rate counts.
    if (flows !== undefined)
      expect(moneyText(sum(flows.map(({ counted }) => counted)))).toBe(moneyText(distributions!.minus(contributions!)));
    const seen = new Set<string>();
    return figures.flatMap((name) => {
      const tree = explained.tree(name);
      if (tree === undefined) return texts[name] === null ? [] : [`${id} ${name} is not explained`];
      const is =
        tree.unit === 'rate' && tree.result !== null ? significantText(decimal(tree.result).times(100)) : tree.result;
      return [
        ...(is === texts[name] ? [] : [`${id} ${name}: ${String(is)}, shown ${String(texts[name])}`]),
        ...wrongIn(tree, seen),
      ];
    });
  };

  it('every figure equals its explanation to the last digit: funds, holdings and commitments, down to the ledger', () => {
    for (const ledger of books.values()) {
      const book = bookOn(ledger, end)!;
      for (const { subject, id, ...texts } of book.subjects) {
        const counted = subject === 'COMMITMENT' ? new Set([id]) : ids(ledger);
        const parts = [{ book, ids: counted }];
        const explainedOn = (coversAllPartners: boolean) =>
          explainSubject({ subject, id, end, parts, nameOf: (name) => name, coversAllPartners })!.figures;
        expect(explain(subject, id, parts)).toEqual([]);
        if (subject !== 'VEHICLE') {
          expect(figureTexts(explainedOn(false))).toEqual(figureTexts(texts));
          continue;
        }
        // The stored amounts are those of all partners, and the rates those of the fee-paying limited partners. Each
        // basis has both.
        expect(explain(subject, id, parts, true)).toEqual([]);
        const [own, all] = [explainedOn(false), explainedOn(true)];
        for (const name of moneyFigures) expect([name, all[name]]).toEqual([name, texts[name]]);
        for (const name of [...rateFigures, ...multipleFigures]) expect([name, own[name]]).toEqual([name, texts[name]]);
        for (const { distributions, nav, contributions, tvpi } of [own, all])
          expect(distributions!.plus(nav!).div(contributions!).toFixed(10)).toBe(tvpi!.toFixed(10));
      }
    }
  });

  it('every row of a capital account and every step of the NAV bridge equals its explanation', () => {
    const ledger = books.get('ARP-III')!;
    const book = bookOn(ledger, end)!;
    const dates = statementDates(end, '12-31');
    const investorId = ledger.commitments.find(({ isGp }) => !isGp)!.id;
    const shares = ledger.entries.flatMap(({ type, booked, shares: all }) =>
      all.map((share) => ({ ...share, type, booked })),
    );
    const stated = {
      ...ledger,
      shares,
      securities: ledger.securities.map((security) => ({ ...security, kind: 'EQUITY' as const })),
      trades: ledger.entries.filter(({ holdingId, type }) => holdingId !== null && (type === 'BUY' || type === 'SELL')),
    };
    const statement = vehicleStatement(stated, dates);
    for (const [account, counted] of [
      [statement.fund, ids(ledger)],
      [statement.partners.get(investorId)!, new Set([investorId])],
    ] as const) {
      const tree = explainAccount({ part: { book, ids: counted }, dates, nameOf: (name) => name });
      const seen = new Set<string>();
      for (const period of accountPeriods) {
        for (const [row, amount] of account[period]) {
          // Parts of row 113 are explained by its own entries.
          if (row in unfundedParts) continue;
          const step = tree([period, row])!;
          expect([period, row, step.result]).toEqual([period, row, moneyText(amount)]);
          expect(wrongIn(step, seen)).toEqual([]);
        }
        const { opening, steps, closing } = bridgeOfAccount(account[period]);
        for (const [name, amount] of Object.entries({ opening, ...steps, closing })) {
          const step = tree(['bridge', period, name])!;
          expect([period, name, step.result]).toEqual([period, name, moneyText(amount)]);
          expect(wrongIn(step, seen)).toEqual([]);
        }
      }
    }
  });

  it('every pooled figure of an investor over all vehicles equals its explanation', () => {
    const [first, ...others] = [...books.values()].map((ledger) => bookOn(ledger, end)!);
    const investor = first!.ledger.commitments.find(
      (commitment) => !commitment.isGp && others.some(({ capital }) => capital.has(commitment.id)),
    )!.id;
    const pooled = computeInvestors({
      policy: 'ILPA',
      from: end,
      commitments: [first!, ...others].flatMap(({ ledger, capital }) => {
        const own = capital.get(investor);
        const flows = own?.flows.map((flow) => ({ ...flow, booked: end })) ?? [];
        return own === undefined
          ? []
          : [
              {
                investorId: investor,
                vehicleId: ledger.vehicleId,
                flows,
                periods: [
                  { end, capital: { ...own, flows: [] }, nav: listNavs(ledger, capital, end).sumFor([investor]) },
                ],
              },
            ];
      }),
    }).find(({ id }) => id === investor)!;
    const parts = [first!, ...others]
      .filter(({ capital }) => capital.has(investor))
      .map((book) => ({ book, ids: new Set([investor]) }));
    const explained = explainSubject({ subject: 'INVESTOR', id: investor, end, parts, nameOf: (name) => name })!;
    expect(figureTexts(explained.figures)).toEqual(figureTexts(pooled));
    expect(explain('INVESTOR', investor, parts)).toEqual([]);
  });
});
