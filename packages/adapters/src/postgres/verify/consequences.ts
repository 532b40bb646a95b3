import { performance } from '../tables/performance.ts';
import type { TenantFinding } from './finding.ts';
import { typeLabel } from './rowTexts.ts';

/** The largest number of consequences of a fund that are listed one by one. */
const mostListed = 5;

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
 * Reports each differing figure of a quarter once, and counts the figures of a fund that differ because a record does: one line for a fund, unless
 * they are few.
 */
export function countConsequences(findings: readonly TenantFinding[]): readonly TenantFinding[] {
  const distinct = withoutRepetition(findings);
  if (!distinct.some(isCause)) return distinct;
  const byFund = new Map<string, TenantFinding[]>();
  for (const finding of distinct) {
    const fund = fundOf(finding);
    if (fund !== undefined) byFund.set(fund, [...(byFund.get(fund) ?? []), finding]);
  }
  const counted = new Map([...byFund].filter(([, own]) => own.length > mostListed));
  return [
    ...distinct.filter((finding) => !counted.has(fundOf(finding) ?? '')),
    ...[...counted].map(([fund, own]) => count(fund, own)),
  ];
}

/** Returns true for a changed record. The figures of a version aren't computed from it: they differ because they were changed. */
const isCause = ({ part, location: [type = ''], description }: TenantFinding): boolean =>
  part === 'records' && causes.has(type) && !(type === 'period' && description.startsWith('figures'));

/** A figure of a locked version that was changed differs from the ledger and from the displayed figure. */
function withoutRepetition(findings: readonly TenantFinding[]): readonly TenantFinding[] {
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
  const titles = [...new Set(own.map(({ description }) => description))];
  return {
    part: 'figures',
    location: [fund, range],
    description: `${own.length} figures differ when computed again from the changed records: ${titles.join(', ')}`,
  };
}
