import { EmptyState, NoMatchState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { fields } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './investment.module.css';

type NewsItem = Answer<'listInvestmentNews'>[number];

const columns = [
  { field: 'publishedOn', kind: 'date', title: 'Published' },
  { field: 'title', kind: 'text', title: 'News' },
  { field: 'source', kind: 'text', title: 'Source' },
] as const;
/** From the specification: a search needs 2 characters and starts after 400 ms without typing. */
const leastLetters = 2;
const silence = 400;

/** News about an investment that people have entered, with a search. */
export function NewsView({ id }: ViewProps) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), silence);
  const query = settled.length >= leastLetters ? settled : '';
  const { data, error, refetch } = useRead('listInvestmentNews', { query: { investmentId: id, query } });
  const mayEdit = useAllowed('valuation.edit');
  const { edit, remove } = useNews(id);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const add = mayEdit ? <Button onClick={() => void edit()}>Add news</Button> : null;
  return (
    <Panel
      title="News"
      flush={data.length > 0}
      actions={
        <>
          <TextInput
            aria-label="Search news"
            placeholder="Search"
            size="xs"
            data-only-shows
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {data.length > 0 || query !== '' ? add : null}
        </>
      }
    >
      {data.length === 0 ? (
        query === '' ? (
          <EmptyState action={add} />
        ) : (
          <NoMatchState onClear={() => setTyped('')} />
        )
      ) : (
        <DataTable
          label="News"
          columns={columns}
          rows={data}
          rowKey={(item) => item.id}
          cells={{ title: (item) => <Article item={item} /> }}
          {...(mayEdit
            ? {
                rowActions: (item: NewsItem) => (
                  <>
                    <RowButton label="Edit" subject={item.title} onClick={() => edit(item)} />
                    <RowButton label="Delete" subject={item.title} onClick={() => remove(item)} />
                  </>
                ),
              }
            : {})}
        />
      )}
    </Panel>
  );
}

const Article = ({ item }: { readonly item: NewsItem }) => (
  <div className={styles.article}>
    {item.url ? (
      <a href={item.url} target="_blank" rel="noopener noreferrer">
        {item.title}
      </a>
    ) : (
      <span>{item.title}</span>
    )}
    {item.text ? <span className={styles.note}>{item.text}</span> : null}
  </div>
);

function useNews(investmentId: string) {
  const [save] = useWrite('saveNewsItem');
  const [drop] = useWrite('deleteNewsItem');
  const edit = async (item?: NewsItem) => {
    let title = '';
    const saved = await openFormDialog({
      title: item ? 'Edit news' : 'Add news',
      fields: fields.newsFields,
      ...(item ? { initial: item } : {}),
      save: async (values) => {
        title = String(values['title']);
        const head = item ? { id: item.id, rowVersion: item.rowVersion } : {};
        await save({ body: { ...head, ...values, investment: { id: investmentId } } } as never);
      },
    });
    if (saved) toastSuccess(`${title} ${item ? 'updated' : 'saved'} successfully.`);
  };
  const remove = async ({ id, title, rowVersion }: NewsItem) => {
    const text = "Deleting this news item is permanent and can't be undone. Are you sure you want to continue?";
    await runConfirmed({ title: `Delete ${title}`, text, confirmLabel: 'Delete' }, async () => {
      await drop({ params: { id }, query: { rowVersion } });
      return `${title} deleted successfully.`;
    });
  };
  return { edit, remove };
}
