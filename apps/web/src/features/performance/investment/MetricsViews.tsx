import { publicityText } from '@carrara/contract/performance/investment/portfolioViews';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Form } from '@carrara/ui/form/Form.tsx';
import { FormFields } from '@carrara/ui/form/FormFields.tsx';
import { useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { fields } from 'virtual:contract/tables';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { MetricTable } from './MetricTable.tsx';
import { useInvestment } from './useInvestment.ts';
import styles from './investment.module.css';

type Profile = Answer<'getInvestmentProfile'>;

/** Names the quarter of the metrics if it differs from the displayed one. */
function AsOf({ profile }: { readonly profile: Profile }) {
  const { metricsDate, endDate } = profile;
  if (metricsDate === null) return <p className={styles.note}>No metrics have been entered yet.</p>;
  if (metricsDate === endDate) return null;
  return <p className={styles.note}>Metrics as of {formatDate(metricsDate)}. None have been entered since.</p>;
}

/** Data about the company and the deal. */
export function PortfolioMetricsView({ id }: ViewProps) {
  const { data, error, refetch } = useInvestment(id);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const { isPublic } = data.company;
  return (
    <Stack>
      <AsOf profile={data} />
      {data.geography.isOverExposed ? (
        <p className={styles.over} role="alert">
          The region percentages total more than 100.
        </p>
      ) : null}
      <FieldGroups
        fields={{ ...displayedCompanyFields, ...fields.dealFields }}
        record={{ ...data.company, ...data.deal }}
        values={isPublic === null ? {} : { isPublic: publicityText(isPublic) }}
      />
      <Panel title="Ownership, percent" flush>
        <MetricTable label="Ownership" rows={data.ownership} kind="percent" />
      </Panel>
    </Stack>
  );
}
const displayedCompanyFields = {
  ...fields.companyFields,
  isPublic: { ...fields.companyFields.isPublic, title: 'Publicity' },
};

/** The metrics at entry and now. People with permission edit them in place. */
export function InvestmentMetricsView({ id }: ViewProps) {
  const { data, error, refetch, endDate, sourceId } = useInvestment(id);
  const mayEdit = useAllowed('valuation.edit');
  const [isEditing, setEditing] = useState(false);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data || endDate === undefined) return <LoadingState lines={10} />;
  const title = `Investment metrics, ${data.currency}`;
  return (
    <Stack>
      <AsOf profile={data} />
      <Panel
        title={title}
        flush={!isEditing}
        actions={
          mayEdit && !isEditing ? (
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          ) : null
        }
      >
        {isEditing ? (
          <MetricsForm id={id} sourceId={sourceId} endDate={endDate} onClose={() => setEditing(false)} />
        ) : (
          <MetricTable label={title} rows={data.metrics} kind="money" />
        )}
      </Panel>
    </Stack>
  );
}

const metricNames = Object.keys(fields.positionFields).filter(
  (name) =>
    (fields.positionFields as Readonly<Record<string, { readonly group?: string }>>)[name]?.group ===
    'Investment metrics',
);
const metricFields = Object.fromEntries(
  Object.entries(fields.positionFields).filter(([name]) => metricNames.includes(name)),
);

interface MetricsFormProps {
  readonly id: string;
  readonly sourceId: string;
  readonly endDate: string;
  readonly onClose: () => void;
}

function MetricsForm(props: MetricsFormProps) {
  const { id, sourceId, endDate } = props;
  const query = { investmentId: id, fundInvestmentId: sourceId, endDate };
  const { data, error, refetch } = useRead('getPortfolioMetrics', sourceId ? { query } : skipToken);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <EmptyState text="Reading" />;
  return <OpenForm {...props} period={data.fundInvestmentPeriod} />;
}

/** The form of the metrics. If a save fails, the tables stay unchanged, and the next edit can restore the input. */
function OpenForm({
  id,
  sourceId,
  endDate,
  onClose,
  period,
}: MetricsFormProps & { readonly period: Answer<'getPortfolioMetrics'>['fundInvestmentPeriod'] }) {
  const [save] = useWrite('saveInvestmentMetrics');
  const [initial] = useState(() =>
    Object.fromEntries(metricNames.map((name) => [name, (period as Record<string, unknown>)[name] ?? null])),
  );
  const form = useRecordForm({
    fields: metricFields,
    initial,
    storeAs: `Investment metrics ${endDate}`,
    onSave: async (values) => {
      const fundInvestmentPeriod = { ...values, rowVersion: period.rowVersion };
      try {
        await save({ body: { investmentId: id, fundInvestmentId: sourceId, endDate, fundInvestmentPeriod } } as never);
        toastSuccess('Investment metrics updated successfully.');
        onClose();
        return undefined;
      } catch (failure) {
        const text = failureText(failure);
        toastError(`Error saving metrics: ${text}`);
        onClose();
        return [{ message: text }];
      }
    },
  });
  return (
    <Form form={form} label="Investment metrics">
      <FormFields form={form} only={metricNames} />
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={() => {
            form.storedInput.drop();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Save
        </Button>
      </Group>
    </Form>
  );
}
