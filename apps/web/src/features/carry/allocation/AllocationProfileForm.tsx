import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import { defineFields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Form } from '@carrara/ui/form/Form.tsx';
import { FormFields } from '@carrara/ui/form/FormFields.tsx';
import { type SaveFailure, useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fields } from 'virtual:contract/tables';
import { isFailure } from '../../../api/failure.ts';
import { useFormWrite } from '../../../api/calls.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { useContinueTo, useIsVisible } from '../../../frame/useContinueTo.ts';
import { refusals } from '../../../record/editor/refusals.ts';
import { isStale, offerLatestVersion } from '../../../record/editor/staleEdit.ts';
import { useSession } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { DraftEntries } from './DraftEntries.tsx';
import { type DraftEntry, draftEntries, entriesToSave, unreadCells } from './draft.ts';
import { containerPath, type EditorMode, profilePath, sectionOfContainer } from './addresses.ts';
import styles from './editor.module.css';
import type { Container } from './useContainer.ts';
import { useDraftHistory } from '../../../record/editor/useDraftHistory.ts';
import { useEntryChoices } from './useEntryChoices.ts';
import { openCopyDialog, useSuggestDefault } from './profileActions.ts';
import { startHead } from './startHead.ts';
import { usePreview } from './usePreview.ts';

export interface EditorStart {
  readonly mode: EditorMode;
  readonly container: Container;
  /** True if the container has no profile yet, so that this one becomes its default. */
  readonly isFirst: boolean;
  readonly profile?: AllocationProfile;
  /** Participants that a new profile starts with. */
  readonly members?: readonly DraftEntry[];
}

const { isCurrent: _isCurrent, ...displayedFields } = fields.allocationProfileFields;
const formFields = defineFields({
  ...displayedFields,
  // The description comes below the entries, because people open the editor for the entries.
  description: { ...displayedFields.description, group: 'Description' },
  reason: { kind: 'text', max: 4000, title: 'Reason for the change', help: 'Recorded in the history.' },
});
const fieldOrder = ['name', 'effectiveDate', 'isShareBased', 'reason'];
const titles = { create: 'Add Allocation Profile', copy: 'Copy Allocation Profile', edit: 'Edit Allocation Profile' };

export interface AllocationProfileFormProps {
  readonly start: EditorStart;
  readonly onReload?: (latest: AllocationProfile) => void;
  /** Returns the current profile, for the case that somebody else has saved first. */
  readonly latest?: () => Promise<AllocationProfile | undefined>;
}

/** The editor of a profile: its head fields, and its entries as a grid with live totals. */
export function AllocationProfileForm(props: AllocationProfileFormProps) {
  const { start } = props;
  const { mode, container, profile } = start;
  const navigate = useNavigate();
  const history = useDraftHistory<readonly DraftEntry[]>(() =>
    profile ? draftEntries(profile, mode === 'copy') : (start.members ?? []),
  );
  const entries = history.now;
  const [isLeaving, setLeaving] = useState(false);
  const choices = useEntryChoices(entries);
  const save = useSave(props, () => setLeaving(true));
  const initial = useInitialHead(start);
  useRecordCrumb(container.name, `#${containerPath(container)}`, sectionOfContainer[container.kind]);

  const onSave = async (values: Record<string, unknown>): Promise<readonly SaveFailure[] | undefined> => {
    if (unreadCells(entries) > 0) return [{ message: 'Some cells couldn’t be read. Correct the marked cells below.' }];
    if (preview && preview.problems.size > 0)
      return [{ message: 'Some entries are incomplete or contradictory. Correct the problems listed below the grid.' }];
    return save(values, entries);
  };
  const form = useRecordForm({
    fields: formFields,
    initial,
    onSave,
    storeAs: titles[mode],
    reportsStatus: true,
    extra: {
      changed: history.canUndo ? entries : undefined,
      restore: (stored) => history.change(() => stored as readonly DraftEntry[]),
    },
  });
  const isShareBased = form.values['isShareBased'] === true;
  const isDirty = !isLeaving && (form.isDirty || history.canUndo);
  useUnsavedGuard(isDirty, { isSaving: form.isSaving, onDiscard: form.storedInput.drop });
  const preview = usePreview(entries, isShareBased, choices, container.kind === 'entity');
  const cancel = () => void navigate(profile ? profilePath(profile.id) : containerPath(container));
  return (
    <section className={styles.screen} aria-label={titles[mode]}>
      <header>
        <h1>{titles[mode]}</h1>
        <span>{container.name}</span>
      </header>
      <Form form={form} label={titles[mode]}>
        <FormFields form={form} only={fieldOrder} />
        {choices && preview ? (
          <DraftEntries
            container={container}
            history={history}
            isShareBased={isShareBased}
            choices={choices}
            preview={preview}
            isNew={mode === 'create'}
          />
        ) : (
          <LoadingState lines={8} />
        )}
        {/* Messages come below the grid, so that the row that somebody is about to click never moves. */}
        {preview?.notices.map(({ tone, text }) => (
          <Banner key={text} tone={tone}>
            {text}
          </Banner>
        ))}
        <FormFields form={form} only={['description']} />
        <footer className={styles.bar}>
          <span role="status">{isDirty ? 'Unsaved changes' : ''}</span>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            Save
          </Button>
        </footer>
      </Form>
    </section>
  );
}

