import { decimal, type Failure, type Failures, fail, hundred } from '@carrara/domain/kernel';

type Term = string | { readonly code: string } | null | undefined;

/** The terms of a fund, or of one of its investors. Percentages are texts, and other terms have a code. */
export interface TermsToSave {
  readonly values: Readonly<Record<string, Term>>;
  readonly isOfInvestor: boolean;
  readonly rowVersion?: number | null | undefined;
}

export interface TermsFacts {
  /** Undefined if there are none yet. */
  readonly stored: { readonly performanceMethod: Term } | undefined;
  /** True if the fund has a locked quarter. */
  readonly isLocked: boolean;
  /** The titles of the percentages, by name. */
  readonly percentages: Readonly<Record<string, string>>;
}

/**
 * Decides whether terms can be saved.
 *
 * Units:  percent.
 * Fails:  ROW_VERSION_REQUIRED, PERCENT_RANGE, PERIOD_LOCKED (another method after a quarter was locked), FIELD_NOT_OF_TYPE (a method of an
 *         investor).
 */
export function decideEconomicTerms({ values, isOfInvestor, rowVersion }: TermsToSave, facts: TermsFacts): Failures {
  const { stored, isLocked, percentages } = facts;
  if (stored !== undefined && typeof rowVersion !== 'number')
    return [fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the terms to change them.')];
  const failures = rangeFailures(values, percentages);
  const [before, method] = [codeOf(stored?.performanceMethod), codeOf(values['performanceMethod'])];
  if (!isOfInvestor && isLocked && before !== null && before !== method)
    failures.push(
      fail(
        'PERIOD_LOCKED',
        ['performanceMethod'],
        'You can’t change the method once a quarter is locked. A fund uses one method throughout its life.',
      ),
    );
  if (isOfInvestor && method !== null)
    failures.push(
      fail('FIELD_NOT_OF_TYPE', ['performanceMethod'], 'Set the method for the fund. It applies to all its investors.'),
    );
  return failures;
}

function rangeFailures(values: TermsToSave['values'], percentages: TermsFacts['percentages']): Failure[] {
  return Object.entries(percentages).flatMap(([name, title]): readonly Failure[] => {
    const value = values[name];
    if (typeof value !== 'string' || value === '' || decimal(value).lte(hundred)) return [];
    return [fail('PERCENT_RANGE', [name], `${title} must be from 0 to 100.`)];
  });
}

const codeOf = (value: Term) => (value !== null && typeof value === 'object' ? value.code : null);
