import { performance } from '../tables/performance.ts';
import type { TenantFinding } from './finding.ts';
import { typeLabel } from './rowTexts.ts';

/** The largest number of consequences of a fund that are listed one by one. */
const mostListed = 5;
/** The largest number of differences of a figure that are listed one by one because its parts don't explain them. */
const mostDirect = 10;

/** Kinds of records that figures of funds and investors are computed from. */
const causes: ReadonlySet<string> = new Set(
  [
    ...Object.keys(performance.records).filter((type) => type !== 'indexSeries'),
    'coinvestment',
    'fund',
    'security',
    'tenant',
  ].map(typeLabel),
);

/**
 * Counts the figures of a fund that differ because a record does: one line for a fund, unless they are few. One
 * figure of each kind is listed. So are figures that no changed record explains. Either no changed record names their
 * fund, or they disagree with the stored figures that they are added up from or are next to.
 */
export function countConsequences(distinct: readonly TenantFinding[]): readonly TenantFinding[] {
  const changed = distinct.filter(isCause);
  if (changed.length === 0) return distinct;
  const byFund = new Map<string, TenantFinding[]>();
  for (const finding of distinct) {
    const fund = fundOf(finding);
    if (fund !== undefined) byFund.set(fund, [...(byFund.get(fund) ?? []), finding]);
  }
  // A changed record that names no fund can explain the figures of every fund.
  const isShared = changed.some(({ location }) => !location.some((part) => byFund.has(part)));
  const named = new Set(['investors', ...changed.flatMap(({ location }) => location)]);
  const counted = new Set<TenantFinding>();
  const lines = [...byFund].flatMap(([fund, own]) => {
    const followed = isShared || named.has(fund) ? withoutDirect(own) : [];
    if (followed.length <= mostListed) return [];
    for (const finding of followed) counted.add(finding);
    return [count(fund, followed)];
  });
  for (const example of examplesOf(distinct, counted)) counted.delete(example);
  return [...distinct.filter((finding) => !counted.has(finding)), ...lines];
}

/** Returns a counted figure of each kind that no listed figure has. */
function examplesOf(distinct: readonly TenantFinding[], counted: ReadonlySet<TenantFinding>): readonly TenantFinding[] {
  const kinds = new Set(distinct.flatMap((finding) => (counted.has(finding) ? [] : [finding.description])));
  return distinct.filter((finding) => {
    if (kinds.has(finding.description)) return false;
    kinds.add(finding.description);
    return true;
  });
}

/** Returns the number of findings of each kind as text: `NAV 1,206, TVPI 1`. */
export function countsOf<T>(all: readonly T[], kindOf: (item: T) => string | undefined): string {
  const numbers = new Map<string, number>();
  for (const kind of all.map(kindOf)) if (kind !== undefined) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  return [...numbers].map(([kind, number]) => `${kind} ${number.toLocaleString('en')}`).join(', ');
}

/**
 * Removes the figures that no changed record explains. Where many differ from their sums, that isn't certain, so they stay. A multiple that contradicts
 * others was always changed by hand.
 */
function withoutDirect(own: readonly TenantFinding[]): readonly TenantFinding[] {
  const numbers = new Map<string, number>();
  for (const { isDirect, description } of own)
    if (isDirect) numbers.set(description, (numbers.get(description) ?? 0) + 1);
  return own.filter(
    ({ isContradiction, isDirect, description }) =>
      !isContradiction && (!isDirect || (numbers.get(description) ?? 0) > mostDirect),
  );
}

/** Returns true for a changed record. The figures of a version aren't computed from it: they differ because they were changed. */
const isCause = ({ part, location: [type = ''], description }: TenantFinding): boolean =>
  part === 'records' && causes.has(type) && !(type === 'period' && description.startsWith('figures'));

/** Reports each figure once. One of a locked version that was changed differs from the ledger and from the displayed figure. */
export function withoutRepetition(findings: readonly TenantFinding[]): readonly TenantFinding[] {
  const keyOf = ({ location, description }: TenantFinding) => [location[0], location.at(-1), description].join('\n');
  const ofVersions = new Set(findings.filter(({ part }) => part === 'locked quarters').map(keyOf));
  return findings.filter((finding) => finding.part !== 'figures' || !ofVersions.has(keyOf(finding)));
}

/** Returns the fund of a figure that was computed again, or `investors` for figures across funds. The digest of a version follows from no record. */
function fundOf({ part, location, computed }: TenantFinding): string | undefined {
  const found = /^quarter \S+(?: of (.+))?$/s.exec(location[0] ?? '');
  const isFigure = part === 'figures' || (part === 'locked quarters' && location.length > 2);
  return found && isFigure && computed !== undefined ? (found[1] ?? 'investors') : undefined;
}

function count(fund: string, own: readonly TenantFinding[]): TenantFinding {
  const quarters = own.map(({ location: [quarter = ''] }) => quarter.split(' ')[1] ?? '').sort();
  const [first, last] = [quarters[0], quarters.at(-1)];
  const range = first === last ? `quarter ${first}` : `quarters ${first} to ${last}`;
  const kinds = countsOf(own, ({ description }) => description);
  return {
    part: 'figures',
    location: [fund, range],
    description: `${own.length.toLocaleString('en')} figures differ when computed again from the changed records (--all lists them): ${kinds}`,
  };
}
