import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The range of codes below a parent: for a sector up to code + 9999, for a sub-sector up to code + 999. */
const spans = { sector: 9999n, subSector: 999n } as const;
export type TaxonomyLevel = keyof typeof spans;

const numberOf = (code: string): bigint | undefined => (/^\d{1,18}$/.test(code) ? BigInt(code) : undefined);

/**
 * Returns true if a code is in the range of a sector or a sub-sector. A parent with a nonnumeric code allows every code.
 */
export function isInCodeRange(level: TaxonomyLevel, parent: string, code: string): boolean {
  const from = numberOf(parent);
  if (from === undefined) return true;
  const at = numberOf(code);
  return at !== undefined && at >= from && at <= from + spans[level];
}

/** The codes of a sector, a sub-sector and an industry; absent if none is chosen. */
export interface TaxonomyCodes {
  readonly sector: string | undefined;
  readonly subSector: string | undefined;
  readonly industry: string | undefined;
}

/** Returns true if a sub-sector fits the chosen sector. */
export const isSubSectorOf = ({ sector }: Pick<TaxonomyCodes, 'sector'>, code: string): boolean =>
  sector === undefined || isInCodeRange('sector', sector, code);
/** Returns true if an industry fits the chosen sector and sub-sector. */
export const isIndustryOf = (above: Pick<TaxonomyCodes, 'sector' | 'subSector'>, code: string): boolean =>
  isSubSectorOf(above, code) && (above.subSector === undefined || isInCodeRange('subSector', above.subSector, code));

/**
 * Checks that a company's classification is consistent.
 *
 * Fails: OUT_OF_SECTOR, with the field.
 */
export function decideTaxonomy(codes: TaxonomyCodes): Result<TaxonomyCodes, Failures> {
  const { subSector, industry } = codes;
  const failures: Failure[] = [];
  if (subSector !== undefined && !isSubSectorOf(codes, subSector))
    failures.push(fail('OUT_OF_SECTOR', ['subSector'], 'The sub-sector belongs to another sector.'));
  if (industry !== undefined && !isIndustryOf(codes, industry))
    failures.push(fail('OUT_OF_SECTOR', ['industry'], 'The industry belongs to another sector or sub-sector.'));
  return failures.length > 0 ? err(failures) : ok(codes);
}
