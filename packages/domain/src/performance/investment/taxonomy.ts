import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** How far above the code of its parent a code may lie: a sector's up to code + 9999, a sub-sector's up to code + 999. */
const spans = { sector: 9999n, subSector: 999n } as const;
export type TaxonomyLevel = keyof typeof spans;

const numberOf = (code: string): bigint | undefined => (/^\d{1,18}$/.test(code) ? BigInt(code) : undefined);

/**
 * Whether a code lies within a sector or a sub-sector: from its code to code + 9999, or + 999. A parent whose code is no number narrows nothing.
 *
 * Source: specification of the performance area, section 5.
 */
export function isWithin(level: TaxonomyLevel, parent: string, code: string): boolean {
  const from = numberOf(parent);
  if (from === undefined) return true;
  const at = numberOf(code);
  return at !== undefined && at >= from && at <= from + spans[level];
}

/** The codes of a sector, a sub-sector and an industry; absent where none is chosen. */
export interface TaxonomyCodes {
  readonly sector: string | undefined;
  readonly subSector: string | undefined;
  readonly industry: string | undefined;
}

/** Whether a sub-sector may stand below what is chosen above it. */
export const isSubSectorOf = ({ sector }: Pick<TaxonomyCodes, 'sector'>, code: string): boolean =>
  sector === undefined || isWithin('sector', sector, code);
/** The same of an industry: it lies within the sector, and within the sub-sector where one is chosen. */
export const isIndustryOf = (above: Pick<TaxonomyCodes, 'sector' | 'subSector'>, code: string): boolean =>
  isSubSectorOf(above, code) && (above.subSector === undefined || isWithin('subSector', above.subSector, code));

/**
 * Holds a company's classification together.
 *
 * Fails: OUT_OF_SECTOR, with the field.
 */
export function taxonomyOf(codes: TaxonomyCodes): Result<TaxonomyCodes, Failures> {
  const { subSector, industry } = codes;
  const failures: Failure[] = [];
  if (subSector !== undefined && !isSubSectorOf(codes, subSector))
    failures.push(fail('OUT_OF_SECTOR', ['subSector'], 'The sub-sector belongs to another sector.'));
  if (industry !== undefined && !isIndustryOf(codes, industry))
    failures.push(fail('OUT_OF_SECTOR', ['industry'], 'The industry belongs to another sector or sub-sector.'));
  return failures.length > 0 ? err(failures) : ok(codes);
}
