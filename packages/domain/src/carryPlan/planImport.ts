import { createDesk } from './desk.ts';
import type { ExistingRecords, ImportEffect, ImportWrite } from './existing.ts';
import { checkMembers } from './members.ts';
import { nameContainers, planContainers } from './planContainers.ts';
import { planDistribution } from './planDistribution.ts';
import { nameParticipants, planParticipants } from './planParticipants.ts';
import { planMemberProfiles } from './planMemberProfiles.ts';
import { planProfiles } from './planProfiles.ts';
import { nameRules, planTaxProfiles, planVestingSchedules } from './planRules.ts';
import { type ReadPlan, readCarryPlan, type UploadedSheet } from './readCarryPlan.ts';
import { type RowError, sortErrors } from './rowError.ts';

/** What an import would do. With errors it does nothing: `writes` is empty then. */
export interface ImportPlan {
  readonly effects: readonly ImportEffect[];
  readonly writes: readonly ImportWrite[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
}

/**
 * Decides what an uploaded carry plan changes: records are matched by code or name and made, changed where they differ or left as they are;
 * nothing is deleted. A profile that a distribution uses gets a new version, and a distribution that is no draft is left alone. Reference
 * data that the plan uses is made when missing, currencies and countries aside.
 *
 * All errors are told at once, each with sheet, row, column and reason.
 */
export function planImport(
  { plan, errors, notes }: ReadPlan,
  existing: ExistingRecords,
  newId: () => string,
): ImportPlan {
  const desk = createDesk(existing, newId);
  desk.errors.push(...errors);
  desk.notes.push(...notes);
  nameContainers(desk, plan);
  nameRules(desk, plan);
  nameParticipants(desk, plan);
  planVestingSchedules(desk, plan);
  planTaxProfiles(desk, plan);
  planContainers(desk, plan);
  checkMembers(desk, plan);
  planParticipants(desk, plan);
  planMemberProfiles(desk, plan);
  planProfiles(desk, plan);
  planDistribution(desk, plan);
  const sorted = sortErrors(desk.errors);
  const isRefused = sorted.length > 0;
  return {
    effects: isRefused ? [] : desk.effects(),
    writes: isRefused ? [] : desk.writes,
    errors: sorted,
    notes: desk.notes,
  };
}

/** Reads and plans in one go: what the check of an upload answers. */
export function planUpload(
  sheets: readonly UploadedSheet[],
  existing: ExistingRecords,
  newId: () => string,
): ImportPlan {
  return planImport(readCarryPlan(sheets), existing, newId);
}
