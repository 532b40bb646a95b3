import type { Reference } from '@carrara/contract/core/kinds';
import { Select } from '@mantine/core';
import { useRead } from '../../api/calls.ts';
import { type ProfileChoice, profileText } from './profileChoices.ts';

export interface SourceProfileProps {
  readonly sourceId: string;
  /** The date as of which the source is allocated; undefined until it is entered. */
  readonly date: string | undefined;
  /** The chosen profile; null for the one in force on the date. */
  readonly profileId: string | null;
  /** The profile that is applied now. */
  readonly used: (Reference & Pick<ProfileChoice, 'version'>) | null | undefined;
  readonly disabled: boolean;
  readonly onChange: (profileId: string | null) => void;
}

/** A choice of the profile that allocates a source: the one in force on its date, or a fixed one. */
export function SourceProfile({ sourceId, date, profileId, used, disabled, onChange }: SourceProfileProps) {
  const { data: options } = useRead('listDistributionSourceOptions', { query: date ? { distributionDate: date } : {} });
  const found = options?.find(({ source }) => source.id === sourceId)?.profiles ?? [];
  const all: readonly ProfileChoice[] =
    used && !found.some(({ id }) => id === used.id) ? [...found, { ...used, name: used.name ?? '' }] : found;
  const now = all.find(({ id }) => id === used?.id);
  const inForce = profileId === null && now ? `In force on the day: ${profileText(now, all)}` : 'In force on the day';
  return (
    <Select
      label="Allocation profile"
      data={[
        { value: '', label: inForce },
        ...all.map((profileChoice) => ({
          value: profileChoice.id,
          label: profileText(profileChoice, all),
          disabled: profileChoice.isValid === false,
        })),
      ]}
      value={profileId ?? ''}
      allowDeselect={false}
      disabled={disabled}
      onChange={(chosen) => onChange(chosen || null)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
