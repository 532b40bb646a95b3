import {
  accrualEnds,
  preferredReturnStarts,
  bases,
  type Balances,
  type ClawbackResult,
  compoundings,
  computeWaterfall,
  dayCounts,
  defaultReturnFirst,
  type InvestmentValue,
  preferredBases,
  preferredTier,
  returnFirstPolicies,
  taxMethods,
  type Tier,
  tierKinds,
  type WaterfallFlow,
  type WaterfallInput,
  type WaterfallRequest,
  type WaterfallResult,
  type WaterfallTerms,
} from '../performance/waterfall/index.ts';
import { proposedCarry } from '../performance/carryPosition/index.ts';
import { type Decimal, err, fail, type Failure, moneyText, numberText, type Path, zero } from '../kernel/index.ts';
import type { JsonRecord } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import {
  date,
  figure,
  flag,
  list,
  money,
  nullable,
  choiceReader,
  optional,
  type ReadValue,
  record,
  text,
  wholeNumberReader,
} from './reader.ts';

const tier = record({
  kind: choiceReader(...tierKinds),
  rate: optional(figure),
  compounding: optional(choiceReader(...compoundings)),
  dayCount: optional(choiceReader(...dayCounts)),
  from: optional(choiceReader(...preferredReturnStarts)),
  to: optional(choiceReader(...accrualEnds)),
  base: optional(choiceReader(...preferredBases)),
  gpShare: optional(figure),
  target: optional(figure),
  until: optional(record({ irr: optional(figure), multiple: optional(figure) })),
});
const override = record({
  partner: optional(text),
  class: optional(text),
  from: optional(date),
  rate: optional(figure),
  carry: optional(figure),
  exempt: optional(flag),
});
const terms = record({
  basis: optional(choiceReader(...bases)),
  returnFirst: optional(choiceReader(...returnFirstPolicies)),
  tiers: optional(list(tier)),
  pools: optional(list(record({ id: text, investments: list(text) }))),
  recipients: optional(list(record({ id: text, share: figure }))),
  recallable: optional(record({ reducesCapital: optional(flag), preferredRunsOn: optional(flag) })),
  overrides: optional(list(override)),
  taxDistribution: optional(
    record({
      rate: figure,
      incomes: list(
        record({ year: wholeNumberReader(1900, 2200), recipient: optional(text), amount: money, source: text }),
      ),
    }),
  ),
  escrow: optional(
    record({
      percent: figure,
      release: optional(choiceReader('DATE', 'NAV_COVERAGE', 'DECISION')),
      date: optional(date),
      coverage: optional(figure),
      released: optional(money),
    }),
  ),
  clawback: optional(
    record({
      policy: optional(choiceReader('NONE', 'FINAL', 'INTERIM')),
      dates: optional(list(date)),
      tax: optional(record({ method: optional(choiceReader(...taxMethods)), rate: optional(figure) })),
      guarantee: optional(choiceReader('SEVERAL', 'JOINT')),
    }),
  ),
});
const flow = record({
  date: nullable(date),
  due: optional(date),
  since: optional(date),
  partner: optional(text),
  investment: optional(text),
  amount: money,
  to: optional(choiceReader('GP', 'LP')),
  fee: optional(flag),
  recallable: optional(flag),
  equalization: optional(flag),
  recipient: optional(text),
  cost: optional(money),
  currency: optional(text),
});
const input = {
  terms,
  currency: optional(text),
  flows: list(flow),
  commitments: optional(
    list(record({ partner: text, amount: money, paysCarry: optional(flag), class: optional(text) })),
  ),
  investments: optional(
    list(record({ id: text, cost: optional(money), fairValue: optional(money), date: optional(date) })),
  ),
  distribution: optional(
    record({ date: nullable(date), investment: optional(text), amount: money, cost: optional(money) }),
  ),
  liquidation: optional(
    record({
      date: nullable(date),
      rows: optional(record({ opening: money, paid: money, newlyEscrowed: money, clawback: money })),
    }),
  ),
  clawback: optional(
    record({
      date: nullable(date),
      participants: optional(list(record({ id: text, received: money, escrowBalance: optional(money) }))),
    }),
  ),
};
type Terms = ReadValue<typeof terms>;
type Flow = ReadValue<typeof flow>;
type Rule = Parameters<Parameters<typeof defineCalculator<typeof input>>[0]['rule']>[0];

