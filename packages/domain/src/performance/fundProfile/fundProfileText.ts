import {
  type CoveredPart,
  coveredSum,
  type Decimal,
  type Failure,
  firstFailure,
  hundred,
  moneyText,
  type Result,
  significantText,
} from '@carrara/domain/kernel';
import { averageIrr } from '@carrara/domain/kernel/measures';
import { accountPeriods, bridgeParts } from '../capitalAccount/index.ts';
import {
  centsToMoney,
  type InvestorMultiples,
  type JCurve,
  type JCurvePoint,
  type SubscriptionLineReturn,
} from '../return/index.ts';
import type { FundProfile } from './fundProfile.ts';

export interface ReportedReason {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const orNull = (value: Decimal | null, text: (value: Decimal) => string) => (value === null ? null : text(value));
const rateText = (rate: Decimal) => significantText(rate.times(hundred));
const reasonOf = (field: string, { code, detail }: Failure): ReportedReason => ({ field, code, message: detail });

/** Formats a figure, with the reason if it isn't determined. */
function determined(field: string, figure: Result<Decimal | null, Failure>, text: (value: Decimal) => string) {
  if (figure.isErr()) return { value: null, notDetermined: [reasonOf(field, figure.error)] };
  return { value: orNull(figure.value, text), notDetermined: [] };
}

const pointText = ({ date, cumulative, percent }: JCurvePoint) => ({
  date: date as string,
  cumulative: moneyText(cumulative),
  percent: orNull(percent, significantText),
});

const valuedText = ({ withNav, percentWithNav, ...point }: JCurve['points'][number]) => ({
  ...pointText(point),
  withNav: orNull(withNav, moneyText),
  percentWithNav: orNull(percentWithNav, significantText),
});

function returnText({ rate, multiple }: SubscriptionLineReturn) {
  const irr = determined('irr', rate.map((found) => found?.rate ?? null).mapErr(firstFailure), rateText);
  const tvpi = determined('tvpi', multiple.mapErr(firstFailure), significantText);
  return {
    irr: irr.value,
    irrAnnualized: rate.isOk() ? (rate.value?.annualized ?? null) : null,
    tvpi: tvpi.value,
    notDetermined: [...irr.notDetermined, ...tvpi.notDetermined],
  };
}

/** Formats a profile as text: money with two decimals, rates in percent. */
export function fundProfileText({ bridges, jCurve, line }: FundProfile & { readonly jCurve: JCurve | null }) {
  return {
    bridges: accountPeriods.map((period) => {
      const bridge = bridges[period];
      if (bridge.isErr()) return { period, steps: null, notDetermined: [reasonOf('steps', bridge.error)] };
      const parts = bridgeParts.map((step) => ({
        step: step as string,
        ...determined(step, bridge.value[step], moneyText),
      }));
      return {
        period,
        steps: parts.map(({ step, value }) => ({ step, amount: value })),
        notDetermined: parts.flatMap(({ notDetermined }) => notDetermined),
      };
    }),
    jCurve: jCurve && {
      quarters: jCurve.quarters.map(({ age, ...point }) => ({ age, ...valuedText(point) })),
      points: jCurve.points.map(valuedText),
      depth: jCurve.depth === null ? null : pointText(jCurve.depth),
      breakEven: jCurve.breakEven as string | null,
    },
    line:
      line === null
        ? null
        : line.match(
            ({ withLine, withoutLine, balance, bothRequired }) => ({
              withLine: returnText(withLine),
              withoutLine: returnText(withoutLine),
              balance: moneyText(centsToMoney(balance)) as string | null,
              bothRequired: bothRequired as boolean | null,
              notDetermined: [] as ReportedReason[],
            }),
            (failure) => ({
              withLine: null,
              withoutLine: null,
              balance: null,
              bothRequired: null,
              notDetermined: [reasonOf('balance', failure)],
            }),
          ),
  };
}

/** Formats the multiples of a pool. */
export function multiplesText({ tvpi, dpi, rvpi }: Pick<InvestorMultiples, 'tvpi' | 'dpi' | 'rvpi'>) {
  const all = {
    tvpi: determined('tvpi', tvpi, significantText),
    dpi: determined('dpi', dpi, significantText),
    rvpi: determined('rvpi', rvpi, significantText),
  };
  return {
    tvpi: all.tvpi.value,
    dpi: all.dpi.value,
    rvpi: all.rvpi.value,
    notDetermined: [...all.tvpi.notDetermined, ...all.dpi.notDetermined, ...all.rvpi.notDetermined],
  };
}

/** A fund with its rate in percent. */
export interface RatedFund extends CoveredPart {
  readonly irr: Decimal | null;
  /** False for a span under a year; null for a rate reported without this information. */
  readonly irrAnnualized: boolean | null;
}

/** Returns the funds whose rates an average includes. Rates that aren't annualized are left out because they aren't comparable. */
export const annualizedRates = <F extends Pick<RatedFund, 'irr' | 'irrAnnualized'>>(funds: readonly F[]) =>
  funds.flatMap((fund) => (fund.irr === null || fund.irrAnnualized === false ? [] : [{ ...fund, irr: fund.irr }]));

const notAnnualized = 'Its IRR is not annualized: its history is shorter than a year.';

/** Returns the plain mean of the annualized rates of funds, in percent, with its coverage; null if no fund has one. */
export function averageIrrText(funds: readonly RatedFund[]) {
  const counted = new Set(annualizedRates(funds).map(({ id }) => id));
  const { coverage } = coveredSum(
    funds,
    ({ id, irr }) => (counted.has(id) ? irr : null),
    ({ irr, irrAnnualized, ...fund }) => ({
      ...fund,
      reason: irr !== null && irrAnnualized === false ? notAnnualized : fund.reason,
    }),
  );
  return { averageIrr: orNull(averageIrr(annualizedRates(funds).map(({ irr }) => irr)), rateText), coverage };
}
