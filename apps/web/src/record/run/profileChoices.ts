import type { Reference } from '@carrara/contract/core/kinds';
import { formatDate } from '@carrara/ui/value/formatDate.ts';

export interface ProfileChoice {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isCurrent?: boolean;
  readonly isValid?: boolean;
  readonly effectiveDate?: string;
}

/** Returns the text of a profile. It starts with version and date, because a narrow cell or field cuts off the end. */
export function profileText(profile: ProfileChoice, all: readonly ProfileChoice[]): string {
  const { name, version, isCurrent, isValid, effectiveDate } = profile;
  return [
    `v${String(version)}`,
    effectiveDate ? formatDate(effectiveDate) : undefined,
    isCurrent ? 'default' : isOlder(profile, all) ? 'older than the default' : undefined,
    isValid === false ? 'not usable' : undefined,
    name,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** True if the source has a later default profile. */
function isOlder({ name, version, effectiveDate = '' }: ProfileChoice, all: readonly ProfileChoice[]): boolean {
  const current =
    all.find((profileChoice) => profileChoice.isCurrent && profileChoice.name === name) ??
    all.find(({ isCurrent }) => isCurrent);
  if (!current?.effectiveDate) return false;
  return (
    current.effectiveDate > effectiveDate || (current.effectiveDate === effectiveDate && current.version > version)
  );
}

/** Returns the profiles that a grid cell offers. */
export const profileReferences = (profiles: readonly ProfileChoice[]): readonly Reference[] =>
  profiles
    .filter(({ isValid }) => isValid !== false)
    .map((profile) => ({ id: profile.id, name: profileText(profile, profiles) }));
