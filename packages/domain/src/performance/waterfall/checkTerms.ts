import { type Decimal, type Failure, type Failures, fail, hundred, numberText, type Path } from '../../kernel/index.ts';
import { percentTotal } from '../../kernel/index.ts';
import {
  type CatchUpTerms,
  type Override,
  type PreferredReturnTerms,
  type SplitTerms,
  type Tier,
  type TierKind,
  tierKinds,
  type WaterfallTerms,
} from './terms.ts';

const kindTitles: Readonly<Record<TierKind, string>> = {
  RETURN_OF_CAPITAL: 'Return of capital',
  PREFERRED_RETURN: 'Preferred return',
  CATCH_UP: 'Catch-up',
  SPLIT: 'Split',
};

/**
 * Checks the terms of an agreement: every term that is missing, and every one that contradicts another.
 *
 * Fails:  NOT_DETERMINED (a missing term), NUMBER_RANGE, PERCENT_RANGE, TIERS_OUT_OF_ORDER, HURDLES_CROSS, SHARES_OFF (the GP entities don't share 100%), REQUIRED.
 */
export function checkTerms(terms: WaterfallTerms): Failures {
  const { basis, tiers } = terms;
  return [
    ...(basis === null ? [missing(['basis'], 'The basis is missing: whole fund or deal by deal.')] : []),
    ...(tiers.length === 0 ? [missing(['tiers'], 'The tiers are missing.')] : []),
    ...orderFailures(tiers),
    ...tiers.flatMap(tierFailures),
    ...hurdleFailures(tiers),
    ...recipientFailures(terms),
    ...terms.overrides.flatMap((override, i) => overrideFailures(override, ['overrides', i], tiers)),
    ...clawbackFailures(terms),
    ...escrowFailures(terms),
  ].map((failure) => ({ ...failure, path: ['terms', ...failure.path] }));
}

const missing = (path: Path, sentence: string): Failure => fail('NOT_DETERMINED', path, sentence);

/** Capital and preferred return come first, in either order, then the catch-up, then the splits. */
const rankOf = (kind: TierKind): number => Math.max(1, tierKinds.indexOf(kind));

function orderFailures(tiers: readonly Tier[]): Failure[] {
  return tiers.flatMap((tier, i) => {
    const before = tiers.slice(0, i);
    const path = ['tiers', i, 'kind'];
    const title = kindTitles[tier.kind];
    const later = before.find(({ kind }) => rankOf(kind) > rankOf(tier.kind));
    if (later !== undefined)
      return [fail('TIERS_OUT_OF_ORDER', path, `${title} must come before ${kindTitles[later.kind].toLowerCase()}.`)];
    if (tier.kind !== 'SPLIT' && before.some(({ kind }) => kind === tier.kind))
      return [fail('TIERS_OUT_OF_ORDER', path, `${title} can be a tier only once.`)];
    const open = before.some((split) => split.kind === 'SPLIT' && split.until === null);
    if (open) return [fail('TIERS_OUT_OF_ORDER', path, 'No tier can follow a split that never ends. Add its hurdle.')];
    return i === tiers.length - 1 ? lastTierFailures(tier, i) : [];
  });
}

/** The last tier shares all further profit. A catch-up can't, because it ends at its target. */
function lastTierFailures(tier: Tier, i: number): Failure[] {
  if (tier.kind === 'CATCH_UP') return [missing(['tiers'], 'The split of the profit after the catch-up is missing.')];
  if (tier.kind !== 'SPLIT' || tier.until === null) return [];
  const sentence = 'The last split can’t have a hurdle. Add a split after it.';
  return [fail('TIERS_OUT_OF_ORDER', ['tiers', i, 'until'], sentence)];
}

function tierFailures(tier: Tier, i: number): Failure[] {
  const path = ['tiers', i];
  switch (tier.kind) {
    case 'RETURN_OF_CAPITAL':
      return [];
    case 'PREFERRED_RETURN':
      return preferredFailures(tier, path);
    case 'CATCH_UP':
      return catchUpFailures(tier, path);
    case 'SPLIT':
      return splitFailures(tier, path);
  }
}

function preferredFailures({ rate }: PreferredReturnTerms, path: Path): Failure[] {
  if (rate === null) return [missing([...path, 'rate'], 'The rate of the preferred return is missing.')];
  return rate.lt(0) ? [fail('NUMBER_RANGE', [...path, 'rate'], 'The preferred return can’t be negative.')] : [];
}

function catchUpFailures({ gpShare, target }: CatchUpTerms, path: Path): Failure[] {
  const failures = [
    ...shareFailures(gpShare, [...path, 'gpShare'], 'The GP’s share of the catch-up'),
    ...shareFailures(target, [...path, 'target'], 'The target of the catch-up'),
  ];
  if (failures.length > 0 || gpShare === null || target === null || gpShare.gt(target)) return failures;
  const sentence = `The GP’s share of the catch-up (${numberText(gpShare)}%) must be above its target (${numberText(target)}%), or it never ends.`;
  return [fail('NUMBER_RANGE', [...path, 'gpShare'], sentence)];
}

