import {
  type CalendarDate,
  type Decimal,
  decimal,
  displayedDate,
  type Failure,
  type Failures,
  fail,
  noSuch,
  type Path,
} from '../../kernel/index.ts';
import { initialCloseWarning, quarterEnd } from '../ledger/index.ts';
import { checkTerms } from '../waterfall/index.ts';
import { type EnteredCarryTerms, type EnteredLetter, type EnteredTier, readTerms } from './enteredTerms.ts';
import { isComplete, lastLockedQuarter, type TermsVersion, termsOn } from './termVersions.ts';

/** An investor with a commitment to the vehicle. */
export interface CommittedInvestor {
  readonly investorId: string;
  readonly name: string;
  readonly investorTypeId: string;
  readonly isGp: boolean;
  /** By the last terms of its commitment; a general partner doesn't by default. */
  readonly paysCarry: boolean;
  readonly amount: Decimal;
  /** The day from which the commitment is zero, because it was transferred or released. Null if it isn't. */
  readonly departureDate: CalendarDate | null;
}

export interface CarryTermsFacts {
  readonly lockedEnds: readonly CalendarDate[];
  /** The vehicle's initial close. Null or absent if it has none. */
  readonly firstClose?: CalendarDate | null;
  /** The stored versions of the vehicle. */
  readonly versions: readonly TermsVersion[];
  readonly investors: readonly CommittedInvestor[];
  /** The names of existing investments by their id, for those in the offsets of the version. */
  readonly investments: ReadonlyMap<string, string>;
}

/** Refusals prevent saving, and so do warnings until a person confirms them. Missing terms don't, but the vehicle has no result without them. */
export interface CarryTermsDecision {
  readonly refusals: Failures;
  readonly warnings: Failures;
  readonly missing: Failures;
}

/**
 * Decides whether a version of carry terms can be saved, and names the terms that it lacks for a result.
 *
 * Fails:  PERIOD_LOCKED (changes the terms that a locked quarter was computed with), DUPLICATE (a date), REQUIRED, FIELD_NOT_OF_TYPE (a term that its tier
 *         doesn't have, a side letter of a general partner), NO_COMMITMENT, MEMBER_TWICE, NOT_FOUND (an investment), SOURCES_OVERLAP (an investment
 *         listed twice), and as `checkTerms`. Warnings: WARNINGS_NOT_CONFIRMED (changes the terms of a locked quarter that wasn't computed with any, begins before
 *         the initial close, has an unusually high rate, or terms without effect). Missing: NOT_DETERMINED.
 */
export function decideCarryTerms(version: TermsVersion, facts: CarryTermsFacts): CarryTermsDecision {
  const { terms } = version;
  const after = [...facts.versions.filter(({ id }) => id !== version.id), version];
  const locked = lockedChanges(after, facts);
  const checked = checkTerms(readTerms(terms)).map(({ path, ...failure }) => ({ ...failure, path: fieldPath(path) }));
  return {
    refusals: [
      ...lockFailures(version, locked, facts),
      ...dateFailures(version, facts.versions),
      ...terms.tiers.flatMap(strayFailures),
      ...checked.filter(({ code }) => code !== 'NOT_DETERMINED'),
      ...letterFailures(terms, facts.investors),
      ...generalPartnerFailures(terms, facts.investors),
      ...offsetFailures(terms, facts.investments),
      ...recipientFailures(terms, facts.investors),
    ],
    warnings: [
      ...lockedWarnings(locked, 'save'),
      ...earlyWarnings(version, facts),
      ...terms.tiers.flatMap(rateWarnings),
      ...uselessWarnings(terms),
    ],
    missing: checked.filter(({ code }) => code === 'NOT_DETERMINED'),
  };
}

/**
 * Decides whether a version can be deleted.
 *
 * Fails:  PERIOD_LOCKED if a locked quarter was computed with it. Warnings: WARNINGS_NOT_CONFIRMED if it applies to a locked quarter that wasn't.
 */
export function decideCarryTermsDeletion(
  version: TermsVersion,
  facts: Pick<CarryTermsFacts, 'versions' | 'lockedEnds'>,
): Pick<CarryTermsDecision, 'refusals' | 'warnings'> {
  const { versions, lockedEnds } = facts;
  const end = lastLockedQuarter(version, versions, lockedEnds);
  const after = versions.filter(({ id }) => id !== version.id);
  return {
    refusals: end === null ? [] : [dependent(end, 'deleted')],
    warnings: lockedWarnings(lockedChanges(after, facts), 'delete'),
  };
}

const dependent = (end: CalendarDate, done: 'changed' | 'deleted') =>
  fail(
    'PERIOD_LOCKED',
    ['effectiveDate'],
    `The locked quarter ending ${displayedDate(end)} depends on these terms, so they can’t be ${done}. Add a version that applies from a later date.`,
  );

