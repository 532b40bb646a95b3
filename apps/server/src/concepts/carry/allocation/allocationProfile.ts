import {
  currentProfileId,
  entriesOfProfile,
  loadProfileSummary,
  profileNavigation,
  profilesOfContainer,
} from '@carrara/adapters/postgres/carry/allocation/reads';
import {
  deleteProfile,
  lockProfile,
  loadStoredProfile,
  setDefaultProfile,
  staleFailure,
} from '@carrara/adapters/postgres/carry/allocation/store';
import { profileEntryList } from '@carrara/adapters/postgres/carry/allocation/entryList';
import { holdersOfInvestment } from '@carrara/adapters/postgres/carry/carryViews/sourceChoices';
import type {
  AllocationProfile,
  allocationProfileEndpoints,
} from '@carrara/contract/carry/allocation/allocationProfile';
import { explanationRecords } from '@carrara/adapters/postgres/carry/distribution/explanationRecords';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { emptyId } from '@carrara/contract/core/kinds';
import {
  checkProfileUse,
  computeProfile,
  type EntryDraft,
  reallocate,
  SHARES_DECIMALS,
  type StoredProfile,
} from '@carrara/domain/carry/allocation';
import {
  createExplanations,
  decimal,
  err,
  type Failures,
  fail,
  numberText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import type { HandlerInputOf, Operations, RequestContext } from '../../../core/operations.ts';
import { ownedListOperation } from '../../../core/ownerScope.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import {
  reallocateAllocationProfile,
  resolveProfileMembers,
  saveAllocationProfile,
} from '../../../usecases/carry/allocationProfile.ts';

type Answer = Promise<Result<AllocationProfile, Failures>>;
const missing = err([fail('NOT_FOUND', ['id'], 'There is no such allocation profile.')]);

const inputOf = ({ isShareBased, entries }: StoredProfile) => ({
  method: isShareBased ? ('shares' as const) : ('percent' as const),
  entries: entries.map((entry) => ({ ...entry, id: entry.participantId })),
});

/** Reads a profile with its entries. The domain computes totals and problems. */
async function read({ tx }: RequestContext, id: string): Answer {
  const summary = await loadProfileSummary(tx, id);
  const stored = await loadStoredProfile(tx, id);
  if (!summary || !stored) return missing;
  const entries = await entriesOfProfile(tx, id);
  const computed = computeProfile(inputOf(stored));
  if (computed.isErr()) throw new Error(`profile ${id} was stored and cannot be computed`);
  const { totals } = computed.value;
  const names = new Map(entries.map(({ participantId, name }) => [participantId, name]));
  const use = { entityMembers: summary.profileTarget === 'Entity' };
  return ok({
    ...summary,
    entries,
    totals: {
      totalPredilute: numberText(totals.predilute),
      totalFixed: numberText(totals.fixed),
      totalDiscretionary: numberText(totals.discretionary),
      totalEffective: numberText(totals.effective),
      totalShares: numberText(totals.shares),
    },
    problems: checkProfileUse(computed.value, use).map(({ code, path, detail }) => ({
      code,
      path: [...path],
      message: [...names].reduce((text, [participant, name]) => text.replaceAll(participant, name), detail),
    })),
  });
}

const optional = (text: string | null | undefined) =>
  text === null || text === undefined || text === '' ? undefined : decimal(text);
const idOf = (reference: { readonly id: string } | null | undefined) =>
  reference && reference.id !== emptyId ? reference.id : undefined;

async function answered(context: RequestContext, outcome: Result<string, Failures>): Answer {
  return outcome.isErr() ? err(outcome.error) : read(context, outcome.value);
}

/** Resolves participants who are given by their entry. */
async function inParticipants(
  { tx }: RequestContext,
  id: string,
  body: { readonly removed: string; readonly recipients: readonly string[] },
) {
  const entries = await entriesOfProfile(tx, id);
  const byEntry = new Map(entries.map((entry) => [entry.id, entry.participantId]));
  const participant = (entryId: string) => byEntry.get(entryId) ?? entryId;
  return { entries, removed: participant(body.removed), recipients: body.recipients.map(participant) };
}

/**
 * Resolves the holder of a profile. An investment has no profile of its own, so its only holding is used. If there are
 * several, the caller has to choose one.
 */
async function holderOf({ tx }: RequestContext, id: string): Promise<Result<string, Failures>> {
  const parts = await holdersOfInvestment(tx, id);
  if (parts.length <= 1) return ok(parts[0]?.id ?? id);
  const names = parts.map(({ holderName }) => holderName).join(', ');
  const text = `This investment has several holders (${names}). Save the profile of one holder’s part instead.`;
  return err([fail('SEVERAL_HOLDERS', ['containerId'], text)]);
}

