import { defineFields } from '@carrara/contract/core/fields';
import type { PayStatement } from '@carrara/contract/compensation/payStatement';
import {
  type SectionRow,
  statedCurrencies,
  type StatementSection,
  statementSections,
  withoutSalary,
} from '@carrara/contract/compensation/statementSections';
import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import type { lifecycles } from '@carrara/contract/lifecycles';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { fields, lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { acknowledgmentInput, acknowledgmentQuestions } from '../../../delivery/acknowledgment.ts';
import { CertificateMenu } from '../../../delivery/CertificateMenu.tsx';
import { Wording } from '../../../delivery/Wording.tsx';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { MoveButtons, useOpenMoves } from '../../../record/profile/Moves.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import styles from './statement.module.css';

type State = StateOf<typeof lifecycles.payStatement>;
const stateOf = ({ status }: PayStatement) => status?.code as State;
const formFields = defineFields({ message: fields.payStatementFields.message });

/** `#/comp/statement/:id`: the awards for a year and the payments in it, with an explanation of each figure. */
export function StatementPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead('getPayStatement', { params: { id } });
  const displayed = data?.id === id ? data : undefined;
  const name = displayed && `Compensation statement ${String(displayed.year)}, ${displayed.name ?? ''}`;
  useRecordCrumb(name, `#/comp/statement/${id}`);
  if (error && !displayed)
    return (
      <ErrorState
        message={failureText(error)}
        onRetry={refetch}
        action={<a href="#/comp/statement">Compensation statements</a>}
      />
    );
  if (!displayed || !name) return <LoadingState lines={10} />;
  return <StatementOf name={name} statement={displayed} />;
}

function StatementOf({ name, statement: record }: { readonly name: string; readonly statement: PayStatement }) {
  const { statement, message } = record;
  const mainCurrency = useSession().settings?.baseCurrency ?? '';
  return (
    <Stack>
      <ProfileHeader
        name={name}
        status={record.status ?? undefined}
        facts={factsOf(record)}
        figures={statedCurrencies(statement, mainCurrency).flatMap(({ currency, figures }) =>
          (['awardedFor', 'paidIn'] as const).map((figure) => ({
            label: `${figure === 'awardedFor' ? 'Awarded for' : 'Paid in'} ${String(statement.year)}, ${currency}`,
            ...displayedFigure(
              { field: 'amount', kind: 'money', nullIs: 'not determined' },
              { amount: figures.find((candidate) => candidate.figure === figure)?.amount ?? null },
            ),
          })),
        )}
        actions={<Actions name={name} statement={record} />}
      />
      <StatementStatus statement={record} />
      {statement.daysWithoutSalary > 0 ? (
        <Banner tone="warn">
          {withoutSalary(statement.daysWithoutSalary)} Figures that depend on the salary are not determined.
        </Banner>
      ) : null}
      {message ? <Panel title="Message">{message}</Panel> : null}
      <Sections id={record.id} sections={statementSections(statement, mainCurrency)} />
      {record.delivery ? <Delivered id={record.id} delivery={record.delivery} /> : null}
    </Stack>
  );
}

const recipients = lists.listDeliveryRecipients;
const events = lists.listPayStatementEvents;

/** The delivery status of the release, with its evidence. */
function Delivered({
  id,
  delivery,
}: {
  readonly id: string;
  readonly delivery: NonNullable<PayStatement['delivery']>;
}) {
  const { recipient, version, wording } = delivery;
  return (
    <>
      {recipient.portalUser === null ? (
        <Banner tone="warn">This employee has no portal access. Deliver the PDF by hand or by mail.</Banner>
      ) : null}
      <TablePanel
        title={`Delivery, version ${String(version)}`}
        label="Delivery"
        columns={recipients.columns.filter(({ hidden }) => !hidden)}
        rows={[recipient]}
        rowKey={({ id: key }) => key}
      />
      <Wording text={wording} />
      <div>
        <h2 className={styles.part}>{events.title}</h2>
        <RecordTable list={events} params={{ id }} embedded ownState />
      </div>
    </>
  );
}

function factsOf({ employeeId, name, releasedDate, releasedBy, engineVersion, pdfSha256 }: PayStatement): ReactNode[] {
  return [
    <a key="employee" href={`#/comp/employee/${employeeId}/profile/statement`}>
      Statements of {name}
    </a>,
    ...(releasedDate ? [`Released ${formatInstant(releasedDate)}${releasedBy ? ` by ${releasedBy}` : ''}`] : []),
    ...(pdfSha256 ? [`Rules ${engineVersion}, SHA-256 of the PDF ${pdfSha256.slice(0, 12)}\u2026`] : []),
  ];
}

