import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from '../record.module.css';

export interface Pick {
  readonly id: string;
  readonly label: ReactNode;
  readonly description?: string | undefined;
  readonly disabled?: boolean;
}

export interface PickListProps {
  /** The accessible name of the group. */
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** True to offer a choice of all displayed options. */
  readonly offersAll?: boolean | undefined;
}

/** A list of checkboxes, which scrolls if it is long. */
export function PickList({ label, picks, chosen, onChange, offersAll }: PickListProps) {
  const ids = picks.map(({ id }) => id);
  const all = ids.every((id) => chosen.includes(id));
  const toggleAll = () => onChange(all ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])]);
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} label={label} mt="md">
      <div className={styles.picks}>
        {offersAll ? (
          <Checkbox
            label="All"
            checked={all}
            indeterminate={!all && ids.some((id) => chosen.includes(id))}
            onChange={toggleAll}
          />
        ) : null}
        {picks.map(({ id, label: name, description, disabled }) => (
          <Checkbox key={id} value={id} label={name} description={description} disabled={disabled ?? false} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export interface PickDialogProps extends Omit<PickListProps, 'picks'> {
  readonly title: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Undefined while loading. */
  readonly picks: readonly Pick[] | undefined;
  /** The text if there is nobody to choose. */
  readonly emptyText: string;
  /** The error if nothing is chosen. */
  readonly atLeastOne: string;
  /** A note below the list, for example that a search finds more. */
  readonly note?: string | undefined;
  readonly problem?: string | undefined;
  readonly isBusy?: boolean;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** A dialog to choose several options: a search, checkboxes, and a button with their number. */
export function PickDialog(props: PickDialogProps) {
  const { title, search, onSearch, picks, chosen, emptyText, atLeastOne, note, problem, isBusy, onAdd, onClose } =
    props;
  const [refused, setRefused] = useState(false);
  const submit = () => (chosen.length === 0 ? setRefused(true) : onAdd());
  const problemText = problem ?? (refused && chosen.length === 0 ? atLeastOne : undefined);
  return (
    <DialogFrame title={title} onClose={onClose} size="lg">
      <TextInput
        label="Search"
        data-only-shows
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        data-autofocus
      />
      {picks === undefined ? (
        <LoadingState lines={5} />
      ) : picks.length === 0 ? (
        <EmptyState text={emptyText} />
      ) : (
        <PickList {...props} picks={picks} />
      )}
      {note ? <p className={styles.note}>{note}</p> : null}
      {problemText ? <Banner tone="bad">{problemText}</Banner> : null}
      <DialogActions onCancel={onClose}>
        <Button loading={isBusy ?? false} onClick={submit}>
          {chosen.length > 0 ? `Add ${String(chosen.length)}` : 'Add'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
