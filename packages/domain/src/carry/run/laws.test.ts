import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, type Decimal, decimal, moneyText, sumOfMoney, toCents } from '../../kernel/index.ts';
import { exactDistribution, type PlainInput, type PlainRow } from '../../testing/index.ts';
import {
  computeDistribution,
  computeDistributionAt,
  type DetailRow,
  type DistributionInputJson,
  type DistributionResult,
  type DistributionInput,
  type FigureTexts,
  distributionInputFromJson,
  distributionInputToJson,
  distributionResultToJson,
  ENGINE_VERSION,
  isDetermined,
  proofOfRun,
  pathTotals,
  reversedRows,
  type RunRows,
  runRows,
  sourceFigures,
} from './index.ts';
import { checkReconciliation } from './reconciliation.fixture.ts';
import { randomDistribution } from './randomDistribution.fixture.ts';
import { caseCount } from '../../testing/index.ts';

const runs = { numRuns: caseCount({ quick: 40, all: 200 }) };
const patience = 60_000 + 5 * runs.numRuns;

const inputOf = (plain: PlainInput) => distributionInputFromJson(plain as DistributionInputJson);

/** Failures that a random input may cause. Everything else must compute. */
const POSSIBLE = new Set(['ADJUSTMENT_CONFLICT', 'ADJUSTMENT_NOT_SPLITTABLE']);

function forEveryDistribution(law: (result: DistributionResult, plain: PlainInput) => void) {
  fc.assert(
    fc.property(randomDistribution, (plain) => {
      const computed = computeDistribution(inputOf(plain));
      if (computed.isOk()) law(computed.value, plain);
      else expect(computed.error.map(({ code }) => code).filter((code) => !POSSIBLE.has(code))).toEqual([]);
    }),
    runs,
  );
}

function leaves(result: DistributionResult): readonly PlainRow[] {
  const below = (source: string, row: DetailRow, via: readonly string[]): readonly PlainRow[] => {
    const ids = [...via, row.participantId];
    if (row.members !== undefined) return row.members.flatMap((member) => below(source, member, ids));
    return [
      {
        source,
        path: ids,
        gross: toCents(row.gross),
        taxRows: row.taxAllocations.map(({ amount }) => toCents(amount)),
        tax: toCents(row.tax),
        escrow: toCents(row.escrow),
        loan: toCents(row.loanRepayment),
        other: toCents(row.otherAdjustment),
        net: toCents(row.net),
      },
    ];
  };
  return result.sources.flatMap(({ id, details }) => details.flatMap((row) => below(id, row, [])));
}

function storedRows(result: DistributionResult, input: DistributionInput): RunRows {
  const sources = input.sources.map(({ id, netDistributableAmount }) => ({
    id,
    sourceId: id,
    type: 'Fund' as const,
    profileId: null,
    defaultEscrow: null,
    characterizations: [],
    netDistributableAmount: moneyText(netDistributableAmount),
    isUnread: false,
  }));
  let next = 0;
  return runRows(sources, input, result, new Map(), () => String(next++));
}

/** Returns all amounts of stored rows: those of each row, its taxes, each source and the totals. */
function amountsOf({ sources, totals }: RunRows): readonly (readonly (string | null)[])[] {
  const six = ({
    gross,
    tax,
    escrow,
    loanRepayment,
    otherAdjustment,
    net,
  }: { readonly [K in keyof FigureTexts]: string | null }) => [gross, tax, escrow, loanRepayment, otherAdjustment, net];
  return [
    [...six(totals), totals.netDistributable, totals.unallocated],
    ...sources.flatMap((source) => [
      [source.netDistributableAmount, source.gross, source.adjustments, source.net, source.unallocated],
      ...source.details.map((line) => [...six(line), ...line.taxes.map(({ amount }) => amount)]),
    ]),
  ];
}

const turned = (amount: string | null) => (amount === null ? null : moneyText(decimal(amount).negated()));

describe('for every distribution', { timeout: patience }, () => {
  it('M02: each cell equals that of an independent exact engine', () => {
    forEveryDistribution((result, plain) => {
      expect(leaves(result)).toEqual(exactDistribution(plain));
    });
  });

  it('gross equals net plus all deductions, in each row, participant, source and total', () => {
    forEveryDistribution((result) => {
      expect(checkReconciliation(result)).toEqual([]);
    });
  });

  it('a source is paid in full except for its displayed unallocated rest', () => {
    forEveryDistribution((result, plain) => {
      result.sources.forEach(({ gross, unallocated }, i) => {
        expect(moneyText(gross.plus(unallocated))).toBe(moneyText(decimal(plain.sources[i]!.netDistributableAmount)));
      });
    });
  });

  it('the order of the sources changes no cent', () => {
    forEveryDistribution((result, plain) => {
      const turned = { ...plain, sources: [...plain.sources].reverse() };
      const other = computeDistribution(inputOf(turned))._unsafeUnwrap();
      expect(texts(other.participants)).toEqual(texts(result.participants));
      expect(texts([...other.sources].reverse())).toEqual(texts(result.sources));
    });
  });

  it('a reversal mirrors every stored figure, and the two sum to zero', () => {
    forEveryDistribution((result, plain) => {
      const rows = storedRows(result, inputOf(plain));
      if (!isDetermined(rows.totals)) return;
      const reversal = reversedRows(rows, () => '');
      expect(amountsOf(reversal)).toEqual(amountsOf(rows).map((amounts) => amounts.map(turned)));
      expect(amountsOf(reversedRows(reversal, () => ''))).toEqual(amountsOf(rows));
      expect(reversal.totals.numberOfParticipants).toBe(rows.totals.numberOfParticipants);
    });
  });

  it("each participant's rows add up to the verified totals", () => {
    forEveryDistribution((result, plain) => {
      const rows = storedRows(result, inputOf(plain));
      if (!isDetermined(rows.totals)) return;
      expect(proofOfRun(rows.totals)).toMatchObject({ difference: '0.00' });
      const reached = pathTotals(rows);
      for (const name of ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const) {
        expect(sumOfMoney(reached.map(({ figures }) => figures![name]!))).toBe(rows.totals[name]);
        const ofSources = rows.sources.map(({ details }) => sourceFigures(details)[name]);
        expect(sumOfMoney(ofSources)).toBe(rows.totals[name]);
      }
    });
  });

  it('the stored input always gives the same figures again', () => {
    forEveryDistribution((result, plain) => {
      const stored = JSON.parse(JSON.stringify(distributionInputToJson(inputOf(plain)))) as DistributionInputJson;
      const again = computeDistributionAt(ENGINE_VERSION, distributionInputFromJson(stored))._unsafeUnwrap();
      expect(distributionResultToJson(again)).toEqual(distributionResultToJson(result));
    });
  });

  it('explaining changes no figure, and the explained figures equal the result', () => {
    forEveryDistribution((result, plain) => {
      const explanations = createExplanations();
      const explained = computeDistribution(inputOf(plain), explanations)._unsafeUnwrap();
      expect(distributionResultToJson(explained)).toEqual(distributionResultToJson(result));
      for (const { path, result: text, unit } of explanations.list()) {
        const displayed = path.reduce(
          (at: unknown, step) => (at as Record<string, unknown> | undefined)?.[step],
          result,
        );
        if (displayed !== undefined && unit === 'money') expect(text).toBe(moneyText(displayed as Decimal));
      }
    });
  });
});

function texts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
