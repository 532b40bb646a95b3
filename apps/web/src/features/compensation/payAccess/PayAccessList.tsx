import { defineFields } from '@carrara/contract/core/fields';
import { answerFailures, payAccessKinds, type PayAccessKind } from '@carrara/domain/compensation/access';
import { toastError, toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { formatDate } from '@carrara/ui/value';
import { lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import { MoveButton, useOpenMoves } from '../../../record/Moves.tsx';
import { openFormDialog } from '../../../record/FormDialog.tsx';
import { RecordTable } from '../../../record/RecordTable.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { openWhyPayIsSeen } from './WhyPayIsSeen.tsx';

const list = { ...lists.listPayAccess, operation: 'listPayAccess' } as const;
const cells = { kind: ({ kind }: RecordValue) => payAccessKinds[kind as PayAccessKind] };

const asked = defineFields({
  user: { kind: 'reference', of: 'user', title: 'Who', required: true },
  kind: {
    kind: 'status',
    title: 'Sees the pay of',
    required: true,
    options: Object.entries(payAccessKinds).map(([code, description]) => ({ code, description })),
  },
  employees: { kind: 'referenceList', of: 'compEmployee', title: 'Selected employees' },
  offices: { kind: 'referenceList', of: 'reference:office', title: 'Selected offices' },
  titles: { kind: 'referenceList', of: 'reference:title', title: 'Selected titles' },
  endsOn: { kind: 'date', title: 'Ends on' },
  reason: { kind: 'longText', title: 'Reason', required: true },
});
interface Chosen {
  readonly id: string;
}
const idsOf = (value: unknown) => ((value ?? []) as readonly Chosen[]).map(({ id }) => id);

/** Who sees whose pay: asked for by one who sees everybody's, confirmed by another. */
export function PayAccessList() {
  const mayAsk = useAllowed('payAccess.edit');
  const [ask] = useWrite('askPayAccess');
  const open = () =>
    openFormDialog({
      title: 'Ask for pay access',
      fields: asked,
      saveLabel: 'Ask',
      save: async (values) => {
        const { user, kind, employees, offices, titles, endsOn, reason } = values;
        const saved = await ask({
          body: {
            personId: (user as Chosen).id,
            kind: (kind as { readonly code: PayAccessKind }).code,
            employees: idsOf(employees),
            offices: idsOf(offices),
            titles: idsOf(titles),
            endsOn: (endsOn ?? null) as string | null,
            reason: String(reason),
          },
        });
        if (saved.confirmers > 0)
          toastSuccess(`Pay access of ${saved.person} asked for. Another one who sees everybody's pay confirms it.`);
        else
          toastError(
            `Pay access of ${saved.person} asked for, and nobody can confirm it: besides you and who is to have it, nobody sees everybody's pay. Who runs the server makes a second one with carrara admin pay-access.`,
          );
      },
    });
  return (
    <RecordTable
      list={list}
      cells={cells}
      rowActions={(row) => <AccessMoves row={row} />}
      actions={
        <>
          <Button variant="default" onClick={() => void openWhyPayIsSeen()}>
            Why…
          </Button>
          {mayAsk ? <Button onClick={() => void open()}>Ask for access</Button> : null}
        </>
      }
    />
  );
}

const scopes: Readonly<Record<Exclude<PayAccessKind, 'SELECTED'>, string>> = {
  ALL: 'everybody',
  ALL_BUT_RESTRICTED: 'everybody but those whose pay is restricted',
  REPORTS: 'those who report to them',
};

/** Who is to see whose pay, until when, and who wants it why. */
function confirmText(row: RecordValue): string {
  const kind = row['kind'] as PayAccessKind;
  const scope = kind === 'SELECTED' ? String(row['selection']) : scopes[kind];
  const end = typeof row['endsOn'] === 'string' ? `until ${formatDate(row['endsOn'])}` : 'without an end';
  return `${String(row['person'])} sees the pay of ${scope} from now on, ${end}. ${String(row['askedBy'])} asked for it: ${String(row['reason'])}`;
}

type Answering = 'confirmPayAccess' | 'refusePayAccess' | 'revokePayAccess';

/** Who asked for an access, or is to have it, is not offered to confirm it. */
function AccessMoves({ row }: { readonly row: RecordValue }) {
  const { code } = row['status'] as { readonly code: 'ASKED' | 'ACTIVE' | 'END' };
  const record = { id: row.id, name: `Pay access of ${String(row['person'])}`, rowVersion: Number(row['rowVersion']) };
  const events = useOpenMoves('payAccess', code) as readonly Answering[];
  const giver = { personId: useSession().user?.id ?? '', seesAll: true };
  const access = { personId: String(row['personId']), askedBy: row['askedById'] as string | null };
  const offered = events.filter((event) => answerFailures(access, giver, event).length === 0);
  return offered.map((event) => (
    <MoveButton
      key={event}
      of="payAccess"
      event={event}
      record={record}
      own={event === 'confirmPayAccess' ? { question: { text: confirmText(row) } } : undefined}
      isCompact
    />
  ));
}