export const waterfallCalculators = [
  defineCalculator({
    name: 'waterfall',
    summary:
      'Distribute proceeds, or a fund at its fair value, through the tiers of a waterfall, or compute a clawback.',
    example: {
      terms: {
        basis: 'WHOLE_FUND',
        tiers: [
          { kind: 'RETURN_OF_CAPITAL' },
          { kind: 'PREFERRED_RETURN', rate: '8', compounding: 'SIMPLE', dayCount: 'ACT/365' },
          { kind: 'CATCH_UP', gpShare: '100', target: '20' },
          { kind: 'SPLIT', gpShare: '20' },
        ],
        clawback: { policy: 'FINAL', tax: { method: 'NONE' } },
      },
      flows: [{ date: '2023-01-01', partner: 'LP1', investment: 'A', amount: '-100.00' }],
      distribution: { date: '2024-01-01', investment: 'A', amount: '150.00' },
    },
    input,
    strict: ['terms'],
    rule: (values, explain) => {
      const repeated = repeatedRows(values);
      if (repeated.length > 0) return err(repeated);
      const request = requestOf(values);
      if (request === null)
        return err([
          fail(
            'REQUIRED',
            ['distribution'],
            'Enter exactly one of these: a distribution, a liquidation or a clawback.',
          ),
        ]);
      const valuations = (values.investments ?? []).map(
        ({ id, ...value }): InvestmentValue => ({
          id,
          cost: value.cost ?? null,
          fairValue: value.fairValue ?? null,
          date: value.date ?? null,
        }),
      );
      const waterfall: WaterfallInput = {
        terms: termsOf(values.terms),
        flows: values.flows.map(flowOf),
        commitments: (values.commitments ?? []).map(({ paysCarry, class: partnerClass, ...commitment }) => ({
          ...commitment,
          paysCarry: paysCarry ?? true,
          partnerClass: partnerClass ?? null,
        })),
        investments: lastValues(valuations),
        valuations,
        currency: values.currency ?? null,
        request,
      };
      return computeWaterfall(waterfall, explain).map((result) => ({
        result: { ...resultJson(result, waterfall.terms), ...proposal(values, result) },
      }));
    },
  }),
];

/** Finds rows that are listed twice, of which only one would count. Values of an investment differ by their day. */
function repeatedRows({ terms: agreed, investments, clawback }: Rule): Failure[] {
  const twice = (path: Path, keys: readonly string[]) =>
    keys.flatMap((key, i) => (keys.indexOf(key) < i ? [fail('DUPLICATE', [...path, i], 'It is listed twice.')] : []));
  return [
    ...twice(['terms', 'recipients'], agreed.recipients?.map(({ id }) => id) ?? []),
    ...twice(
      ['terms', 'taxDistribution', 'incomes'],
      agreed.taxDistribution?.incomes.map(({ year, recipient = 'GP' }) => `${String(year)} ${recipient}`) ?? [],
    ),
    ...twice(['investments'], investments?.map(({ id, date: day }) => `${day ?? ''} ${id}`) ?? []),
    ...twice(['clawback', 'participants'], clawback?.participants?.map(({ id }) => id) ?? []),
  ];
}

/** Returns the last value of each investment. Earlier ones are write-downs and write-ups of their days. */
const lastValues = (values: readonly InvestmentValue[]): readonly InvestmentValue[] =>
  values.filter(
    (value, i) =>
      !values.some((other, j) => other.id === value.id && (isLater(other, value) || (j > i && !isLater(value, other)))),
  );

const isLater = (a: InvestmentValue, b: InvestmentValue): boolean =>
  b.date !== null && (a.date === null || a.date > b.date);

