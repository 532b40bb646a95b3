import type { Field } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useSaveKey } from '@carrara/ui/form/useSaveKey.ts';
import { useStoredInput } from '@carrara/ui/form/useStoredInput.ts';
import { type UnsavedGuard, useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { failureText, type FieldFailure, isFailure } from '../../api/failure.ts';
import {
  acceptStored,
  type Conflict,
  conflictsIn,
  type DraftCell,
  type GridDraft,
  type StoredCells,
  acceptInput,
} from './gridDraft.ts';
import styles from '../record.module.css';
import { isStale } from './staleEdit.ts';

export interface GridDraftOptions<C extends DraftCell> {
  /** The name under which the browser stores unsaved input. */
  readonly name: string;
  readonly storedOf: (cell: C) => StoredCells | undefined;
  readonly rulesOf: (cell: C) => Field | undefined;
  readonly staysOn?: UnsavedGuard['staysOn'];
  /** Saves the draft as a whole, and returns the message of success. */
  readonly save: (draft: GridDraft<C>) => Promise<string>;
  /** Adds the errors of a refused save to their cells. `sent` is the draft that was sent. */
  readonly withRefusals: (draft: GridDraft<C>, errors: readonly FieldFailure[], sent: GridDraft<C>) => GridDraft<C>;
  /** Returns the text of the first error, such as with the row and column that it is about; by default its message. */
  readonly refusalText?: ((sent: GridDraft<C>, error: FieldFailure) => string) | undefined;
  /** The beginning of the message of a refused save. */
  readonly failed: string;
  /** Reads the stored values again after a save by somebody else. */
  readonly refetch: () => unknown;
}

/** The unsaved changes of a grid: stored in the browser while they are typed, compared with what others save, and saved together. */
export function useGridDraft<C extends DraftCell>(options: GridDraftOptions<C>) {
  const { name, storedOf, rulesOf, staysOn, save, withRefusals, refusalText, failed, refetch } = options;
  const [draft, setDraft] = useState<GridDraft<C>>({});
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const conflicts = useMemo(() => conflictsIn(draft, storedOf), [draft, storedOf]);
  const cells = Object.values(draft);
  const isDirty = cells.length > 0;
  const storedInput = useStoredInput({
    name,
    changes: draft,
    extra: undefined,
    basis: undefined,
    restore: (changes) => setDraft(changes as GridDraft<C>),
  });
  useUnsavedGuard(isDirty, { ...(staysOn ? { staysOn } : {}), onDiscard: storedInput.drop });
  const problemOf = (cell: C): string | undefined => {
    const rules = rulesOf(cell);
    return cell.refused ?? (rules && fieldError(rules, cell.value));
  };
  const isWrong = (cell: C) => {
    const rules = rulesOf(cell);
    return cell.unread !== undefined || (rules !== undefined && fieldError(rules, cell.value) !== undefined);
  };
  const submit = async () => {
    if (!isDirty || isSaving) return;
    if (conflicts.size > 0)
      return setError('Someone else has saved some of these cells. Choose which values to use first.');
    if (cells.some(isWrong)) return setError('Please correct the marked cells.');
    setError(undefined);
    setIsSaving(true);
    const sent = draft;
    try {
      const saved = await save(sent);
      storedInput.drop();
      // Input typed during the save stays.
      setDraft((now) => Object.fromEntries(Object.entries(now).filter(([id, cell]) => sent[id] !== cell)));
      toastSuccess(saved);
    } catch (failure) {
      const errors = isFailure(failure) ? failure.errors : [];
      setDraft((now) => withRefusals(now, errors, sent));
      const [first] = errors;
      setError(`${failed}${first ? (refusalText?.(sent, first) ?? first.message) : failureText(failure)}`);
      if (isStale(failure)) refetch();
    } finally {
      setIsSaving(false);
    }
  };
  useSaveKey(() => void submit());
  const discard = () => {
    storedInput.drop();
    setError(undefined);
    setDraft({});
  };
  return { draft, setDraft, conflicts, error, storedInput, isSaving, submit, discard, problemOf };
}

type DraftState = Pick<
  ReturnType<typeof useGridDraft>,
  'draft' | 'conflicts' | 'error' | 'storedInput' | 'isSaving' | 'submit' | 'discard'
>;

/** Above the grid: input from an earlier visit, the reason of a refused save, and the values that somebody else has saved. */
export function DraftNotices<C extends DraftCell>(
  props: Pick<DraftState, 'conflicts' | 'error' | 'storedInput'> & {
    readonly setDraft: (next: (now: GridDraft<C>) => GridDraft<C>) => void;
  },
) {
  const { conflicts, error, storedInput, setDraft } = props;
  return (
    <ReservedSpace>
      <StoredInputOffer stored={storedInput} />
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {conflicts.size > 0 ? (
        <ConflictNotice
          conflicts={conflicts}
          onMine={() => setDraft((now) => acceptInput(now, conflicts))}
          onTheirs={() => setDraft((now) => acceptStored(now, conflicts))}
        />
      ) : null}
    </ReservedSpace>
  );
}

interface ConflictNoticeProps {
  readonly conflicts: ReadonlyMap<string, Conflict>;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Offers the two versions of the cells that somebody else has saved. */
const ConflictNotice = ({ conflicts: { size }, onMine, onTheirs }: ConflictNoticeProps) => (
  <Banner
    tone="warn"
    action={
      <span className={styles.draftFoot}>
        <Button size="compact-sm" onClick={onMine}>
          Keep my changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Use saved values
        </Button>
      </span>
    }
  >
    {size === 1 ? 'A cell was' : `${String(size)} cells were`} saved by someone else while you were editing. The marked
    cells show both values.
  </Banner>
);

/** Below the grid: the number of unsaved cells, and the buttons to discard or save them. */
export function DraftFoot({
  draft,
  isSaving,
  submit,
  discard,
}: Omit<DraftState, 'conflicts' | 'error' | 'storedInput'>) {
  const count = Object.keys(draft).length;
  return (
    <div className={styles.draftFoot}>
      <span className={styles.draftCount} role="status">
        {count === 0
          ? 'No unsaved changes.'
          : `${String(count)} ${count === 1 ? 'cell has' : 'cells have'} unsaved changes.`}
      </span>
      <Button variant="default" disabled={count === 0 || isSaving} onClick={discard}>
        Discard changes
      </Button>
      <Button loading={isSaving} disabled={count === 0} onClick={() => void submit()}>
        Save
      </Button>
    </div>
  );
}
