import { type Decimal, type Failures, ok, type Result, zero, zip } from '../../kernel/index.ts';
import { computeProfile } from './computeProfile.ts';
import { type AllocationProfile, type EntryField, entryFields, type ProfileEntry } from './profile.ts';

interface FieldDifference {
  readonly field: EntryField;
  readonly before: Decimal;
  readonly after: Decimal;
}

/** The change of one participant between two versions of a profile. */
export interface EntryDifference {
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly fields: readonly FieldDifference[];
  readonly effectiveBefore: Decimal;
  readonly effectiveAfter: Decimal;
  /** After minus before, in percentage points. */
  readonly effectiveChange: Decimal;
}

/**
 * Compares two versions of an allocation profile by participant: first those of the later version in its order, then those removed.
 *
 * An entry with unchanged inputs can still be 'changed', because other percentages affect its prediluted share.
 *
 * Fails:  as `computeProfile` of either version.
 */
export function compareProfiles(
  before: AllocationProfile,
  after: AllocationProfile,
): Result<readonly EntryDifference[], Failures> {
  return computeProfile(before).andThen((computedBefore) =>
    computeProfile(after).andThen((computedAfter) => {
      const old = versionById(before, computedBefore.entries);
      const current = versionById(after, computedAfter.entries);
      const removedIds = [...old.keys()].filter((id) => !current.has(id));
      return ok([...current.keys(), ...removedIds].map((id) => compareEntry(id, old.get(id), current.get(id))));
    }),
  );
}

interface VersionEntry {
  readonly inputs: ProfileEntry;
  readonly effective: Decimal;
}

function versionById(
  profile: AllocationProfile,
  computed: readonly { readonly effective: Decimal }[],
): ReadonlyMap<string, VersionEntry> {
  return new Map(
    zip(profile.entries, computed).map(([inputs, { effective }]) => [inputs.id, { inputs, effective }] as const),
  );
}

function compareEntry(id: string, old: VersionEntry | undefined, current: VersionEntry | undefined): EntryDifference {
  const fields = entryFields.flatMap((field) => {
    const before = old?.inputs[field] ?? zero;
    const after = current?.inputs[field] ?? zero;
    return before.equals(after) ? [] : [{ field, before, after }];
  });
  const effectiveBefore = old?.effective ?? zero;
  const effectiveAfter = current?.effective ?? zero;
  const effectiveChange = effectiveAfter.minus(effectiveBefore);
  const same = fields.length === 0 && effectiveChange.isZero();
  const change = old === undefined ? 'added' : current === undefined ? 'removed' : same ? 'same' : 'changed';
  return { id, change, fields, effectiveBefore, effectiveAfter, effectiveChange };
}