function requestOf({ distribution, liquidation, clawback }: Rule): WaterfallRequest | null {
  if ([distribution, liquidation, clawback].filter((entry) => entry !== undefined).length !== 1) return null;
  if (distribution !== undefined)
    return {
      kind: 'DISTRIBUTION',
      date: distribution.date,
      investment: distribution.investment ?? null,
      amount: distribution.amount,
      cost: distribution.cost ?? null,
    };
  if (liquidation !== undefined) return { kind: 'LIQUIDATION', date: liquidation.date };
  return {
    kind: 'CLAWBACK',
    date: clawback?.date ?? null,
    receivers: (clawback?.participants ?? []).map(({ escrowBalance, ...receiver }) => ({
      ...receiver,
      escrowBalance: escrowBalance ?? zero,
    })),
  };
}

function termsOf(read: Terms): WaterfallTerms {
  const { escrow, clawback, taxDistribution } = read;
  return {
    basis: read.basis ?? null,
    returnFirst: read.returnFirst ?? null,
    tiers: (read.tiers ?? []).map(tierOf),
    pools: read.pools ?? [],
    recipients: read.recipients ?? [],
    recallable: {
      reducesCapital: read.recallable?.reducesCapital ?? true,
      preferredRunsOn: read.recallable?.preferredRunsOn ?? false,
    },
    overrides: (read.overrides ?? []).map((letter) => ({
      partner: letter.partner ?? null,
      partnerClass: letter.class ?? null,
      from: letter.from ?? null,
      rate: letter.rate ?? null,
      carry: letter.carry ?? null,
      isExempt: letter.exempt ?? false,
    })),
    taxDistribution:
      taxDistribution === undefined
        ? null
        : {
            rate: taxDistribution.rate,
            incomes: taxDistribution.incomes.map((income) => ({ ...income, recipient: income.recipient ?? 'GP' })),
          },
    escrow:
      escrow === undefined
        ? null
        : {
            percent: escrow.percent,
            release: escrow.release ?? 'DECISION',
            date: escrow.date ?? null,
            coverage: escrow.coverage ?? null,
            released: escrow.released ?? zero,
          },
    clawback: {
      policy: clawback?.policy ?? 'FINAL',
      dates: clawback?.dates ?? [],
      tax: { method: clawback?.tax?.method ?? 'NONE', rate: clawback?.tax?.rate ?? null },
      guarantee: clawback?.guarantee ?? 'SEVERAL',
    },
  };
}

function tierOf(read: ReadValue<typeof tier>): Tier {
  const gpShare = read.gpShare ?? null;
  switch (read.kind) {
    case 'RETURN_OF_CAPITAL':
      return { kind: read.kind };
    case 'PREFERRED_RETURN':
      return {
        kind: read.kind,
        rate: read.rate ?? null,
        compounding: read.compounding ?? 'ANNUAL',
        dayCount: read.dayCount ?? 'ACT/365',
        from: read.from ?? 'CASH_DATE',
        to: read.to ?? 'DISTRIBUTION_DATE',
        base: read.base ?? 'CAPITAL_AND_FEES',
      };
    case 'CATCH_UP':
      return { kind: read.kind, gpShare, target: read.target ?? null };
    case 'SPLIT': {
      const { until } = read;
      const hurdle = until === undefined ? null : { irr: until.irr ?? null, multiple: until.multiple ?? null };
      return { kind: read.kind, gpShare, until: hurdle };
    }
  }
}

function flowOf({ to, amount, ...read }: Flow): WaterfallFlow {
  const isRefund = read.since !== undefined && amount.gt(0);
  const isContribution = to !== 'GP' && (amount.lt(0) || isRefund);
  return {
    date: read.date,
    due: read.due ?? null,
    since: read.since ?? null,
    kind: to === 'GP' ? 'CARRY' : isContribution ? 'CONTRIBUTION' : 'DISTRIBUTION',
    partner: read.partner ?? null,
    investment: read.investment ?? null,
    amount: isContribution ? amount.negated() : amount,
    isFee: read.fee ?? false,
    isRecallable: read.recallable ?? false,
    isEqualizationInterest: read.equalization ?? false,
    recipient: read.recipient ?? null,
    cost: read.cost ?? null,
    currency: read.currency ?? null,
  };
}

const split = ({ lp, gp }: { readonly lp: Decimal; readonly gp: Decimal }) => ({
  lp: moneyText(lp),
  gp: moneyText(gp),
});