/** The locked quarters for which a version changes the terms in force. */
interface LockedChanges {
  /** The ends of those that were computed with terms. */
  readonly refused: readonly CalendarDate[];
  /** The ends of the others: they had no complete terms, or got them after the lock. */
  readonly confirmed: readonly CalendarDate[];
}

/** Returns the locked quarters whose terms differ after a change of the versions, except for facts that are entered over time. */
function lockedChanges(
  after: readonly TermsVersion[],
  { versions, lockedEnds }: Pick<CarryTermsFacts, 'versions' | 'lockedEnds'>,
): LockedChanges {
  const isComputed = (end: CalendarDate): boolean => {
    const before = termsOn(versions, end);
    return before !== undefined && lastLockedQuarter(before, versions, [end]) !== null;
  };
  const changed = lockedEnds.toSorted().filter((end) => {
    const [before, now] = [termsOn(versions, end), termsOn(after, end)];
    const isSame = before !== undefined && now !== undefined && agreed(now.terms) === agreed(before.terms);
    if (isComputed(end)) return !isSame || now.id !== before.id;
    return !isSame && [before, now].some((terms) => terms !== undefined && isComplete(terms.terms));
  });
  return { refused: changed.filter(isComputed), confirmed: changed.filter((end) => !isComputed(end)) };
}

function lockFailures({ id, effectiveDate }: TermsVersion, { refused }: LockedChanges, { versions }: CarryTermsFacts) {
  const last = refused.at(-1);
  if (last === undefined) return [];
  const isMoved = versions.find((stored) => stored.id === id)?.effectiveDate !== effectiveDate;
  const own = quarterEnd(effectiveDate);
  if (!isMoved || !refused.includes(own)) return [dependent(last, 'changed')];
  return [
    fail(
      'PERIOD_LOCKED',
      ['effectiveDate'],
      `The quarter ending ${displayedDate(own)} is locked. Choose a date in an open quarter.`,
    ),
  ];
}

