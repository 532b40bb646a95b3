import {
  allocationKeys,
  allocationKeyTitles,
  entryTypeCodes,
  entryTypeRule,
  type EntryType,
  signFailures,
} from '@carrara/domain/performance/ledger';
import { parseDecimal } from '@carrara/domain/kernel';
import type { Fields } from '@carrara/contract/core/fields';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { openLedgerDialog, statusCode, recordOptions } from './ledgerDialog.ts';
import { noticeName } from './Notices.tsx';

const types = entryTypeCodes.map((code) => ({ code, description: `${entryTypeRule(code).title} (${code})` }));
const keys = allocationKeys
  .filter((code) => code !== 'NOTICE')
  .map((code) => ({ code, description: allocationKeyTitles[code] }));

const nameIn = (holdings: Answer<'listHoldings'>, id: string) =>
  holdings.find((holding) => holding.id === id)?.name ?? '';

interface Choices {
  readonly securities: Answer<'listSecurities'>;
  readonly holdings: Answer<'listHoldings'>;
  readonly commitments: Answer<'listCommitments'>;
}

const fieldsWith = ({ securities, holdings, commitments }: Choices): Fields => ({
  type: { kind: 'status', title: 'Type', options: types, required: true },
  amount: { kind: 'money', title: 'Amount', required: true, negative: true },
  effectiveDate: { kind: 'date', title: 'Date', required: true },
  holdingId: {
    kind: 'status',
    title: 'Investment',
    options: recordOptions(holdings),
  },
  securityId: {
    kind: 'status',
    title: 'Security',
    options: securities.map(({ id, name, holdingId }) => ({
      code: id,
      description: `${name}, ${nameIn(holdings, holdingId)}`,
    })),
    help: 'For purchases and sales.',
  },
  noticeId: { kind: 'status', title: 'Notice', options: [] },
  costRelieved: { kind: 'money', title: 'Cost relieved', help: 'For sales: the cost of the part sold.' },
  allocationKey: {
    kind: 'status',
    title: 'Shared by',
    options: keys,
    help: 'Default: the usual split of the type, mostly pro rata to commitments.',
  },
  investor: {
    kind: 'status',
    title: 'Commitment',
    options: commitments.map(({ id, investor }) => ({ code: id, description: investor.name })),
    help: 'Allocate the full amount to this investor.',
  },
  isRecallable: { kind: 'boolean', title: 'Recallable' },
  isOutside: { kind: 'boolean', title: 'Doesn’t reduce unfunded' },
  settledOn: {
    kind: 'date',
    title: 'Settled on',
    help: 'Leave blank until the cash moves. Then choose Settle on the entry.',
  },
  description: { kind: 'longText', title: 'Description' },
});

/** Checks the sign with the other fields, so that one save reports all mistakes. */
function wrongSign({ type, amount }: Readonly<Record<string, unknown>>) {
  const code = statusCode(type);
  const parsed = parseDecimal(amount, []).unwrapOr(undefined);
  if (code === null || parsed === undefined) return {};
  return { amount: signFailures({ type: code as EntryType, amount: parsed })[0]?.detail };
}

/** Returns a function that opens the form of a single entry of any type. */
export function usePostEntry(vehicleId: string) {
  const { data: securities = [] } = useRead('listSecurities', { query: { vehicleId } });
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const { data: notices = [] } = useRead('listNotices', { query: { vehicleId } });
  const { data: commitments = [] } = useRead('listCommitments', { query: { vehicleId } });
  const [save] = useFormWrite('saveLedgerEntries');
  const fields = fieldsWith({ securities, holdings, commitments });
  /** Returns the notices that can announce an entry of a type. */
  const noticesFor = (type: unknown) => {
    const code = statusCode(type);
    const kind = code === null ? undefined : entryTypeRule(code as EntryType).notice;
    return notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => ({ code: notice.id, description: noticeName(notice) }));
  };
  return () =>
    openLedgerDialog({
      title: 'Post entry',
      fields,
      fieldOf: (name, field, form) => {
        if (name !== 'noticeId') return field;
        const options = noticesFor(form.values['type']);
        const help = options.length === 0 ? 'No open notice for this entry type.' : '';
        return { ...field, options, ...(help === '' ? {} : { help }) };
      },
      initial: {},
      check: wrongSign,
      saveLabel: 'Post',
      message: 'The entry was posted.',
      displayedBy: { vehicleId, field: 'effectiveDate' },
      onChange: (name, value, form) => {
        // Choosing a security also chooses its investment.
        const security = securities.find(({ id }) => name === 'securityId' && id === statusCode(value));
        // Clears the notice if it can't announce an entry of this type.
        const notice = statusCode(form.values['noticeId']);
        if (name === 'type' && notice !== null && !noticesFor(value).some(({ code }) => code === notice))
          form.set('noticeId', null);
        if (security)
          form.set('holdingId', { code: security.holdingId, description: nameIn(holdings, security.holdingId) });
      },
      save: ({ type, holdingId, securityId, noticeId, allocationKey, investor, amount, ...values }) => {
        const commitmentId = statusCode(investor);
        const entry = {
          ...values,
          amount,
          type: statusCode(type) as EntryType,
          holdingId: statusCode(holdingId),
          securityId: statusCode(securityId),
          noticeId: statusCode(noticeId),
          allocationKey: commitmentId ? 'ONE' : statusCode(allocationKey),
          ...(commitmentId ? { shares: [{ commitmentId, amount }] } : {}),
        };
        return saveConfirmed((confirmation) => save({ body: { vehicleId, entries: [entry], ...confirmation } }));
      },
    });
}
