import { type Decimal, moneyText } from '@carrara/domain/kernel';
import { allocationKeyTitles, type RequestedEntry, entryTypeRule, type EnteredShare } from '../ledger/index.ts';
import { importTypes } from './importTypes.ts';
import { type ChangedField, changedFields, type ExistingVehicle, type DisplayedField } from './planParts.ts';

/** The content of an entry with its description. */
export interface ReportedEntry {
  readonly entry: RequestedEntry;
  readonly description: string | null;
}
type Names = Pick<ExistingVehicle, 'holdings' | 'securities' | 'notices' | 'ledger'>;

const columns = importTypes.ledger;
const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no');

/** Returns the explicitly given shares; empty if a key splits the entry. */
export const enteredShares = ({ key, enteredShares: entered }: RequestedEntry): readonly EnteredShare[] =>
  key === 'NOTICE' || key === 'ONE' ? entered : [];

/** Formats an entry column by column, using the firm's names. */
function display(
  { entry, description }: ReportedEntry,
  { holdings, securities, notices, ledger }: Names,
): DisplayedField[] {
  const named = <T extends { readonly id: string }>(
    all: readonly T[],
    id: string | null,
    name: (item: T) => string,
  ) => {
    const found = all.find((candidate) => candidate.id === id);
    return found === undefined ? null : name(found);
  };
  const money = (title: string, amount: Decimal | null): DisplayedField => ({
    title,
    text: amount && moneyText(amount),
    isNumber: true,
  });
  const text = (title: string, value: string | null): DisplayedField => ({ title, text: value });
  const acceptsUnfunded = entryTypeRule(entry.type).unfunded?.when === 'entered';
  return [
    text(columns.type.title, entryTypeRule(entry.type).title),
    text(columns.date.title, entry.effective),
    money(columns.amount.title, entry.amount),
    ...enteredShares(entry).flatMap(({ commitmentId, amount, unfunded }) => {
      const investor = named(ledger.commitments, commitmentId, ({ investorCode }) => investorCode) ?? '';
      return [
        money(`${columns.amount.title}, ${investor}`, amount),
        ...(acceptsUnfunded ? [money(`${columns.unfunded.title}, ${investor}`, unfunded)] : []),
      ];
    }),
    text(
      columns.investment.title,
      named(holdings, entry.holdingId, ({ name }) => name),
    ),
    text(
      columns.security.title,
      named(securities, entry.securityId, ({ name }) => name),
    ),
    money(columns.costRelieved.title, entry.costRelieved),
    text(
      columns.notice.title,
      named(notices, entry.noticeId, ({ number }) => String(number)),
    ),
    text(columns.allocationKey.title, allocationKeyTitles[entry.key]),
    text(columns.isRecallable.title, yesOrNo(entry.isRecallable)),
    text(columns.isOutside.title, yesOrNo(entry.isOutside)),
    text(columns.settledOn.title, entry.settledOn),
    text(columns.description.title, description),
  ];
}

/** Returns the differences between an entry and the row that replaces it. */
export function changedEntry(
  row: number,
  before: ReportedEntry,
  after: ReportedEntry,
  names: Names,
): readonly ChangedField[] {
  const { type, effective } = before.entry;
  const record = `${entryTypeRule(type).title} ${effective}, row ${String(row)}`;
  return changedFields(record, display(before, names), display(after, names));
}
