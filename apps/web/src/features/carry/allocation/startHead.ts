import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import type { EditorMode } from './addresses.ts';

export interface HeadStart {
  readonly mode: EditorMode;
  readonly container: { readonly name: string };
  readonly profile?: Pick<AllocationProfile, 'name' | 'description' | 'effectiveDate' | 'isShareBased' | 'rowVersion'>;
}

/** Returns the initial head fields of a profile. A copy is a new version, effective today by default. */
export function startHead({ mode, container, profile }: HeadStart, today: string, isShareBased: boolean) {
  if (!profile)
    return {
      name: `${container.name} Allocation Profile`,
      description: null,
      effectiveDate: today,
      isShareBased,
      reason: null,
    };
  const isCopy = mode === 'copy';
  return {
    name: isCopy ? `Copy of ${profile.name}` : profile.name,
    description: profile.description,
    effectiveDate: isCopy ? today : profile.effectiveDate,
    isShareBased: profile.isShareBased,
    reason: null,
    rowVersion: profile.rowVersion,
  };
}
