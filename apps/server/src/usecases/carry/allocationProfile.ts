import { profileStore } from '@carrara/adapters/postgres/carry/allocation/store';
import {
  decideProfileEdit,
  hasProfiles,
  type MemberResolution,
  profileDraft,
  type ProfileInput,
  type ProfileReallocation,
  type ProfileToStore,
  profileWithResolvedMembers,
  reallocatedProfile,
  type StoredProfile,
} from '@carrara/domain/carry/allocation';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, recordNotFound } from '../outcome.ts';
import { lockForEdit, type Step } from '../runDocument.ts';

type Context = Pick<RequestContext, 'tx'>;

export interface ProfileToSave extends ProfileInput {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly containerId: string;
  /** The profile that a new profile is copied from. */
  readonly copiedFromId?: string | null | undefined;
}

/**
 * Creates or changes a profile. Editing a profile that a distribution uses creates the next version.
 *
 * Source: docs/calculations/allocation-profile.md.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, PROFILE_IN_USE, and those of `profileDraft`.
 */
export async function saveAllocationProfile({ tx }: Context, input: ProfileToSave): Outcome {
  const store = profileStore(tx);
  const container = await store.lockContainer(input.containerId);
  if (!container || !hasProfiles(container)) return recordNotFound('container', 'containerId');
  let before: StoredProfile | undefined;
  if (input.id) {
    before = await store.lockHead(input.id);
    if (before?.containerId !== container.id) return recordNotFound(store.noun);
    const stale = await store.staleVersion(before, input.rowVersion);
    if (stale) return err([stale]);
  }
  const editable = decideProfileEdit(before, input);
  if (editable.isErr()) return err(editable.error);
  const copied = before || !input.copiedFromId ? undefined : await store.lockHead(input.copiedFromId);
  const copiedFrom = copied?.containerId === container.id ? copied : undefined;
  const references = await store.loadReferences(input.entries);
  const members = container.kind === 'entity' ? await store.loadMembers(container.id) : [];

  const profile = profileDraft(input, { container, before, copiedFrom, references, members });
  if (profile.isErr()) return err(profile.error);

  return ok(await store.save(profile.value, before ?? copiedFrom, !before || input.asNewVersion === true));
}

/**
 * Gives one participant's percentage to others. If a distribution uses the profile, this creates the next version; otherwise the next revision.
 *
 * Source: docs/calculations/reallocation.md.
 * Fails:  NOT_FOUND, STALE_VERSION, and those of `reallocatedProfile`.
 */
export const reallocateAllocationProfile = (context: Context, step: ProfileReallocation & Step): Outcome =>
  change(context, step, async (store, before) =>
    reallocatedProfile(before, await store.lockContainer(before.containerId), step),
  );

/**
 * Resolves an entity's entry whose members have changed since it was entered. If a distribution uses the profile, this creates the next version;
 * otherwise the next revision.
 *
 * Fails:  NOT_FOUND, STALE_VERSION, and those of `profileWithResolvedMembers`.
 */
export const resolveProfileMembers = (context: Context, step: MemberResolution & Step): Outcome =>
  change(context, step, async (store, before) => {
    const { memberProfileId, participantId } = step;
    const isUsable = !memberProfileId || (await store.isUsableFor(memberProfileId, participantId));
    return profileWithResolvedMembers(before, await store.lockContainer(before.containerId), step, isUsable);
  });

/** Locks a profile, decides on its next content and saves it. */
async function change(
  { tx }: Context,
  { id, rowVersion }: Step,
  decide: (store: ReturnType<typeof profileStore>, before: StoredProfile) => Promise<Result<ProfileToStore, Failures>>,
): Outcome {
  const store = profileStore(tx);
  const locked = await lockForEdit(store, { id, rowVersion: rowVersion ?? 'unchecked' }, () => ok());
  if (locked.isErr()) return err(locked.error);
  const before = locked.value.head;
  const profile = await decide(store, before);
  return profile.isErr() ? err(profile.error) : ok(await store.save(profile.value, before, before.isInUse));
}
