import type { AllocationProfile } from '@carrara/contract/carry/allocationProfile';
import type { EditorMode } from './places.ts';

export interface HeadStart {
  readonly mode: EditorMode;
  readonly container: { readonly name: string };
  readonly profile?: Pick<AllocationProfile, 'name' | 'description' | 'effectiveDate' | 'isShareBased' | 'rowVersion'>;
}

/** What the head of a profile starts with. A copy is another version: it is effective from today until another day is said. */
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
