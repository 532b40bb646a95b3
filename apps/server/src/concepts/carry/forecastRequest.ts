import type { GenerateForecastBody } from '@carrara/contract/carry/forecastRecord';
import type { ForecastRequest } from '@carrara/domain/carry/forecast';
import type { Remark } from '@carrara/domain/carry/run';
import type { Failures, Path } from '@carrara/domain/kernel';
import { shownRemarks } from './readDistribution.ts';

/** The body of a forecast in the words of the domain. */
export function forecastRequestOf(body: Omit<GenerateForecastBody, 'id'>): ForecastRequest {
  return {
    distributionDate: body.distributionDate,
    sources: body.forecastSources.map((source) => {
      const { multiple, grossCarryDistributed: gross, editedLast } = source;
      const byGross = editedLast ? editedLast === 'gross' : typeof gross === 'string' && typeof multiple !== 'string';
      return {
        sourceId: source.source.id.toLowerCase(),
        type: source.type,
        ...(source.allocationProfile ? { profileId: source.allocationProfile.id } : {}),
        investedAmount: source.investedAmount,
        ...(byGross && typeof gross === 'string' ? { gross } : { multiple: multiple ?? '1' }),
        carryAdjustment: source.totalCarryAdjustment ?? '0.00',
      };
    }),
  };
}

const names: Readonly<Record<string, string>> = {
  sources: 'forecastSources',
  gross: 'grossCarryDistributed',
  carryAdjustment: 'totalCarryAdjustment',
  // What is below zero is mended where it was taken off.
  net: 'totalCarryAdjustment',
};

/** A place in the domain's input as the contract names it. */
const contractPath = (path: Path): Path =>
  path.map((part) => (typeof part === 'string' ? (names[part] ?? part) : part));

const shown = (remarks: readonly Remark[], kind: Remark['kind']) =>
  shownRemarks(
    remarks.map((remark) => ({ ...remark, path: contractPath(remark.path) })),
    kind,
  );

/** What is not determined and why; of one source where it is named. */
export const shownProblems = (remarks: readonly Remark[], sourceId?: string) =>
  shown(
    remarks.filter(({ place }) => sourceId === undefined || place?.sourceId === sourceId),
    'problem',
  );

/** What is to be known, and stands against nothing. */
export const shownWarnings = (remarks: readonly Remark[]) => shown(remarks, 'warning');

export const forecastFailures = (failures: Failures): Failures =>
  failures.map((failure) => ({ ...failure, path: contractPath(failure.path) }));