const balancesJson = (balances: Balances) => ({
  unreturnedCapital: moneyText(balances.unreturnedCapital),
  unpaidPreferredReturn: moneyText(balances.unpaidPreferredReturn),
  cumulativeProfit: moneyText(balances.cumulativeProfit),
  carry: moneyText(balances.carry),
  gpShare: balances.gpShare === null ? null : numberText(balances.gpShare),
  advance: moneyText(balances.advance),
});

function resultJson(result: WaterfallResult, agreed: WaterfallTerms): JsonRecord {
  const { balances, clawback, escrow } = result;
  return {
    ...split(result),
    tiers: result.tiers.map((entry) => ({ kind: entry.kind, ...split(entry) })),
    partners: result.partners.map((entry) => ({ id: entry.id, ...split(entry) })),
    details: result.details.map(({ partner, investment, tier: position, kind, ...entry }) => ({
      partner,
      investment,
      tier: position,
      kind,
      ...split(entry),
    })),
    balances: {
      ...balancesJson(balances),
      partners: balances.partners.map((entry) => ({ id: entry.id, ...balancesJson(entry) })),
    },
    attribution: {
      policy: result.attribution.policy,
      investments: result.attribution.investments.map(({ id, carry }) => ({ id, carry: moneyText(carry) })),
    },
    ...(result.recipients.length === 0
      ? {}
      : { recipients: result.recipients.map(({ id, carry }) => ({ id, carry: moneyText(carry) })) }),
    ...(clawback === null ? {} : { clawback: clawbackJson(clawback) }),
    ...(escrow === null
      ? {}
      : {
          escrow: Object.fromEntries(
            Object.entries(escrow).map(([name, amount]: [string, Decimal]) => [name, moneyText(amount)]),
          ),
        }),
    ...(result.taxDistributions.length === 0
      ? {}
      : {
          taxDistributions: result.taxDistributions.map(
            ({ income: _income, rate: _rate, assumedTax, received, due, ...entry }) => ({
              ...entry,
              assumedTax: moneyText(assumedTax),
              received: moneyText(received),
              due: moneyText(due),
            }),
          ),
        }),
    policies: policiesJson(agreed),
  };
}

const clawbackJson = ({ isDue, cap, shares, partners, ...amounts }: ClawbackResult): JsonRecord => ({
  isDue,
  retainedCarry: moneyText(partners.reduce<Decimal>((sum, { retainedCarry }) => sum.plus(retainedCarry), zero)),
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]: [string, Decimal]) => [name, moneyText(amount)])),
  cap: cap === null ? null : moneyText(cap),
  ...(shares.length === 0
    ? {}
    : {
        participants: shares.map(({ id, share, coveredByEscrow, liability }) => ({
          id,
          share: moneyText(share),
          coveredByEscrow: moneyText(coveredByEscrow),
          liability: moneyText(liability),
        })),
      }),
});

/** The choices behind the figures, with those that the terms leave out. */
function policiesJson(agreed: WaterfallTerms): JsonRecord {
  const preferred = preferredTier(agreed.tiers);
  return {
    basis: agreed.basis,
    returnFirst: defaultReturnFirst(agreed),
    ...(preferred === undefined
      ? {}
      : {
          compounding: preferred.compounding,
          dayCount: preferred.dayCount,
          preferredFrom: preferred.from,
          preferredTo: preferred.to,
          preferredBase: preferred.base,
        }),
    catchUp: 'ALL_PROFIT',
    recallableReducesCapital: agreed.recallable.reducesCapital,
    preferredRunsOnRecallable: agreed.recallable.preferredRunsOn,
    inKind: 'FAIR_VALUE',
    clawback: agreed.clawback.policy,
    clawbackTax: agreed.clawback.tax.method,
    guarantee: agreed.clawback.guarantee,
  };
}

/** The rows of the Reporting Template that a close books for a liquidation. */
function proposal({ liquidation }: Rule, { gp }: WaterfallResult): JsonRecord {
  if (liquidation?.rows === undefined) return {};
  const { row97, row98 } = proposedCarry({ ...liquidation.rows, accrued: gp });
  return { proposed: { row97: moneyText(row97), row98: moneyText(row98) } };
}
