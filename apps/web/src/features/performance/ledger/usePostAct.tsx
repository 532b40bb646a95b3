import type { Field, Fields } from '@carrara/contract/core/fields';
import { parseDate, parseDecimal } from '@carrara/domain/kernel';
import { type ActField, isDistributionAct, ledgerAct, type LedgerActKind } from '@carrara/domain/performance/ledger';
import { MOST_REASON } from '@carrara/contract/performance/ledger/reasonLength';
import { readOnce, useFormWrite, useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import type { Dispatch } from '../../../session/sessionState.ts';
import { useToday } from '../../../session/useToday.ts';
import type { ActBody } from './actBody.ts';
import { ActPreview, PostingLink } from './ActPreview.tsx';
import {
  typedSplit,
  proposedSplit,
  distributionField,
  holdingIdsOf,
  isProposed,
  proceedsOf,
  splitField,
} from './distributionFields.ts';
import { DistributionTerms } from './DistributionTerms.tsx';
import type { Proposal } from './ProposedSplit.tsx';
import { openLedgerDialog, type OfVehicle, referenceId, statusCode } from './ledgerDialog.ts';

interface Choices {
  readonly vehicleId: string;
  readonly commitments: Answer<'listCommitments'>;
  readonly securities: Answer<'listSecurities'>;
  readonly holdings: Answer<'listHoldings'>;
}

/** The input of each field of an act. */
const fieldsBy = ({ vehicleId, securities, holdings }: Choices): Readonly<Record<ActField, Field>> => ({
  investorId: { kind: 'reference', target: 'investor', title: 'Investor' },
  buyerId: { kind: 'reference', target: 'investor', title: 'Buyer' },
  securityId: {
    kind: 'status',
    title: 'Security',
    options: securities.map(({ id, name, holdingId }) => ({
      code: id,
      description: `${name}, ${holdings.find((holding) => holding.id === holdingId)?.name ?? ''}`,
    })),
  },
  issueDate: { kind: 'date', title: 'Issued', help: 'The date of the notice. Default: the due date.' },
  commitment: { kind: 'money', title: 'Commitment' },
  value: {
    kind: 'money',
    title: 'Value',
    negative: true,
    help: 'The NAV transferred to the buyer. Called capital and accrued carry are calculated.',
  },
  interestRate: {
    kind: 'percent',
    title: 'Interest rate',
    help: 'In percent per year, on each earlier call from its date. Leave blank for none.',
  },
  costRelieved: { kind: 'money', title: 'Cost relieved', help: 'The cost of the part sold.' },
  isOutside: { kind: 'boolean', title: 'Doesn’t reduce unfunded' },
  settledOn: { kind: 'date', title: 'Settled on', help: 'Leave blank until the cash moves.' },
  description: { kind: 'longText', title: 'Description' },
  proceeds: {
    kind: 'money',
    title: 'Proceeds',
    help: 'The amount to distribute in the fund’s currency, with the GP’s carry. The terms split it by partner and tier.',
  },
  holdingIds: {
    kind: 'referenceList',
    target: `holdingOf:${vehicleId}`,
    title: 'Investments sold',
    help: 'The investments that brought the proceeds. Carry is attributed by realized profit.',
  },
  reason: {
    kind: 'longText',
    title: 'Reason',
    max: MOST_REASON,
    help: 'Required if the carry terms could split the proceeds.',
  },
});
const below: readonly ActField[] = ['reason', 'isOutside', 'settledOn', 'description'];
const above: ReadonlySet<string> = new Set(['proceeds', 'holdingIds', 'issueDate']);

/** Returns the fields of an act: partners and date, then the amounts, then the rarely needed fields. */
function fieldsOf(kind: LedgerActKind, choices: Choices): Fields {
  const { fields, lines, notice } = ledgerAct(kind);
  const all = fieldsBy(choices);
  const seller: Field = {
    kind: 'status',
    title: 'Seller',
    options: choices.commitments.map(({ investor: { id, name } }) => ({ code: id, description: name })),
  };
  const own = (Object.keys(fields) as ActField[]).map((name): [string, Field] => [
    name,
    {
      ...(name === 'investorId' && kind === 'PARTNER_TRANSFER' ? seller : all[name]),
      ...(fields[name] === 'required' ? { required: true } : {}),
    },
  ]);
  const amounts = Object.entries(lines).map(([code, { title }]): [string, Field] => [
    code,
    {
      kind: 'money',
      title,
      negative: code === 'workingCapital',
      required: kind === 'SALE_DISTRIBUTION' && code === 'price',
    },
  ]);
  // A sale comes before the distribution of its proceeds.
  const sale = kind === 'SALE_DISTRIBUTION' ? ['price'] : [];
  const date: Field = { kind: 'date', title: notice === undefined ? 'Date' : 'Due', required: true };
  return Object.fromEntries([
    ...own.filter(([name]) => name.endsWith('Id')),
    ['date', date],
    ...sale.flatMap((code) => amounts.filter(([name]) => name === code)),
    ...own.filter(([name]) => name === 'costRelieved' && isDistributionAct(kind)),
    ...(isDistributionAct(kind) ? [['split', splitField] as [string, Field]] : []),
    ...own.filter(([name]) => above.has(name)),
    ...amounts.filter(([name]) => !sale.includes(name)),
    ...own.filter(([name]) => !name.endsWith('Id') && !above.has(name) && !below.includes(name as ActField)),
    ...own.filter(([name]) => below.includes(name as ActField)),
  ]);
}

type Values = Readonly<Record<string, unknown>>;
const textOrNull = (value: unknown) => (value === '' || value == null ? null : String(value));

/** Returns the request for an act, with only the fields that this kind of act has. */
function bodyOf(vehicleId: string, kind: LedgerActKind, values: Values): ActBody {
  const { fields, lines } = ledgerAct(kind);
  const own = (name: ActField, convert: (value: unknown) => unknown) =>
    fields[name] === undefined ? {} : { [name]: convert(values[name]) };
  const idOf = (value: unknown) => referenceId(value) ?? statusCode(value);
  return {
    vehicleId,
    kind,
    date: String(values['date'] ?? ''),
    amounts: Object.fromEntries(
      Object.keys(lines)
        .filter((code) => !isProposed(kind, values) || code === 'price')
        .map((code) => [code, textOrNull(values[code])]),
    ),
    ...(isDistributionAct(kind) ? distributionOf(kind, values) : {}),
    ...own('investorId', idOf),
    ...own('buyerId', idOf),
    ...own('securityId', idOf),
    ...own('issueDate', textOrNull),
    ...own('commitment', textOrNull),
    ...own('value', textOrNull),
    ...own('interestRate', textOrNull),
    ...own('costRelieved', textOrNull),
    ...own('isOutside', (value) => value === true),
    ...own('settledOn', textOrNull),
    ...own('description', textOrNull),
  };
}

/** Returns the fields of a distribution: proceeds for the carry terms to split, or the reason of typed amounts. */
const distributionOf = (kind: LedgerActKind, values: Values) => ({
  holdingIds: holdingIdsOf(values),
  ...(isProposed(kind, values)
    ? { proceeds: textOrNull(proceedsOf(kind, values)) }
    : { reason: textOrNull(values['reason']) }),
});

/** Returns the request of a preview; undefined until the required fields and an amount are entered. */
function previewBody(vehicleId: string, kind: LedgerActKind, values: Values): ActBody | undefined {
  const { fields, lines } = ledgerAct(kind);
  const isEntered = (name: string) => values[name] !== null && values[name] !== undefined && values[name] !== '';
  const required = Object.entries(fields).flatMap(([name, rule]) => (rule === 'required' ? [name] : []));
  const isSplit = isProposed(kind, values);
  const needsSale = kind === 'SALE_DISTRIBUTION';
  const sale = needsSale ? ['price'] : [];
  const codes = (isSplit ? ['proceeds'] : Object.keys(lines)).filter((code) => !sale.includes(code));
  const isComplete =
    parseDate(values['date'], []).isOk() &&
    required.every(isEntered) &&
    (!isSplit || needsSale || holdingIdsOf(values).length > 0) &&
    sale.every(isEntered) &&
    (codes.length === 0 || codes.some(isEntered) || (needsSale && isSplit)) &&
    [...codes, ...sale, 'commitment', 'value', 'interestRate', 'costRelieved']
      .filter(isEntered)
      .every((name) => parseDecimal(values[name], []).isOk()) &&
    ['issueDate', 'settledOn'].filter(isEntered).every((name) => parseDate(values[name], []).isOk());
  return isComplete ? bodyOf(vehicleId, kind, values) : undefined;
}

/** Names the terms that are missing on the entered date. */
function TermsOnDate({ vehicleId, values }: { readonly vehicleId: string; readonly values: Values }) {
  const date = parseDate(values['date'], []).unwrapOr(undefined);
  return date === undefined ? null : <DistributionTerms vehicleId={vehicleId} date={date} />;
}

/** Returns the split that a form begins with: by the carry terms of today if they are complete. */
async function usualSplit(dispatch: Dispatch, vehicleId: string, date: string) {
  const argument = { params: { id: vehicleId }, query: { date } };
  const terms = await readOnce(dispatch, 'getDistributionTerms', argument, 'fresh').catch(() => undefined);
  return terms === undefined || terms.missing.length > 0 ? typedSplit : proposedSplit;
}

/** Returns a function that opens the form of an act: only its fields, with a preview of what it posts for each investor. */
export function usePostAct({ vehicleId }: OfVehicle) {
  const { data: commitments = [] } = useRead('listCommitments', { query: { vehicleId } });
  const { data: securities = [] } = useRead('listSecurities', { query: { vehicleId } });
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const [save] = useFormWrite('saveLedgerAct');
  const dispatch = useAppDispatch();
  const today = useToday();
  return async (kind: LedgerActKind) => {
    const { title } = ledgerAct(kind);
    const initial = isDistributionAct(kind) ? { split: await usualSplit(dispatch, vehicleId, today) } : {};
    let displayed: Proposal | null = null;
    const bodyToPost = (values: Values) => ({
      ...bodyOf(vehicleId, kind, values),
      ...(displayed !== null && isProposed(kind, values) ? { expected: { lp: displayed.lp, gp: displayed.gp } } : {}),
    });
    return openLedgerDialog({
      title,
      fields: fieldsOf(kind, { vehicleId, commitments, securities, holdings }),
      initial,
      ...(isDistributionAct(kind)
        ? {
            fieldOf: (name, field, { values }) => distributionField(kind, name, field, values),
            lead: ({ values }) => <TermsOnDate vehicleId={vehicleId} values={values} />,
          }
        : {}),
      saveLabel: 'Post',
      message: `The ${title.toLowerCase()} was posted.`,
      displayedBy: { vehicleId, field: 'date' },
      aside: ({ values }) => (
        <ActPreview
          body={previewBody(vehicleId, kind, values)}
          onProposal={(proposal) => {
            displayed = proposal;
          }}
        />
      ),
      save: (values) =>
        saveConfirmed((confirmation) => save({ body: { ...bodyToPost(values), ...confirmation } }), {
          // The warning at the kind is that of the same act.
          linkOf: (path) => (path === 'kind' ? <PostingLink vehicleId={vehicleId} /> : null),
        }),
    });
  };
}