function lockedWarnings({ confirmed }: LockedChanges, action: 'save' | 'delete'): Failures {
  const [first, last] = [confirmed.at(0), confirmed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const quarters =
    first === last
      ? `the locked quarter ending ${displayedDate(last)}`
      : `the locked quarters ending ${displayedDate(first)} to ${displayedDate(last)}`;
  const text = `This changes the carry terms of ${quarters}. Figures that the lock stored stay the same.`;
  return [unconfirmed(['effectiveDate'], text, action)];
}

const unconfirmed = (path: Path, text: string, action: 'save' | 'delete' = 'save') =>
  fail('WARNINGS_NOT_CONFIRMED', path, `${text} Confirm it to ${action} the terms.`);

/** Terms that change nothing they had before aren't warned about again. */
const earlyWarnings = (
  { id, effectiveDate }: TermsVersion,
  { versions, firstClose = null }: CarryTermsFacts,
): Failures =>
  versions.some((stored) => stored.id === id && stored.effectiveDate === effectiveDate)
    ? []
    : initialCloseWarning('The terms are', effectiveDate, firstClose).map((text) =>
        unconfirmed(['effectiveDate'], text),
      );

/** Rates in percent above which a term is probably a typo: preferred returns are mostly 6% to 10%, and carry 10% to 30%. */
const USUAL_PREFERRED_RETURN = 25;
const USUAL_CARRY = 50;

function rateWarnings({ kind, rate, gpShare }: EnteredTier, i: number): Failures {
  if (kind === 'PREFERRED_RETURN' && rate !== null && decimal(rate).gt(USUAL_PREFERRED_RETURN))
    return [unconfirmed(['tiers', i, 'rate'], `The preferred return of ${rate}% is above ${USUAL_PREFERRED_RETURN}%.`)];
  return kind === 'SPLIT' && gpShare !== null && decimal(gpShare).gt(USUAL_CARRY)
    ? [unconfirmed(['tiers', i, 'gpShare'], `The GP’s share of ${gpShare}% is above ${USUAL_CARRY}%.`)]
    : [];
}

/** Terms that change no figure are probably a sign that another term is missing. */
function uselessWarnings({
  tiers,
  clawback,
  clawbackDates,
  taxDistributionRate,
  taxIncomes,
}: EnteredCarryTerms): Failures {
  const warnings: Failure[] = [];
  if (tiers.at(-1)?.kind === 'PREFERRED_RETURN') {
    const text = 'No split follows the preferred return, so partners receive all further profit.';
    warnings.push(unconfirmed(['tiers', tiers.length - 1, 'kind'], text));
  }
  if (clawback !== 'INTERIM' && clawbackDates.length > 0) {
    const text = 'Dates of a clawback have no effect unless it is on interim dates.';
    warnings.push(unconfirmed(['clawbackDates', 0, 'clawbackDate'], text));
  }
  if (taxDistributionRate === null && taxIncomes.length > 0) {
    const text = 'Taxable incomes have no effect without a tax distribution rate.';
    warnings.push(unconfirmed(['taxDistributionRate'], text));
  }
  return warnings;
}

function dateFailures({ id, effectiveDate, terms }: TermsVersion, versions: readonly TermsVersion[]): Failure[] {
  const isUsed = versions.some((other) => other.id !== id && other.effectiveDate === effectiveDate);
  const days = terms.clawbackDates.map(({ clawbackDate }) => clawbackDate);
  return [
    ...(isUsed ? [fail('DUPLICATE', ['effectiveDate'], 'The fund already has terms that apply from this date.')] : []),
    ...days.flatMap((day, i) =>
      days.indexOf(day) < i
        ? [fail('DUPLICATE', ['clawbackDates', i, 'clawbackDate'], `${displayedDate(day)} is listed twice.`)]
        : [],
    ),
  ];
}

/** Returns the terms of the agreement as text, without the facts that are entered over time. */
function agreed(entered: EnteredCarryTerms): string {
  const { taxDistribution, escrow, ...terms } = readTerms(entered);
  return JSON.stringify({ ...terms, taxRate: taxDistribution?.rate, escrow: escrow && { ...escrow, released: null } });
}

const tierFields: Readonly<Record<string, readonly (keyof EnteredTier)[]>> = {
  RETURN_OF_CAPITAL: [],
  PREFERRED_RETURN: ['rate', 'compounding', 'dayCount', 'accruesFrom', 'accruesTo', 'preferredBase'],
  CATCH_UP: ['gpShare', 'target'],
  SPLIT: ['gpShare', 'untilIrr', 'untilMultiple'],
};

/** Finds terms that a tier of another kind would have. */
function strayFailures(tier: EnteredTier, i: number): Failure[] {
  const own = tierFields[tier.kind] ?? [];
  return Object.entries(tier).flatMap(([name, value]) =>
    name === 'kind' || value === null || own.some((field) => field === name)
      ? []
      : [fail('FIELD_NOT_OF_TYPE', ['tiers', i, name], 'This kind of tier doesn’t have this term. Leave it blank.')],
  );
}

function letterFailures({ letters }: EnteredCarryTerms, investors: readonly CommittedInvestor[]): Failure[] {
  return letters.flatMap((letter, i): Failure[] => {
    const { investorId, investorTypeId, effectiveDate, rate, carry, isExempt } = letter;
    const failures: Failure[] = [];
    if (investorId !== null && investorTypeId !== null)
      failures.push(
        fail(
          'FIELD_NOT_OF_TYPE',
          ['letters', i, 'investorType'],
          'Choose an investor or a type of investors, not both.',
        ),
      );
    if (effectiveDate === null)
      failures.push(fail('REQUIRED', ['letters', i, 'effectiveDate'], 'The date of the side letter is missing.'));
    if (rate === null && carry === null && !isExempt)
      failures.push(
        fail(
          'REQUIRED',
          ['letters', i, 'carry'],
          'Enter what the side letter changes: a preferred return, a carry, or no carry.',
        ),
      );
    const exempted = isExempt ? (['rate', 'carry'] as const).filter((term) => letters[i]?.[term] != null) : [];
    for (const term of exempted)
      failures.push(
        fail('FIELD_NOT_OF_TYPE', ['letters', i, term], 'A side letter without carry has no rate. Leave it blank.'),
      );
    const twin = letters.slice(0, i).find((earlier) => isSameParty(earlier, letter));
    const repeated = twin && exempted.length === 0 && repeatedTerm(twin, letter);
    if (repeated)
      failures.push(
        fail(
          'MEMBER_TWICE',
          ['letters', i, repeated],
          'An earlier row has another side letter of the same party and date with this term. Keep one of them, or correct its date.',
        ),
      );
    if (investorId !== null) {
      const party = investors.find((investor) => investor.investorId === investorId);
      if (party === undefined)
        failures.push(
          fail('NO_COMMITMENT', ['letters', i, 'investor'], 'This investor has no commitment to the fund.'),
        );
      else if (party.departureDate !== null && effectiveDate !== null && effectiveDate >= party.departureDate)
        failures.push(
          fail(
            'NO_COMMITMENT',
            ['letters', i, 'investor'],
            `${party.name} has had no commitment to the fund since ${displayedDate(party.departureDate)}.`,
          ),
        );
    }
    if (investorTypeId !== null && !investors.some((investor) => investor.investorTypeId === investorTypeId))
      failures.push(
        fail('NO_COMMITMENT', ['letters', i, 'investorType'], 'No investor of this type has a commitment to the fund.'),
      );
    return failures;
  });
}

/** A general partner pays no carry, so a side letter would change nothing. */
function generalPartnerFailures({ letters }: EnteredCarryTerms, investors: readonly CommittedInvestor[]): Failure[] {
  return letters.flatMap(({ investorId, investorTypeId }, i): Failure[] => {
    const gp = investors.find((investor) => investor.isGp && investor.investorId === investorId);
    if (gp !== undefined)
      return [
        fail('FIELD_NOT_OF_TYPE', ['letters', i, 'investor'], `${gp.name} is a general partner and pays no carry.`),
      ];
    return investors.some((investor) => investor.isGp && investor.investorTypeId === investorTypeId)
      ? [fail('FIELD_NOT_OF_TYPE', ['letters', i, 'investorType'], 'General partners pay no carry.')]
      : [];
  });
}

function offsetFailures({ offsets }: EnteredCarryTerms, names: ReadonlyMap<string, string>): Failure[] {
  return offsets.flatMap(({ pool, investmentId }, i): Failure[] => {
    const path = ['offsets', i, 'investment'];
    const name = names.get(investmentId);
    if (name === undefined) return [noSuch('investment', path)];
    const earlier = offsets.slice(0, i).find((row) => row.investmentId === investmentId);
    if (earlier === undefined) return [];
    const text =
      earlier.pool === pool
        ? `${name} is listed twice in the group “${pool}”.`
        : `${name} is already in the group “${earlier.pool}”. An investment can be in only one group.`;
    return [fail('SOURCES_OVERLAP', path, text)];
  });
}

const isSameParty = (letter: EnteredLetter, other: EnteredLetter) =>
  letter.effectiveDate !== null &&
  letter.effectiveDate === other.effectiveDate &&
  letter.investorId === other.investorId &&
  letter.investorTypeId === other.investorTypeId;

/** Returns the term that two side letters both change. An exemption changes the carry and makes a preferred return meaningless. */
function repeatedTerm(letter: EnteredLetter, other: EnteredLetter): 'rate' | 'carry' | 'isExempt' | undefined {
  if (letter.isExempt || other.isExempt) return other.isExempt ? 'isExempt' : other.carry === null ? 'rate' : 'carry';
  return (['carry', 'rate'] as const).find((term) => letter[term] !== null && other[term] !== null);
}

function recipientFailures(
  { recipients, taxIncomes }: EnteredCarryTerms,
  investors: readonly CommittedInvestor[],
): Failure[] {
  const isGp = (id: string) => investors.some(({ investorId, isGp: is }) => investorId === id && is);
  const noGp = (path: Path) =>
    fail('NO_COMMITMENT', path, 'Only a general partner with a commitment to the fund can receive carry.');
  return [
    ...recipients.flatMap(({ investorId }, i): Failure[] => {
      const path = ['recipients', i, 'investor'];
      if (recipients.slice(0, i).some((earlier) => earlier.investorId === investorId))
        return [fail('MEMBER_TWICE', path, 'This general partner is listed twice.')];
      return isGp(investorId) ? [] : [noGp(path)];
    }),
    ...taxIncomes.flatMap(({ investorId, incomeYear }, i): Failure[] => {
      const path = ['taxIncomes', i, 'investor'];
      if (taxIncomes.slice(0, i).some((row) => row.investorId === investorId && row.incomeYear === incomeYear))
        return [fail('MEMBER_TWICE', path, 'This general partner has two incomes for the year. Add them up.')];
      return isGp(investorId) ? [] : [noGp(path)];
    }),
  ];
}

/** The fields of a form by the calculation's path: `overrides.0.partner` is `letters.0.investor`. */
const fieldNames: Readonly<Record<string, string>> = {
  'until.irr': 'untilIrr',
  'until.multiple': 'untilMultiple',
  until: 'untilIrr',
  overrides: 'letters',
  partner: 'investor',
  'clawback.dates': 'clawbackDates',
  'clawback.tax.rate': 'clawbackTaxRate',
  'escrow.percent': 'escrowPercentage',
  'escrow.date': 'escrowReleaseDate',
  'escrow.coverage': 'escrowCoverage',
  'taxDistribution.rate': 'taxDistributionRate',
};

function fieldPath([, ...path]: Path): Path {
  const [first, at, ...rest] = path;
  const named = (parts: Path): Path => (parts.length === 0 ? [] : [fieldNames[parts.join('.')] ?? parts.join('.')]);
  if (typeof at !== 'number') return named(path);
  return [...named([first ?? '']), at, ...named(rest)];
}
