import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  hundred,
  ok,
  type Recorder,
  type Result,
  roundMoney,
  zero,
} from '../../kernel/index.ts';

/** A company's figures at one time. */
export interface CompanyFigures {
  readonly sales: Decimal;
  readonly ebitda: Decimal;
  readonly enterpriseValue: Decimal;
  readonly netDebt: Decimal;
}

export interface ValueCreationInput {
  readonly entry: CompanyFigures;
  readonly current: CompanyFigures;
  /** At entry, in percent. */
  readonly ownership: Decimal;
  /** The total value, including proceeds and income, and the invested amount. Without them, the remainder is unknown. */
  readonly totalValue?: Decimal;
  readonly invested?: Decimal;
}

export const valueDrivers = ['revenue', 'margin', 'revenueAndMargin', 'multiple', 'growthAndMultiple', 'debt'] as const;
export type ValueDriver = (typeof valueDrivers)[number];

export interface ValueCreation extends Readonly<Record<ValueDriver, Decimal>> {
  /** The sum of the displayed drivers. */
  readonly explained: Decimal;
  /** Ownership, capital and income: the difference between the drivers and total value - invested; null if these are unknown. */
  readonly other: Decimal | null;
  readonly total: Decimal | null;
}

const valueDriverFormula = defineFormula({
  id: 'performance.valueDriver',
  text: 'driver x ownership, where S is sales, m EBITDA / sales, E EBITDA, M enterprise value / EBITDA, N net debt, 0 entry and 1 now',
  inputs: { driver: 'text', value: 'money', ownership: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/value-creation.md',
});
const valueCreationFormula = defineFormula({
  id: 'performance.valueCreation',
  text: 'ownership, capital, income = total value - invested - the part explained by the drivers',
  inputs: { totalValue: 'money', invested: 'money', explained: 'money' },
  result: 'money',
  source: 'docs/calculations/value-creation.md',
});

const TERMS: Readonly<Record<ValueDriver, string>> = {
  revenue: '(S1 - S0) m0 M0',
  margin: '(m1 - m0) S0 M0',
  revenueAndMargin: '(S1 - S0)(m1 - m0) M0',
  multiple: '(M1 - M0) E0',
  growthAndMultiple: '(E1 - E0)(M1 - M0)',
  debt: 'N0 - N1',
};

/**
 * Splits the value creation of an investment by driver.
 *
 *     revenue (S1-S0) m0 M0;  margin (m1-m0) S0 M0;  both (S1-S0)(m1-m0) M0;  multiple (M1-M0) E0;  growth x multiple (E1-E0)(M1-M0);
 *     debt N0-N1;  each x ownership at entry;  the rest of total value - invested is 'ownership, capital, income'
 *
 * Units:  one currency, ownership in percent; each driver rounded to cents, and the total is the sum of the displayed drivers.
 * Source: docs/calculations/value-creation.md.
 * Fails:  NOT_DETERMINED (sales or EBITDA not above zero, each one).
 */
export function valueCreation(input: ValueCreationInput, explain?: Recorder): Result<ValueCreation, Failures> {
  const { entry, current, ownership, totalValue, invested } = input;
  const failures = [...unusable('entry', entry), ...unusable('current', current)];
  if (failures.length > 0) return err(failures);
  const [s0, s1] = [entry.sales, current.sales];
  const [e0, e1] = [entry.ebitda, current.ebitda];
  const [m0, m1] = [entry.enterpriseValue.div(e0), current.enterpriseValue.div(e1)];
  const growth = s1.minus(s0);
  const marginChange = e1.div(s1).minus(e0.div(s0));
  const whole: Readonly<Record<ValueDriver, Decimal>> = {
    revenue: growth.mul(e0).mul(m0).div(s0),
    margin: marginChange.mul(s0).mul(m0),
    revenueAndMargin: growth.mul(marginChange).mul(m0),
    multiple: m1.minus(m0).mul(e0),
    growthAndMultiple: e1.minus(e0).mul(m1.minus(m0)),
    debt: entry.netDebt.minus(current.netDebt),
  };
  const parts = Object.fromEntries(
    valueDrivers.map((driver) => {
      const part = roundMoney(whole[driver].mul(ownership).div(hundred));
      explain?.record([driver], valueDriverFormula, { driver: TERMS[driver], value: whole[driver], ownership }, part);
      return [driver, part];
    }),
  ) as Record<ValueDriver, Decimal>;
  const explained = valueDrivers.reduce((sum, driver) => sum.plus(parts[driver]), zero);
  if (totalValue === undefined || invested === undefined) return ok({ ...parts, explained, other: null, total: null });
  const total = totalValue.minus(invested);
  const other = total.minus(explained);
  explain?.record(['other'], valueCreationFormula, { totalValue, invested, explained }, other);
  return ok({ ...parts, explained, other, total });
}

function unusable(when: 'entry' | 'current', figures: CompanyFigures): Failure[] {
  return (['sales', 'ebitda'] as const)
    .filter((name) => figures[name].lte(0))
    .map((name) => fail('NOT_DETERMINED', [when, name], `${name} must be above zero to compute margin and multiple`));
}
