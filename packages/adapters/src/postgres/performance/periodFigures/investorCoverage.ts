import { noNavShort } from '@carrara/domain/performance/period';
import { dayText, sentence } from '../../engine/words/text.ts';
import { leftOutSql } from '../../engine/lists/definition.ts';

const parts = (f: string): string =>
  `jsonb_to_recordset(${f}.coverage -> 'leftOut') x("vehicleId" uuid, "lastDate" date)
   JOIN container v ON v.tenant_id = ${f}.tenant_id AND v.id = x."vehicleId"`;
const missing = (f: string): string => sentence(noNavShort, dayText(`${f}.period_end`));

/**
 * Returns SQL that describes the coverage of an investor's figures `f` as the contract's `coverageText` does, or null.
 * `carriesForward` is SQL that is true if they include the last values of late funds.
 */
export const investorCoverage = (f: string, carriesForward = 'false'): string => {
  const isIn = `x."lastDate" IS NOT NULL AND coalesce(${carriesForward}, false)`;
  const named = (text: string, when: string) =>
    `string_agg(coalesce(v.code, v.name) || ${text}, '; ' ORDER BY lower(v.name), v.id) FILTER (WHERE ${when})`;
  return `CASE WHEN ${f}.coverage IS NOT NULL THEN (SELECT concat_ws('; ',
      format('%s of %s funds', (${f}.coverage ->> 'total')::int - count(*) FILTER (WHERE NOT (${isIn})), ${f}.coverage ->> 'total'),
      'excludes ' || ${named(`coalesce(', reported through ' || ${dayText('x."lastDate"')}, ' (' || rtrim(${missing(f)}, '.') || ')')`, `NOT (${isIn})`)},
      'includes ' || ${named(`' at its value on ' || ${dayText('x."lastDate"')}`, isIn)}) FROM ${parts(f)}) END`;
};

/** A fund that figures `f` leave out, as a JSON object. */
const leftOutFund = (f: string): string =>
  leftOutSql({
    id: 'v.id',
    name: 'coalesce(v.code, v.name)',
    reason: `CASE WHEN x."lastDate" IS NULL THEN ${missing(f)} END`,
    lastDate: 'x."lastDate"',
  });

/** Returns SQL for the funds that an investor's figures `f` leave out, as a JSON array for the coverage of a total, or null. */
export const fundsLeftOut = (f: string, carriesForward = 'false'): string =>
  `CASE WHEN ${f}.coverage IS NOT NULL THEN (SELECT jsonb_agg(${leftOutFund(f)} ORDER BY lower(v.name), v.id) FROM ${parts(f)}
    WHERE x."lastDate" IS NULL OR NOT coalesce(${carriesForward}, false)) END`;

/** Returns SQL for the coverage of an investor's figures `f` as the contract has it, or null. */
export const fundsCovered = (f: string): string =>
  `CASE WHEN ${f}.coverage IS NOT NULL THEN jsonb_build_object('included', (${f}.coverage ->> 'total')::int - jsonb_array_length(${f}.coverage -> 'leftOut'),
    'total', (${f}.coverage ->> 'total')::int, 'leftOut', ${fundsLeftOut(f)}, 'carried', '[]'::jsonb) END`;

/** Returns SQL for why an investor's figures `f` leave out a vehicle, as a JSON object, or null if they include it. */
export const leftOutOf = (f: string, vehicle: string): string =>
  `(SELECT ${leftOutFund(f)} - 'id' - 'name' FROM ${parts(f)} WHERE x."vehicleId" = ${vehicle})`;
