import { Banner, DialogActions, DialogFrame, EmptyState, LoadingState } from '@carrara/ui/feedback';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './record.module.css';

export interface Pick {
  readonly id: string;
  readonly label: ReactNode;
  readonly description?: string | undefined;
  readonly disabled?: boolean;
}

export interface PickListProps {
  /** Names the group for everybody. */
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Offers to take all that are shown at once. */
  readonly offersAll?: boolean | undefined;
}

/** Boxes to tick, scrolling by themselves when there are many. */
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
  /** Undefined while they load. */
  readonly picks: readonly Pick[] | undefined;
  /** Said when there is nobody to choose. */
  readonly nobody: string;
  /** Said when it is submitted with nothing chosen. */
  readonly atLeastOne: string;
  /** Below the list, as that the search finds more. */
  readonly note?: string | undefined;
  readonly problem?: string | undefined;
  readonly isBusy?: boolean;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** Asks for some of many: a search, boxes to tick, and a button that counts them. */
export function PickDialog(props: PickDialogProps) {
  const { title, search, onSearch, picks, chosen, nobody, atLeastOne, note, problem, isBusy, onAdd, onClose } = props;
  const [refused, setRefused] = useState(false);
  const submit = () => (chosen.length === 0 ? setRefused(true) : onAdd());
  const said = problem ?? (refused && chosen.length === 0 ? atLeastOne : undefined);
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
        <EmptyState text={nobody} />
      ) : (
        <PickList {...props} picks={picks} />
      )}
      {note ? <p className={styles.note}>{note}</p> : null}
      {said ? <Banner tone="bad">{said}</Banner> : null}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy ?? false} onClick={submit}>
          {chosen.length > 0 ? `Add ${String(chosen.length)}` : 'Add'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
