import { defineFields } from '@carrara/contract/core/fields';
import {
  type AccessAnswer,
  answerFailures,
  payAccessKinds,
  type PayAccessKind,
} from '@carrara/domain/compensation/access';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { MoveButton, useOpenMoves } from '../../../record/profile/Moves.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { AccessOptionsBanner } from './AccessOptionsBanner.tsx';
import { openWhyPayIsVisible } from './WhyPayIsVisible.tsx';

const list = lists.listPayAccess;
const cells = { kind: ({ kind }: RecordValue) => payAccessKinds[kind as PayAccessKind] };

type AccessOptions = Answer<'getPayAccessOptions'>;

const fieldsFor = (kinds: readonly PayAccessKind[]) => {
  const first = {
    user: {
      kind: 'reference',
      target: 'user',
      title: 'Person',
      required: true,
      help: 'Somebody other than you. The person also needs a role in compensation.',
    },
    kind: {
      kind: 'status',
      title: 'Can see pay of',
      required: true,
      options: kinds.map((code) => ({ code, description: payAccessKinds[code] })),
    },
  } as const;
  const selected = {
    employees: { kind: 'referenceList', target: 'compEmployee', title: 'Selected employees' },
    offices: { kind: 'referenceList', target: 'reference:office', title: 'Selected offices' },
    titles: { kind: 'referenceList', target: 'reference:title', title: 'Selected titles' },
  } as const;
  const last = {
    endsOn: { kind: 'date', title: 'Ends on' },
    reason: { kind: 'longText', title: 'Reason', required: true },
  } as const;
  return defineFields({ ...first, ...(kinds.includes('SELECTED') ? selected : {}), ...last });
};
interface Chosen {
  readonly id: string;
}
const idsOf = (value: unknown) => ((value ?? []) as readonly Chosen[]).map(({ id }) => id);

/** The list of pay access: people and the employees whose pay they can see. One person requests access and another confirms it. */
export function PayAccessList() {
  const { data: options } = useRead('getPayAccessOptions', undefined);
  const [request] = useWrite('requestPayAccess');
  const kinds = options?.kinds ?? [];
  const [only] = kinds.length === 1 ? kinds : [];
  const open = () =>
    openFormDialog({
      title: options?.canViewAllPay ? 'Request pay access' : 'Name a person with access to everyone’s pay',
      fields: fieldsFor(kinds),
      ...(only ? { initial: { kind: { code: only, description: payAccessKinds[only] } } } : {}),
      saveLabel: 'Request',
      save: async (values) => {
        const { user, kind, employees, offices, titles, endsOn, reason } = values;
        const saved = await request({
          body: {
            personId: (user as Chosen).id,
            kind: (kind as { readonly code: PayAccessKind } | undefined)?.code ?? only ?? 'ALL',
            employees: idsOf(employees),
            offices: idsOf(offices),
            titles: idsOf(titles),
            endsOn: (endsOn ?? null) as string | null,
            reason: String(reason),
          },
        });
        const { confirmers, person } = saved;
        toastSuccess(
          `Pay access for ${person} requested. ${String(confirmers)} ${confirmers === 1 ? 'person' : 'people'} can confirm it.`,
        );
      },
    });
  return (
    <>
      {options ? <AccessOptionsBanner options={options} /> : null}
      <RecordTable
        list={list}
        cells={cells}
        rowActions={(row) => (options ? <AccessMoves row={row} options={options} /> : null)}
        actions={
          <>
            <Button variant="default" onClick={() => void openWhyPayIsVisible()}>
              Why…
            </Button>
            {kinds.length > 0 ? (
              <Button onClick={() => void open()}>{options?.canViewAllPay ? 'Request access' : 'Name a person'}</Button>
            ) : null}
          </>
        }
      />
    </>
  );
}

const scopes: Readonly<Record<Exclude<PayAccessKind, 'SELECTED'>, string>> = {
  ALL: 'everybody',
  ALL_BUT_RESTRICTED: 'everyone except people with restricted pay',
  REPORTS: 'those who report to them',
};

/** Returns the confirmation of an access: its scope, its end, its requester and the reason. */
function confirmText(row: RecordValue): string {
  const kind = row['kind'] as PayAccessKind;
  const scope = kind === 'SELECTED' ? String(row['selection']) : scopes[kind];
  const end = typeof row['endsOn'] === 'string' ? `until ${formatDate(row['endsOn'])}` : 'without an end date';
  return `${String(row['person'])} will see the pay of ${scope}, ${end}. ${String(row['requestedBy'])} requested it: ${String(row['reason'])}`;
}

/** Offers only the moves that the person can make. */
function AccessMoves({ row, options }: { readonly row: RecordValue; readonly options: AccessOptions }) {
  const { code } = row['status'] as { readonly code: 'REQUESTED' | 'ACTIVE' | 'END' };
  const record = { id: row.id, name: `Pay access of ${String(row['person'])}`, rowVersion: Number(row['rowVersion']) };
  const events = useOpenMoves('payAccess', code) as readonly AccessAnswer[];
  const access = {
    personId: String(row['personId']),
    requestedBy: row['requestedById'] as string | null,
    kind: row['kind'] as PayAccessKind,
  };
  const offered = events.filter((event) => answerFailures(access, options, event).length === 0);
  return offered.map((event) => (
    <MoveButton
      key={event}
      lifecycle="payAccess"
      event={event}
      record={record}
      own={event === 'confirmPayAccess' ? { question: { text: confirmText(row) } } : undefined}
      isCompact
    />
  ));
}
