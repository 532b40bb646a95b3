import type { Answer } from '../../../api/operations.ts';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import styles from './user.module.css';

export type DirectoryEntry = Answer<'listDirectory'>[number];

/** Opens a dialog to choose somebody of this firm who has an account but is not a user at the moment. Resolves to undefined if canceled. */
export const chooseFromDirectory = (): Promise<DirectoryEntry | undefined> =>
  openDialog<DirectoryEntry | undefined>((close) => <DirectoryDialog onClose={close} />);

const searchDelayMilliseconds = 400;

function DirectoryDialog({ onClose }: { readonly onClose: (entry: DirectoryEntry | undefined) => void }) {
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), searchDelayMilliseconds);
  const { data, error, refetch } = useRead('listDirectory', { query: { search: query } });
  return (
    <DialogFrame title="Choose from the directory" onClose={() => onClose(undefined)} size="lg">
      <TextInput
        label="Search"
        data-only-shows
        description="People in this firm who aren’t users at the moment. Invite people from another firm by their login."
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : !data ? (
        <LoadingState lines={4} />
      ) : data.length === 0 ? (
        <EmptyState text={query === '' ? 'There is nobody to add.' : 'Nobody has that name, login or e-mail.'} />
      ) : (
        <ul className={styles.people} aria-label="People">
          {data.map((entry) => (
            <li key={entry.id}>
              <button type="button" onClick={() => onClose(entry)}>
                {`${entry.firstName} ${entry.lastName}`.trim() || entry.username}
                <span>
                  {[entry.username, entry.email]
                    .filter((text, at, all) => text && all.indexOf(text) === at)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <DialogActions onCancel={() => onClose(undefined)} />
    </DialogFrame>
  );
}
