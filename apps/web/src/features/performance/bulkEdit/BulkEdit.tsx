import type { Reference } from '@carrara/contract/core/kinds';
import { type BulkDomain, bulkDomains, type BulkPart } from '@carrara/contract/performance/investment/bulkDomains';
import { EmptyState, ErrorState } from '@carrara/ui/feedback/states.tsx';
import type { GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { DataManagementFrame } from '../../../record/DataManagementFrame.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { DraftFoot, DraftNotices, useGridDraft } from '../../../record/editor/useGridDraft.tsx';
import {
  type BulkDraft,
  refusalText,
  storedValues,
  changedRecords,
  applyGridEdits,
  withRefusals,
} from './bulkDraft.ts';
import { BulkGrid } from './BulkGrid.tsx';
import { bulkField, bulkFields, isDomain, listSections } from './bulkFields.ts';
import { type BulkRow, bulkLocations } from './bulkLocations.ts';
import styles from './bulkEdit.module.css';

const base = '#/performance/datamanagement/bulkedit';

/** `#/performance/datamanagement/bulkedit?domain=&endDate=&section=`: the rows of a domain at a reporting date, in a grid. */
export function BulkEdit() {
  const [query, setQuery] = useSearchParams();
  const requested = query.get('domain');
  const domain = isDomain(requested) ? requested : undefined;
  const endDate = query.get('endDate') ?? undefined;
  return (
    <DataManagementFrame view="bulkedit">
      <div className={styles.page}>
        <h1 className={styles.title}>Bulk edit</h1>
        <div className={styles.choices}>
          <Select
            label="Domain"
            placeholder="Choose what to edit"
            w={240}
            allowDeselect={false}
            data={Object.entries(bulkDomains).map(([value, { title }]) => ({ value, label: title }))}
            value={domain ?? null}
            // Another domain has its own dates and sections.
            onChange={(next) => next && setQuery({ domain: next })}
          />
          {domain ? (
            <DateSelect
              key={domain}
              domain={domain}
              endDate={endDate}
              onChoose={(next) => setQuery({ domain, endDate: next })}
            />
          ) : null}
        </div>
        <Chosen domain={domain} endDate={endDate} />
      </div>
    </DataManagementFrame>
  );
}

function Chosen({
  domain,
  endDate,
}: {
  readonly domain: BulkDomain | undefined;
  readonly endDate: string | undefined;
}) {
  if (domain === undefined) return <EmptyState text="Choose what to edit, then a reporting date." />;
  if (endDate === undefined) return <EmptyState text="Choose a reporting date." />;
  return <DomainRows key={`${domain} ${endDate}`} domain={domain} endDate={endDate} />;
}

interface DateSelectProps {
  readonly domain: BulkDomain;
  readonly endDate: string | undefined;
  readonly onChoose: (endDate: string) => void;
}

function DateSelect({ domain, endDate, onChoose }: DateSelectProps) {
  const { data, error, refetch } = useRead(bulkDomains[domain].dates, undefined);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  const dates = [...new Set([...(data ?? []).map((date) => date.endDate), ...(endDate ? [endDate] : [])])];
  return (
    <Select
      label="Reporting date"
      placeholder={data && dates.length === 0 ? 'There are no figures yet' : 'Choose a date'}
      w={180}
      allowDeselect={false}
      searchable={dates.length > 12}
      maxDropdownHeight={320}
      data={dates
        .toSorted()
        .toReversed()
        .map((value) => ({ value, label: formatDate(value) }))}
      value={endDate ?? null}
      onChange={(next) => next && onChoose(next)}
    />
  );
}

interface DomainProps {
  readonly domain: BulkDomain;
  readonly endDate: string;
}
interface Read {
  readonly rows: readonly BulkRow[];
  readonly choices: ReadonlyMap<string, readonly Reference[]>;
}

function DomainRows(props: DomainProps) {
  const { data, error, refetch } = useRead(bulkDomains[props.domain].read, { query: { endDate: props.endDate } });
  const read = useMemo((): Read | undefined => {
    if (!data) return undefined;
    const rows: readonly unknown[] = 'portfolios' in data ? data.portfolios : data.rows;
    return {
      rows: rows as readonly BulkRow[],
      choices: new Map(data.refData.map(({ type, entries }) => [type, entries])),
    };
  }, [data]);
  if (!read) return <ReadState error={error} onRetry={refetch} lines={10} />;
  if (read.rows.length === 0) return <EmptyState />;
  return <Editing {...props} {...read} refetch={refetch} />;
}

const useRows = (part: BulkPart, rows: readonly BulkRow[]) => useMemo(() => bulkLocations(part, rows), [part, rows]);

type EditingProps = DomainProps & Read & { readonly refetch: () => void };

/** The grid of the section that the address names, with the unsaved changes of all sections. */
function Editing(props: EditingProps) {
  const { domain, endDate, rows, choices } = props;
  const [query] = useSearchParams();
  const sections = listSections(domain);
  const section = sections.find(({ title }) => title === query.get('section')) ?? sections[0];
  const { part } = section;
  const mayEdit = useAllowed('valuation.edit');
  const locations = useRows(part, rows);
  const state = useDraft(props);
  const { draft, setDraft, conflicts } = state;
  const edit = (edits: readonly GridEdit[]) =>
    setDraft((now) => applyGridEdits(now, { part, fields: bulkFields(section) }, locations, edits));
  return (
    <>
      {sections.length > 1 ? (
        <RouteTabs
          label="Sections"
          current={section.title}
          tabs={sections.map((item) => {
            const changes = countIn(draft, item);
            return {
              id: item.title,
              title: item.title,
              href: `${base}?${new URLSearchParams({ domain, endDate, section: item.title }).toString()}`,
              ...(changes > 0 ? { count: changes } : {}),
            };
          })}
        />
      ) : null}
      <DraftNotices {...state} />
      <p className={styles.hint}>{hintOf(part, endDate)}</p>
      <BulkGrid
        key={section.title}
        section={section}
        locations={locations}
        draft={draft}
        conflicts={conflicts}
        choices={choices}
        isEditable={mayEdit}
        onEdit={edit}
      />
      {mayEdit ? <DraftFoot {...state} /> : null}
    </>
  );
}

/** The unsaved changes of all sections of a domain at a date. */
function useDraft({ domain, endDate, rows, refetch }: EditingProps) {
  const { saved, failed, save: operation } = bulkDomains[domain];
  const [write] = useWrite(operation);
  return useGridDraft({
    name: `Bulk edit ${domain} ${endDate}`,
    storedOf: useMemo(() => storedValues(rows), [rows]),
    rulesOf: ({ part, field }) => bulkField(part, field),
    // Switching sections does not leave the page.
    staysOn: ({ from, to }) => isSameData(from, to),
    save: async (draft: BulkDraft) => {
      const { records } = changedRecords(draft, rows);
      await saveConfirmed((confirmation) => write({ body: { records, ...confirmation } } as never));
      return saved;
    },
    withRefusals: (now, errors, sent) => withRefusals(now, changedRecords(sent, rows), errors),
    refusalText: (sent, error) => refusalText(sent, changedRecords(sent, rows), rows, error),
    failed,
    refetch,
  });
}

const hintOf = (part: BulkPart, endDate: string) =>
  part === 'company' || part === 'holding'
    ? `Latest figures through ${formatDate(endDate)}. Your changes are saved for this date.`
    : part === 'reported'
      ? `Figures reported for ${formatDate(endDate)}. Clear a cell to reverse its figure.`
      : 'These records are the same at every date.';

/** Counts the changed cells of a section. */
const countIn = (draft: BulkDraft, { part, group }: ReturnType<typeof listSections>[number]): number =>
  Object.values(draft).filter(
    (cell) => cell.part === part && (group === undefined || bulkField(part, cell.field)?.group === group),
  ).length;

interface BulkPage {
  readonly pathname: string;
  readonly search: string;
}
function isSameData(first: BulkPage, other: BulkPage): boolean {
  const [a, b] = [new URLSearchParams(first.search), new URLSearchParams(other.search)];
  const isSameChoice = ['domain', 'endDate'].every((name) => a.get(name) === b.get(name));
  return first.pathname === other.pathname && isSameChoice;
}