/** Links to the statements that this one replaces or is replaced by. */
function StatementStatus({ statement }: { readonly statement: PayStatement }) {
  const { supersedes, supersededBy } = statement;
  const link = (id: string, text: string) => <a href={`#/comp/statement/${id}`}>{text}</a>;
  return (
    <>
      {supersededBy ? (
        <Banner tone="warn">This statement was superseded by {link(supersededBy.id, 'a later statement')}.</Banner>
      ) : null}
      {supersedes ? (
        <Banner tone="info">This statement replaces {link(supersedes.id, 'an earlier statement')}.</Banner>
      ) : null}
      {stateOf(statement) === 'WDR' ? (
        <Banner tone="warn">
          Withdrawn {valueText('instant', statement.updatedDate)} by {statement.updatedBy}. This year has no valid
          statement until another one is released.
          {statement.withdrawnReason ? <p className={styles.reason}>Reason: {statement.withdrawnReason}</p> : null}
        </Banner>
      ) : null}
      {stateOf(statement) === 'DRAFT' ? (
        <Banner tone="info">This is a draft. Its figures change with the records until it is released.</Banner>
      ) : null}
    </>
  );
}

function Actions({ name, statement }: { readonly name: string; readonly statement: PayStatement }) {
  const { id, rowVersion } = statement;
  const download = useDownload();
  const mayEdit = useAllowed('pay.edit');
  const [save] = useWrite('savePayStatement');
  const state = stateOf(statement);
  const moves = useOpenMoves('payStatement', state);
  const events = moves.filter((event) => event === 'releasePayStatement' || event === 'withdrawPayStatement');
  const write = () =>
    openFormDialog({
      title: `Message: ${name}`,
      fields: formFields,
      initial: { message: statement.message },
      save: async (values) => {
        const { employee, year } = statement;
        await save({ body: { id, rowVersion, employee, year, ...values } as Parameters<typeof save>[0]['body'] });
        toastSuccess('Statement saved successfully');
      },
    });
  return (
    <>
      <Button variant="default" onClick={() => void download('printPayStatement', { params: { id } })}>
        PDF
      </Button>
      {mayEdit && state === 'DRAFT' ? (
        <Button variant="default" onClick={() => void write()}>
          Message
        </Button>
      ) : null}
      {statement.delivery ? (
        <CertificateMenu
          onDownload={(as) => void download('downloadPayStatementCertificate', { params: { id }, query: { as } })}
        />
      ) : null}
      <MoveButtons
        lifecycle="payStatement"
        record={{ id, rowVersion, name }}
        events={events}
        own={{
          releasePayStatement: {
            dialog: acknowledgmentQuestions,
            argument: (values) => ({ params: { id }, body: { rowVersion, ...acknowledgmentInput(values) } }),
          },
        }}
      />
    </>
  );
}

function Sections({ id, sections }: { readonly id: string; readonly sections: readonly StatementSection[] }) {
  if (sections.length === 0) return <Panel title="Compensation">There is no data for this year.</Panel>;
  return sections.map((section) => <Section key={section.id} id={id} section={section} />);
}

/** True if the figure in this column has an explanation. The others are explained by their rows. */
const isRequested = (field: string) => field === 'amount' || field === 'closing';

function Section({ id, section }: { readonly id: string; readonly section: StatementSection }) {
  const { title, columns, rows, notes = [] } = section;
  const dispatch = useAppDispatch();
  const load = (row: SectionRow) =>
    readExplanation(dispatch, 'explainPayStatement', {
      params: { id },
      query: { currency: String(row['currency'] ?? section.currency ?? ''), figure: String(row['figure']) },
    });
  const cell = (column: StatementSection['columns'][number]) => (row: SectionRow) => {
    const { kind, value, reason } = displayedFigure(column, row);
    const drawn = <Value kind={kind} value={value} {...(reason === undefined ? {} : { reason })} />;
    const displayed = row.isTotal ? <strong>{drawn}</strong> : drawn;
    if (row['figure'] === undefined || !isRequested(column.field) || value === undefined) return displayed;
    return (
      <ExplainedFigure key={`${row.id} ${String(value)}`} figure={valueText(kind, value)} load={() => load(row)}>
        {displayed}
      </ExplainedFigure>
    );
  };
  return (
    <Panel title={title} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(row: SectionRow) => row.id}
        cells={Object.fromEntries(columns.map((column) => [column.field, cell(column)]))}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </Panel>
  );
}