/** Saves a profile like its operation but returns only the id, so that a bulk import doesn't read each one back. */
export async function storeAllocationProfile(
  context: RequestContext,
  { params, body }: HandlerInputOf<(typeof allocationProfileEndpoints)['saveAllocationProfile']>,
): Promise<Result<string, Failures>> {
  const containerId = await holderOf(context, params.containerId.toLowerCase());
  if (containerId.isErr()) return err(containerId.error);
  return saveAllocationProfile(context, {
    id: body.id === emptyId ? undefined : body.id,
    rowVersion: body.rowVersion,
    reason: body.reason,
    containerId: containerId.value,
    name: body.name.trim(),
    description: body.description?.trim() || null,
    effectiveDate: body.effectiveDate,
    isCurrent: body.isCurrent,
    isShareBased: body.isShareBased,
    asNewVersion: body.asNewVersion,
    copiedFromId: idOf(body.copiedFrom),
    entries: body.entries.map(
      (entry): EntryDraft => ({
        participantId: entry.participantId.toLowerCase(),
        predilute: optional(entry.predilute),
        fixed: optional(entry.fixed),
        discretionary: optional(entry.discretionary),
        shares: optional(entry.shares),
        participantClassId: idOf(entry.participantClass),
        vestingScheduleId: idOf(entry.vestingSchedule),
        memberProfileId: idOf(entry.profile),
        membersSettled: entry.memberMismatch === false,
      }),
    ),
  });
}

/** Names each step by its entry's participant. */
function namedEntries(
  entries: readonly { readonly participantId: string }[],
  records: Awaited<ReturnType<typeof explanationRecords>>,
  node: ExplanationNode,
): ExplanationNode {
  const at = (path: readonly (string | number)[] = []) =>
    path[0] === 'entries' ? records.get(entries[Number(path[1])]?.participantId ?? '') : undefined;
  const record = at(node.path);
  return {
    ...node,
    name: `Effective % · ${record?.name ?? 'all entries'}`,
    records: record?.type ? [{ ...record, type: record.type }] : [],
    inputs: node.inputs.map((input) => ({ ...input, name: at(input.figure)?.name ?? input.name })),
    children: node.children.map((child) => namedEntries(entries, records, child)),
  };
}

export const allocationProfileOperations: Operations<typeof allocationProfileEndpoints> = {
  getAllocationProfile: (context, { params }) => read(context, params.id),
  listContainerAllocationProfiles: async ({ tx, today }, { params, query }) =>
    ok(await profilesOfContainer(tx, params.id, query.asOf, today)),
  async getCurrentAllocationProfile(context, { params, query }) {
    const id = await currentProfileId(context.tx, params.id, query.asOf);
    return id ? read(context, id) : missing;
  },
  listAllocationProfiles: async ({ tx }) => ok(await profileNavigation(tx)),
  listAllocationProfileEntries: ownedListOperation(
    'allocationProfile',
    profileEntryList,
    (_query, _context, { params }) => ({
      profileId: params.id,
    }),
  ),
  saveAllocationProfile: async (context, input) => answered(context, await storeAllocationProfile(context, input)),
  async setDefaultAllocationProfile(context, { params, body }) {
    const profile = await lockProfile(context.tx, params.id);
    if (!profile) return missing;
    const stale =
      typeof body.rowVersion === 'number' ? await staleFailure(context.tx, profile, body.rowVersion) : undefined;
    if (stale) return err([stale]);
    const stored = await setDefaultProfile(context.tx, profile);
    return stored.isErr() ? err([stored.error]) : read(context, params.id);
  },
  async deleteAllocationProfile({ tx }, { params, query }) {
    const profile = await lockProfile(tx, params.id);
    if (!profile) return missing;
    const removed = await deleteProfile(tx, profile, query.rowVersion);
    return removed.map((id) => ({ id })).mapErr((failure) => [failure]);
  },
  async reallocateAllocationProfile(context, { params, body }) {
    const requested = await inParticipants(context, params.id, body);
    const { removed, recipients } = requested;
    const outcome = await reallocateAllocationProfile(context, {
      id: params.id,
      rowVersion: body.rowVersion,
      reason: body.reason,
      removed,
      recipients,
    });
    return answered(context, outcome);
  },
  async previewReallocation(context, { params, body }) {
    const stored = await loadStoredProfile(context.tx, params.id);
    if (!stored) return missing;
    const { entries, removed, recipients } = await inParticipants(context, params.id, body);
    const result = reallocate({ ...inputOf(stored), removed, recipients, sharesDecimals: SHARES_DECIMALS });
    if (result.isErr()) return err(result.error);
    const old = new Map(entries.map((entry) => [entry.participantId, entry]));
    return ok(
      result.value.entries.map(({ id, adjustment, effective }) => ({
        participantId: id,
        name: old.get(id)?.name ?? '',
        effective: old.get(id)?.effective ?? '0',
        adjustment: numberText(adjustment),
        target: numberText(effective),
      })),
    );
  },
  async resolveAllocationProfileMembers(context, { params, body }) {
    const outcome = await resolveProfileMembers(context, {
      id: params.id,
      rowVersion: body.rowVersion,
      reason: body.reason,
      participantId: body.participantId,
      memberProfileId: idOf(body.profile),
    });
    return answered(context, outcome);
  },
  async explainAllocationProfile({ tx }, { params, query }) {
    const profile = await loadStoredProfile(tx, params.id);
    const position = profile?.entries.findIndex(({ participantId }) => participantId === query.participantId) ?? -1;
    if (!profile || position < 0) return missing;
    const explanations = createExplanations();
    const computed = computeProfile(inputOf(profile), explanations);
    if (computed.isErr()) return err(computed.error);
    const tree = explanations.tree(['entries', position, 'effective']);
    if (!tree) return missing;
    const records = await explanationRecords(
      tx,
      profile.entries.map(({ participantId }) => participantId),
    );
    return ok(namedEntries(profile.entries, records, explanationNode(tree)));
  },
};
