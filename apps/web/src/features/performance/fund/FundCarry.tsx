import type { Field } from '@carrara/contract/core/fields';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import type { Answer } from '../../../api/operations.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useRecord } from '../../../record/recordCalls.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { FundLiquidation, PaidWithoutTerms } from './FundLiquidation.tsx';
import { FundPeriod } from './FundPeriod.tsx';
import { fundRecord } from './fundRecord.ts';
import { useFundPeriod } from './useFundPeriod.ts';
import { carryTermsRecord, termRows, termsPath } from './carryTermsRecord.ts';
import { Payoff, Problems, TermChanges } from './TermViews.tsx';

type Version = Answer<'listCarryTerms'>['versions'][number];

const states = { PAST: 'Past', IN_FORCE: 'In force', FUTURE: 'Future' } as const;

/**
 * The carry of a fund if everything were sold, and its carry terms. The terms have versions, each with its payoff, and
 * the differences between two.
 */
export function FundCarry({ id }: ViewProps) {
  const [query] = useSearchParams();
  const mayEdit = useAllowed('carryTerms.edit');
  const download = useDownload();
  const period = useFundPeriod(id);
  const { endDate } = period;
  const { data, error, refetch } = useRead('listCarryTerms', { params: { id } });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const { versions, inForce } = data;
  const newest = versions[0];
  const find = (key: string | null) => versions.find((version) => version.id === key);
  const chosen = find(query.get('version')) ?? find(inForce) ?? newest;
  const add = mayEdit ? (
    <Button component={Link} size="xs" to={`${termsPath(id, 'add')}${newest ? `?from=${newest.id}` : ''}`}>
      {newest ? 'New version' : 'Add carry terms'}
    </Button>
  ) : null;
  if (!chosen)
    return (
      <Stack>
        {endDate === undefined ? null : <PaidWithoutTerms id={id} endDate={endDate} />}
        <EmptyState
          text="This fund has no carry terms."
          hint="Without them, its carry can’t be computed."
          action={add}
        />
      </Stack>
    );
  return (
    <Stack>
      {chosen.missing.length > 0 ? (
        <Problems tone="warn" title="These terms have no result until these are entered" problems={chosen.missing} />
      ) : null}
      <FundPeriod period={period} isOwnCurrency />
      {endDate === undefined ? null : <FundLiquidation key={endDate} id={id} endDate={endDate} />}
      <Versions
        fundId={id}
        versions={versions}
        actions={
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => void download('downloadCarryTerms', { params: { id } })}>
              Export
            </Button>
            {add}
          </Group>
        }
      />
      <Terms key={chosen.id} fundId={id} version={chosen} versions={versions} />
    </Stack>
  );
}

interface VersionsProps {
  readonly fundId: string;
  readonly versions: readonly Version[];
  readonly actions: React.ReactNode;
}

function Versions({ fundId, versions, actions }: VersionsProps) {
  const record = carryTermsRecord(fundId);
  return (
    <TablePanel
      title="Versions"
      actions={actions}
      columns={[
        { field: 'effectiveDate', kind: 'date', title: 'Applies from' },
        { field: 'until', kind: 'date', title: 'Until' },
        { field: 'state', kind: 'text', title: 'State' },
        { field: 'summary', kind: 'text', title: 'Tiers' },
      ]}
      cells={{ state: ({ state }: Version) => states[state] }}
      rows={versions}
      rowKey={(version) => version.id}
      rowHref={(version) => `#${record.paths.profile(version.id)}`}
      rowActions={(version) => <VersionActions fundId={fundId} version={version} />}
    />
  );
}

/** Of a version that a locked quarter depends on, only income and released escrow can be edited. */
function VersionActions({ fundId, version }: { readonly fundId: string; readonly version: Version }) {
  const { id, rowVersion, effectiveDate, isLocked } = version;
  const mayEdit = useAllowed('carryTerms.edit');
  const mayDelete = useAllowed('carryTerms.delete');
  const [remove] = useWrite('deleteCarryTerms');
  const record = carryTermsRecord(fundId);
  const name = `the carry terms from ${formatDate(effectiveDate)}`;
  const deletion = () =>
    runConfirmed(
      { title: 'Delete carry terms', text: `Delete ${name}? This can’t be undone.`, confirmLabel: 'Delete' },
      async () => {
        await saveConfirmed(({ warningsConfirmed }) =>
          remove({ params: { id }, query: { rowVersion, ...(warningsConfirmed && { warningsConfirmed: 'true' }) } }),
        );
        toastSuccess('Carry terms deleted successfully.');
      },
    );
  return (
    <>
      {mayEdit ? (
        <Button
          component={Link}
          size="compact-xs"
          variant="subtle"
          to={record.paths.edit(id)}
          aria-label={isLocked ? `Add income to ${name}` : `Edit ${name}`}
        >
          {isLocked ? 'Add income' : 'Edit'}
        </Button>
      ) : null}
      {mayDelete && !isLocked ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void deletion()} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      ) : null}
    </>
  );
}

interface TermsProps {
  readonly fundId: string;
  readonly version: Version;
  readonly versions: readonly Version[];
}

function Terms({ fundId, version, versions }: TermsProps) {
  const record = carryTermsRecord(fundId);
  const { data: fund } = useRecord(fundRecord, fundId);
  const { data: terms, error, refetch } = useRecord(record, version.id);
  const { data: found } = useRead('getCarryPayoff', { params: { id: version.id }, query: {} });
  if (!terms) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const rows = termRows.flatMap(({ name, title, fields }) => {
    const own = terms[name] as readonly Readonly<Record<string, unknown>>[];
    const used = Object.entries<Field>(fields).filter(([field]) => own.some((row) => row[field] !== null));
    return own.length === 0
      ? []
      : [
          {
            name,
            title,
            own,
            columns: used.map(([field, { kind, title: heading }]) => ({ field, kind, title: heading })),
          },
        ];
  });
  return (
    <>
      {rows.map(({ name, title, own, columns }) => (
        <TablePanel
          key={name}
          title={`${title} from ${formatDate(version.effectiveDate)}`}
          columns={columns}
          rows={own}
          rowKey={(row) => String(row['id'])}
        />
      ))}
      {found?.payoff ? <Payoff payoff={found.payoff} currency={currencyCode(fund)} /> : null}
      <Comparison version={version} versions={versions} />
      <RecordOverview record={record} id={version.id} />
    </>
  );
}

const currencyCode = (fund: Readonly<Record<string, unknown>> | undefined) =>
  (fund?.['currency'] as { readonly code?: string } | null | undefined)?.code;

/** The differences from another version; by default from the one before. */
function Comparison({ version, versions }: Pick<TermsProps, 'version' | 'versions'>) {
  const others = versions.filter(({ id }) => id !== version.id);
  const earlier = others.find(({ effectiveDate }) => effectiveDate < version.effectiveDate);
  const [before, setBefore] = useState(earlier?.id ?? others[0]?.id ?? null);
  const { data } = useRead(
    'compareCarryTerms',
    before === null ? skipToken : { params: { id: version.id }, query: { before } },
  );
  if (others.length === 0) return null;
  return (
    <>
      <Select
        size="xs"
        label="Compare with"
        allowDeselect={false}
        data={others.map(({ id, effectiveDate }) => ({ value: id, label: `Terms from ${formatDate(effectiveDate)}` }))}
        value={before}
        onChange={setBefore}
        maw={320}
      />
      <TermChanges title="Differences" changes={data?.changes ?? []} />
    </>
  );
}
