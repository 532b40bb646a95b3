import type { TaxProfile, TaxProfileAssignment } from '@carrara/contract/carry/participant/taxProfile';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { Button, Checkbox, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import record from '../record.module.css';
import { taxRateText } from './taxRateText.ts';
import { allSources, type AssignedSource } from './taxAssignments.ts';

export interface TaxProfileQuestion {
  /** The possible targets of an assignment. The first one is preselected. */
  readonly sources: readonly AssignedSource[];
  readonly applied: readonly TaxProfileAssignment[];
  readonly assign: (taxProfileIds: readonly string[], source: AssignedSource) => Promise<unknown>;
}

/** Opens a dialog with the tax profiles that a source does not have yet. Resolves to the names of the assigned ones. */
export const selectTaxProfiles = (question: TaxProfileQuestion): Promise<readonly string[]> =>
  openDialog<readonly string[]>((close) => <SelectTaxProfiles {...question} onClose={close} />);

const mostOffered = 1000;

function SelectTaxProfiles(props: TaxProfileQuestion & { readonly onClose: (selected: readonly string[]) => void }) {
  const { sources, applied, assign, onClose } = props;
  const [sourceId, setSource] = useState(sources[0]?.id ?? allSources.id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { data } = useRead('listTaxProfiles', { query: { pageSize: mostOffered } });
  const source = sources.find(({ id }) => id === sourceId) ?? allSources;
  const offered = data?.pageData.filter(({ id }) => !isApplied(applied, id, source));
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const selected = (offered ?? []).filter(({ id }) => chosen.includes(id));
    if (selected.length === 0) return setError('Select at least one tax profile.');
    setSaving(true);
    try {
      await assign(
        selected.map(({ id }) => id),
        source,
      );
      onClose(selected.map(({ name }) => name));
    } catch (failure) {
      setError(failureText(failure));
      setSaving(false);
    }
  };
  return (
    <DialogFrame title="Select tax profiles" onClose={() => onClose([])} size="lg">
      <form aria-label="Select tax profiles" className={record.dialogFields} onSubmit={(event) => void submit(event)}>
        {error ? <Banner tone="bad">{error}</Banner> : null}
        {sources.length > 1 ? (
          <Select
            label="Applies to"
            allowDeselect={false}
            data={sources.map(({ id, name }) => ({ value: id, label: name }))}
            value={sourceId}
            onChange={(id) => setSource(id ?? allSources.id)}
          />
        ) : null}
        {offered === undefined ? (
          <LoadingState lines={4} />
        ) : offered.length === 0 ? (
          <EmptyState text="Every tax profile is already applied." />
        ) : (
          offered.map((profile) => (
            <Checkbox
              key={profile.id}
              label={profile.name}
              description={describe(profile)}
              checked={chosen.includes(profile.id)}
              onChange={(event) => choose(profile.id, event.currentTarget.checked)}
            />
          ))
        )}
        <DialogActions onCancel={() => onClose([])}>
          <Button type="submit" loading={isSaving}>
            Add
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** True if a profile is already assigned to the source, directly or through all sources. */
const isApplied = (applied: readonly TaxProfileAssignment[], id: string, source: AssignedSource) =>
  applied.some(
    (item) =>
      item.taxProfile.id === id &&
      (item.sourceType === 'all' || source.type === undefined || item.sourceId === source.id),
  );

const describe = (profile: TaxProfile) => [taxRateText(profile), profile.description].filter(Boolean).join(' · ');