/** Returns the save of the editor, which opens the stored profile. It offers a copy or a reload if the profile can't be saved as it is. */
function useSave({ start, onReload, latest }: AllocationProfileFormProps, onStored: () => void) {
  const { container, profile } = start;
  const continueTo = useContinueTo();
  const isVisible = useIsVisible();
  const suggestDefault = useSuggestDefault();
  const [write] = useFormWrite('saveAllocationProfile');
  const remember = useRemember();
  const storeAndShow = async (body: Readonly<Record<string, unknown>>): Promise<undefined> => {
    const stored = await write({ params: { containerId: container.id }, body });
    remember('getAllocationProfile', stored);
    onStored();
    toastSuccess(`${stored.name} ${stored.id === profile?.id ? 'updated' : 'saved'} successfully`);
    if (await continueTo(profilePath(stored.id))) await suggestDefault(stored);
  };
  return async (values: Record<string, unknown>, entries: readonly DraftEntry[]) => {
    try {
      return await storeAndShow(bodyOf(start, values, entries));
    } catch (failure) {
      const code = isFailure(failure) ? failure.errors[0]?.code : undefined;
      if (latest && onReload && isVisible() && isStale(failure))
        return refusals(failure, await offerLatestVersion(failure, { latest, nameOf: ({ name }) => name, onReload }));
      if (code !== 'PROFILE_IN_USE' || !profile || !isVisible() || !(await openCopyDialog(profile.name)))
        return refusals(failure);
    }
    // A distribution has started to use the profile during editing. Saving a copy keeps the input.
    try {
      const name = `Copy of ${String(values['name'])}`;
      return await storeAndShow(bodyOf({ ...start, mode: 'copy' }, { ...values, name }, entries));
    } catch (failure) {
      return refusals(failure);
    }
  };
}

function useInitialHead(start: EditorStart): Record<string, unknown> {
  const { settings } = useSession();
  const today = useToday();
  const [initial] = useState(() => startHead(start, today, settings?.shareBasedAllocations === 'True'));
  return initial;
}

/** Builds the body of the save. A new profile names its original, and a change names the state that it is based on. */
function bodyOf(
  { mode, profile, isFirst }: EditorStart,
  values: Readonly<Record<string, unknown>>,
  entries: readonly DraftEntry[],
): Readonly<Record<string, unknown>> {
  const isEdit = mode === 'edit';
  return {
    ...values,
    ...(isEdit && profile ? { id: profile.id, rowVersion: profile.rowVersion } : {}),
    ...(!isEdit && profile ? { copiedFrom: { id: profile.id } } : {}),
    isCurrent: isEdit ? (profile?.isCurrent ?? false) : isFirst,
    entries: entriesToSave(entries, values['isShareBased'] === true),
  };
}
