import { personalFormats } from '@carrara/ui/value/personalFormats.ts';
import { readLevelLines } from '@carrara/domain/performance/market';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredText } from '@carrara/ui/form/useStoredText.ts';
import { useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { lists } from 'virtual:contract/tables';
import { failureText } from '../../../api/failure.ts';
import { useWrite } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './analysis.module.css';

/** The levels of an index by date, and a form to paste more of them. */
export function IndexLevels({ id }: ViewProps) {
  const mayEdit = useAllowed('benchmark.edit');
  return (
    <Stack>
      {mayEdit ? <PasteLevels key={id} id={id} /> : null}
      <RecordTable list={lists.listIndexLevels} params={{ id }} embedded />
    </Stack>
  );
}

function PasteLevels({ id }: ViewProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [save, isSaving] = useWrite('saveIndexLevels');
  const field = useId();
  const storedInput = useStoredText(`Levels of ${id}`, text, setText);
  const isDirty = text.trim() !== '' && !isSaving;
  useUnsavedGuard(isDirty, { onDiscard: storedInput.drop });
  const read = text.trim() === '' ? undefined : readLevelLines(text, personalFormats());
  const levels = read?.isOk() ? [...read.value].sort((a, b) => (a.date < b.date ? -1 : 1)) : [];
  const [first, last] = [levels[0], levels.at(-1)];
  const submit = async () => {
    setError(undefined);
    try {
      const { added, changed, removed } = await save({ params: { id }, body: { levels: [...levels] } });
      storedInput.drop();
      setText('');
      toastSuccess(`Levels saved: ${added} added, ${changed} changed, ${removed} removed.`);
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <Panel title="Enter levels">
      <div className={styles.paste}>
        <ReservedSpace>
          <StoredInputOffer stored={storedInput} />
          {error ? <Banner tone="bad">{error}</Banner> : null}
        </ReservedSpace>
        <Textarea
          id={field}
          label="Days and levels"
          description="Paste two spreadsheet columns: a day and a level in each row. A level replaces the existing one for its day. A day without a level removes it."
          placeholder={'2026-03-31\t1240.5'}
          minRows={4}
          maxRows={12}
          autosize
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={
            read?.isErr() ? (
              <span className={styles.lines}>{read.error.map(({ detail }) => detail).join('\n')}</span>
            ) : undefined
          }
          disabled={isSaving}
        />
        <div className={styles.foot}>
          <p className={styles.hint} aria-live="polite">
            {first && last
              ? `${levels.length} ${levels.length === 1 ? 'day' : 'days'}, from ${formatDate(first.date)} to ${formatDate(last.date)}`
              : ''}
          </p>
          <Button loading={isSaving} disabled={levels.length === 0} onClick={() => void submit()}>
            Save levels
          </Button>
        </div>
      </div>
    </Panel>
  );
}