function splitFailures({ gpShare, until }: SplitTerms, path: Path): Failure[] {
  const failures = shareFailures(gpShare, [...path, 'gpShare'], 'The GP’s share of the split');
  if (until === null) return failures;
  const { irr, multiple } = until;
  if (irr === null && multiple === null)
    failures.push(missing([...path, 'until'], 'The hurdle of the split is missing: an IRR or a multiple.'));
  if (irr?.lte(-100))
    failures.push(fail('NUMBER_RANGE', [...path, 'until', 'irr'], 'The IRR of a hurdle must be above -100%.'));
  if (multiple?.lt(0))
    failures.push(fail('NUMBER_RANGE', [...path, 'until', 'multiple'], 'The multiple of a hurdle can’t be negative.'));
  if (gpShare?.eq(hundred))
    failures.push(
      fail('PERCENT_RANGE', [...path, 'gpShare'], 'A split that is the GP’s alone never brings a partner to a hurdle.'),
    );
  return failures;
}

function shareFailures(share: Decimal | null, path: Path, title: string): Failure[] {
  if (share === null) return [missing(path, `${title} is missing.`)];
  return share.lt(0) || share.gt(hundred) ? [fail('PERCENT_RANGE', path, `${title} must be from 0% to 100%.`)] : [];
}

/** Each hurdle must be above the one before it. A compounded preferred return is the first. */
function hurdleFailures(tiers: readonly Tier[]): Failure[] {
  const failures: Failure[] = [];
  let irr: Decimal | null = null;
  let multiple: Decimal | null = null;
  tiers.forEach((tier, i) => {
    if (tier.kind === 'PREFERRED_RETURN' && tier.compounding !== 'SIMPLE') irr = tier.rate;
    if (tier.kind !== 'SPLIT' || tier.until === null) return;
    const path = ['tiers', i, 'until'];
    if (isBelow(tier.until.irr, irr))
      failures.push(
        fail('HURDLES_CROSS', [...path, 'irr'], 'The IRR of a hurdle can’t be below that of the tier before.'),
      );
    if (isBelow(tier.until.multiple, multiple))
      failures.push(
        fail(
          'HURDLES_CROSS',
          [...path, 'multiple'],
          'The multiple of a hurdle can’t be below that of the tier before.',
        ),
      );
    irr = tier.until.irr ?? irr;
    multiple = tier.until.multiple ?? multiple;
  });
  return failures;
}

const isBelow = (value: Decimal | null, before: Decimal | null): boolean =>
  value !== null && before !== null && value.lt(before);

function recipientFailures({ recipients }: WaterfallTerms): Failure[] {
  if (recipients.length === 0) return [];
  const total = percentTotal(recipients.map(({ share }) => share));
  if (total.isHundred && recipients.every(({ share }) => share.gte(0))) return [];
  return [fail('SHARES_OFF', ['recipients'], `The shares of the GP entities must be 100% in all, not ${total.text}%.`)];
}

function overrideFailures(
  { partner, partnerClass, rate, carry }: Override,
  path: Path,
  tiers: readonly Tier[],
): Failure[] {
  const failures: Failure[] = [];
  if (partner === null && partnerClass === null)
    failures.push(fail('REQUIRED', [...path, 'partner'], 'A side letter must name a partner or a class of partners.'));
  if (rate?.lt(0))
    failures.push(fail('NUMBER_RANGE', [...path, 'rate'], 'The preferred return of a side letter can’t be negative.'));
  if (carry === null) return failures;
  failures.push(...shareFailures(carry, [...path, 'carry'], 'The carry of a side letter'));
  const catchUp = tiers.find((tier) => tier.kind === 'CATCH_UP');
  if (catchUp?.gpShare?.lte(carry))
    failures.push(
      fail(
        'NUMBER_RANGE',
        [...path, 'carry'],
        'The carry of a side letter must be below the GP’s share of the catch-up.',
      ),
    );
  return failures;
}

function clawbackFailures({ clawback: { policy, dates, tax } }: WaterfallTerms): Failure[] {
  const failures: Failure[] = [];
  if (policy === 'INTERIM' && dates.length === 0)
    failures.push(missing(['clawback', 'dates'], 'The dates of the interim clawback are missing.'));
  if (tax.method !== 'NONE')
    failures.push(...shareFailures(tax.rate, ['clawback', 'tax', 'rate'], 'The tax rate of the clawback'));
  return failures;
}

function escrowFailures({ escrow, taxDistribution }: WaterfallTerms): Failure[] {
  const failures: Failure[] = [];
  if (taxDistribution !== null)
    failures.push(
      ...shareFailures(taxDistribution.rate, ['taxDistribution', 'rate'], 'The rate of the tax distributions'),
    );
  if (escrow === null) return failures;
  failures.push(...shareFailures(escrow.percent, ['escrow', 'percent'], 'The percentage of carry in escrow'));
  if (escrow.release === 'DATE' && escrow.date === null)
    failures.push(missing(['escrow', 'date'], 'The release date of the escrow is missing.'));
  if (escrow.release === 'NAV_COVERAGE' && escrow.coverage === null)
    failures.push(missing(['escrow', 'coverage'], 'The NAV coverage that releases the escrow is missing.'));
  return failures;
}
