import type { GenerateForecastBody } from '@carrara/contract/carry/run/forecastRecord';
import type { ForecastRequest } from '@carrara/domain/carry/forecast';
import type { Remark } from '@carrara/domain/carry/run';
import type { Failures, Path } from '@carrara/domain/kernel';
import { displayedRemarks } from '../../../usecases/carry/displayedRemarks.ts';

/** Converts the body of a forecast to the domain's form. */
export function toForecastRequest(body: Omit<GenerateForecastBody, 'id'>): ForecastRequest {
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
  // A negative amount has to be fixed in the adjustment that caused it.
  net: 'totalCarryAdjustment',
};

/** Converts a path in the domain's input to the contract's names. */
const contractPath = (path: Path): Path =>
  path.map((part) => (typeof part === 'string' ? (names[part] ?? part) : part));

const display = (remarks: readonly Remark[], kind: Remark['kind']) =>
  displayedRemarks(
    remarks.map((remark) => ({ ...remark, path: contractPath(remark.path) })),
    kind,
  );

/** Returns the reasons why figures are not determined, optionally of one source. */
export const displayedProblems = (remarks: readonly Remark[], sourceId?: string) =>
  display(
    remarks.filter(({ location }) => sourceId === undefined || location?.sourceId === sourceId),
    'problem',
  );

/** Returns the warnings, which don't prevent anything. */
export const displayedWarnings = (remarks: readonly Remark[]) => display(remarks, 'warning');

export const forecastFailures = (failures: Failures): Failures =>
  failures.map((failure) => ({ ...failure, path: contractPath(failure.path) }));
