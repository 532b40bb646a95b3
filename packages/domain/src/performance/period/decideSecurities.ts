import {
  type CalendarDate,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import { failuresAtRow, unknownInVehicle, type Quarters, type Valuation, valuedQuarter } from '../ledger/index.ts';
import { valuationOn } from './quarterValues.ts';
import { type ValuedFacts, valuationWarnings } from './valuationWarnings.ts';

const types = { DEBT: 'debt types', EQUITY: 'equity types' } as const;
const notAmong = (field: string, types: string) => fail('NOT_FOUND', [field], `This isn’t one of the ${types}.`);

/** Decides whether a security can be entered. Fails: NOT_FOUND (no such investment of the vehicle, or no such type of its class). */
export const decideSecurity = (
  security: { readonly class: keyof typeof types },
  { isHolding, isType }: { readonly isHolding: boolean; readonly isType: boolean },
): Failures => [
  ...(isHolding ? [] : [unknownInVehicle('holdingId', 'such investment')]),
  ...(isType ? [] : [notAmong('typeId', types[security.class])]),
];

/** A valuation to enter. */
export interface ValuationToSave {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** As entered. Null withdraws the value of the date. */
  readonly fairValue: string | null;
  readonly methodId: string | null;
  readonly description: string | null;
  /** Quarter that displays it. Null for the quarter of its date, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  /** The valuation of the date that the person saw; null for none. Without it, whatever counts is replaced. */
  readonly replaces?: string | null | undefined;
}
/** A validated valuation. */
export interface StoredValuation extends Omit<ValuationToSave, 'bookedPeriod' | 'replaces'> {
  readonly id: string;
  readonly booked: CalendarDate;
}

/**
 * Decides on valuations of a vehicle's securities, all or none.
 *
 * Fails: NOT_FOUND, REPEATED, PERIOD_LOCKED, DATE_TOO_LATE, STALE_VERSION (somebody has valued the security since), REQUIRED (no value to withdraw),
 *        WARNINGS_NOT_CONFIRMED (the warnings of `valuationWarnings`, unless a person confirmed them), each at the position of its value.
 */
export function decideValuations(
  valuations: readonly ValuationToSave[],
  ledger: Quarters &
    ValuedFacts & {
      readonly securities: readonly { readonly id: string }[];
      readonly valuations: readonly (Valuation & { readonly id: string })[];
    },
  { methods, today }: { readonly methods: ReadonlySet<string>; readonly today: CalendarDate },
  { newId, warningsConfirmed }: { readonly newId: () => string; readonly warningsConfirmed: boolean },
): Result<readonly StoredValuation[], Failures> {
  const failures: Failure[] = [];
  const securities = new Set(ledger.securities.map(({ id }) => id));
  const visited = new Set<string>();
  const stored = valuations.flatMap(({ bookedPeriod, replaces, ...valuation }, i): StoredValuation[] => {
    const booked = valuedQuarter(valuation.date, ledger, { today, requestedPeriod: bookedPeriod });
    const key = `${valuation.securityId} ${valuation.date}`;
    const isTwice = visited.has(key);
    visited.add(key);
    const current = valuationOn(ledger.valuations, valuation.securityId, valuation.date);
    const isStale = replaces !== undefined && (current?.id ?? null) !== replaces;
    const withdrawsNothing = valuation.fairValue === null && (current?.fairValue ?? null) === null;
    const wrong = [
      ...(isStale ? [fail('STALE_VERSION', ['fairValue'], '')] : []),
      ...(withdrawsNothing && !isStale ? [fail('REQUIRED', ['fairValue'], 'Enter the value.')] : []),
      ...(securities.has(valuation.securityId) ? [] : [unknownInVehicle('securityId', 'such security')]),
      ...(isTwice ? [fail('REPEATED', ['date'], 'This security is listed twice for this date.')] : []),
      ...(valuation.methodId === null || methods.has(valuation.methodId)
        ? []
        : [notAmong('methodId', 'valuation methods')]),
      ...(booked.isErr() ? booked.error : []),
    ];
    failures.push(...failuresAtRow('valuations', i, wrong));
    return booked.isErr() ? [] : [{ ...valuation, id: newId(), booked: booked.value }];
  });
  if (failures.length > 0) return err(failures);
  const values = valuations.map(({ securityId, date, fairValue }, i) => ({
    i,
    securityId,
    date,
    fairValue: fairValue === null ? null : decimal(fairValue),
  }));
  const warnings = warningsConfirmed ? [] : valuationWarnings(values, ledger);
  return warnings.length > 0
    ? err(
        warnings.map(({ entered: { i }, text }) =>
          fail('WARNINGS_NOT_CONFIRMED', ['valuations', i, 'fairValue'], `${text} Confirm it to save the value.`),
        ),
      )
    : ok(stored);
}
