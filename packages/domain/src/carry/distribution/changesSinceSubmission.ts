import { type Decimal, spokenMoney, zero } from '../../kernel/index.ts';
import {
  computeDistributionAt,
  distributionInputFromJson,
  type DistributionInputJson,
  distributionInputToJson,
  type DistributionResult,
  isDetermined,
  sameJson,
  storedWarnings,
  type Warning,
  createWarning,
} from '../run/index.ts';
import type { ComputedRun } from './computeRun.ts';
import { isStoredWarning, warningKey, type SavedDraft } from './distributionDraft.ts';

/** The maximum number of records or payees that a warning names. */
const mostNamed = 5;

/**
 * Returns what has changed since a run was submitted: the records, the payments of a new draft, and its new warnings and problems. The submitted
 * figures stay. Empty if nothing has changed.
 *
 * Fails: as warnings INPUTS_CHANGED.
 */
export function changesSinceSubmission(
  stored: SavedDraft,
  computed: ComputedRun,
  engineVersion: string,
): readonly Warning[] {
  const now = distributionInputToJson(computed.run.input);
  const changed = changedRecords(stored, computed, now);
  const before = new Set(storedWarnings(stored.remarks).map(warningKey));
  const warnings = computed.warnings.filter((warning) => isStoredWarning(warning) && !before.has(warningKey(warning)));
  const isSameInput = changed.length === 0 && sameJson(now, stored.input);
  if (isSameInput && warnings.length + computed.problems.length === 0) return [];
  const records =
    changed.length > 0
      ? `Records have changed since this was submitted: ${listed(changed)}.`
      : 'Records have changed since this was submitted.';
  return [
    `${records} The submitted figures stay as they are.`,
    ...(isSameInput ? [] : changedPayments(stored, computed, engineVersion)),
    ...warnings.map(({ detail }) => `A new draft would warn: ${detail}`),
    ...computed.problems.map(({ detail }) => `A new draft couldn’t be submitted: ${detail}`),
  ].map((text) => createWarning('INPUTS_CHANGED', ['sources'], text));
}

const listed = (texts: readonly string[]): string => {
  const others = texts.length - mostNamed;
  return [...texts.slice(0, mostNamed), ...(others > 0 ? [`${String(others)} more`] : [])].join('; ');
};

function changedPayments(stored: SavedDraft, { rows, draft }: ComputedRun, engineVersion: string): readonly string[] {
  const submitted = computeDistributionAt(engineVersion, distributionInputFromJson(stored.input)).unwrapOr(undefined);
  if (!submitted || !isDetermined(rows.totals)) return [];
  const [before, now] = [netByPayee(submitted), netByPayee(draft.result)];
  const payees = [...new Set([...before.keys(), ...now.keys()])]
    .map((id) => ({ id, submitted: before.get(id) ?? zero, now: now.get(id) ?? zero }))
    .filter((payee) => !payee.now.eq(payee.submitted))
    .toSorted((payee, other) =>
      other.now.minus(other.submitted).abs().comparedTo(payee.now.minus(payee.submitted).abs()),
    );
  if (payees.length === 0) return ['A new draft would pay the same amounts.'];
  const each = payees.map(
    ({ id, submitted: paid, now: net }) => `${id} ${spokenMoney(net)} instead of ${spokenMoney(paid)}`,
  );
  const [total, was] = [draft.result.totals.net, submitted.totals.net];
  return [`A new draft would pay ${spokenMoney(total)} net instead of ${spokenMoney(was)}: ${listed(each)}.`];
}

const netByPayee = ({ participants }: DistributionResult): ReadonlyMap<string, Decimal> =>
  new Map(participants.map(({ id, net }) => [id, net]));

/** Returns each changed record with what changed about it: `Ann Lee (terminated)`. */
function changedRecords(stored: SavedDraft, { rows, request }: ComputedRun, now: DistributionInputJson) {
  const found = new Map<string, string[]>();
  const note = (record: string, aspect: string) => found.set(record, [...(found.get(record) ?? []), aspect]);
  const before = stored.input;

  const participants = byId(before.participants);
  for (const participant of now.participants) {
    const earlier = participants.get(participant.id);
    if (!earlier) continue;
    if (earlier.status !== participant.status)
      note(participant.id, participant.status === 'terminated' ? 'terminated' : 'no longer terminated');
    if (!sameJson(earlier.members, participant.members)) note(participant.id, 'members');
    if (!sameJson(idsIn(earlier), idsIn(participant))) note(participant.id, 'assigned tax profiles');
    if (earlier.isEscrowExempt !== participant.isEscrowExempt || earlier.defaultEscrow !== participant.defaultEscrow)
      note(participant.id, 'escrow terms');
  }
  const sources = byId(before.sources);
  for (const [i, source] of now.sources.entries()) {
    const earlier = sources.get(source.id);
    if (rows.sources[i]?.profileId !== stored.profileIds[i]) note(source.id, 'default allocation profile');
    else if (!sameJson(earlier?.allocations, source.allocations))
      note(source.id, request.investorBalanceBased ? 'carry balances' : 'allocations');
    if (!sameJson(idsIn(earlier ?? {}), idsIn(source))) note(source.id, 'assigned tax profiles');
  }
  if (!sameJson(idsIn(before), idsIn(now))) note('all sources', 'assigned tax profiles');
  const profiles = byId(taxProfilesIn(before));
  for (const profile of byId(taxProfilesIn(now)).values()) {
    const earlier = profiles.get(profile.id);
    if (earlier && !sameJson(earlier, profile)) note(profile.id, 'tax rates');
  }
  return [...found].map(([record, aspect]) => `${record} (${aspect.join(', ')})`);
}

const byId = <R extends { readonly id: string }>(records: readonly R[]): ReadonlyMap<string, R> =>
  new Map(records.map((record) => [record.id, record]));

const idsIn = ({ taxProfiles = [] }: Pick<DistributionInputJson, 'taxProfiles'>) => taxProfiles.map(({ id }) => id);

const taxProfilesIn = (input: DistributionInputJson) =>
  [input, ...input.sources, ...input.participants].flatMap(({ taxProfiles = [] }) => taxProfiles);
