import type { ForecastSource } from '@carrara/contract/carry/forecastRecord';
import { carryOfSource } from '@carrara/domain/carry/forecast';
import { decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { numberIn } from '@carrara/ui/value';
import type { Answer } from '../../../api/operations.ts';

export type ForecastOption = Answer<'listForecastSourceOptions'>[number];

/** What a person types of a source, as text. */
export interface TypedAmounts {
  readonly investedAmount: string;
  readonly multiple: string;
  readonly grossCarryDistributed: string;
  readonly totalCarryAdjustment: string;
}
export type AmountName = keyof TypedAmounts;

/** How each is read and named. */
export const amountFields = {
  investedAmount: { kind: 'money', title: 'Invested amount', required: true },
  multiple: { kind: 'multiple', title: 'Multiple', required: false },
  grossCarryDistributed: { kind: 'money', title: 'Gross carry', required: false },
  totalCarryAdjustment: { kind: 'money', title: 'Carry adjustment', required: true },
} as const;
export const amountNames = Object.keys(amountFields) as AmountName[];

/** The amount as it is sent; undefined while none can be read. */
const amountIn = (typed: TypedAmounts, name: AmountName) => numberIn(amountFields[name], typed[name]);

/** A source as it is typed. */
export interface SourceDraft extends TypedAmounts {
  readonly id: string;
  readonly type: ForecastSource['type'];
  readonly name: string;
  /** The allocation profile that was chosen; null for the one in force on the day. */
  readonly profileId: string | null;
  /** Of multiple and gross the one that was typed last: it is kept, the other follows. */
  readonly editedLast: ForecastSource['editedLast'];
  /** What it was opened with; undefined for one that was just chosen. */
  readonly before: (TypedAmounts & Pick<SourceDraft, 'profileId'>) | undefined;
}

const byName = (one: SourceDraft, other: SourceDraft) => one.name.localeCompare(other.name, 'en');

/** The sources of a stored forecast, by name as their tabs are. */
export const draftsOf = (sources: readonly ForecastSource[]): SourceDraft[] =>
  sources
    .map((stored): SourceDraft => {
      const { source, type, investedAmount, grossCarryDistributed, totalCarryAdjustment } = stored;
      const profileId = stored.isProfileChosen ? (stored.allocationProfile?.id ?? null) : null;
      const multiple = stored.multiple ?? '';
      const typed = { investedAmount, grossCarryDistributed, totalCarryAdjustment, multiple, profileId };
      return {
        id: source.id,
        type,
        name: source.name,
        editedLast: stored.editedLast,
        ...typed,
        before: typed,
      };
    })
    .sort(byName);

/** The chosen sources: those that were there keep what was typed, a new one is forecast at what is invested in it. */
export const withChosen = (now: readonly SourceDraft[], chosen: readonly ForecastOption[]): SourceDraft[] =>
  chosen
    .map(
      (option): SourceDraft =>
        now.find(({ id }) => id === option.id) ??
        followed({
          id: option.id,
          type: option.type,
          // All are of one fund or coinvestment, so that its name before theirs would tell no two apart.
          name: option.type.endsWith(' Investment') ? (option.investment?.name ?? option.name) : option.name,
          profileId: null,
          investedAmount: option.investedAmount ?? '',
          multiple: '1',
          grossCarryDistributed: '',
          totalCarryAdjustment: '0.00',
          editedLast: 'multiple',
          before: undefined,
        }),
    )
    .sort(byName);

/** What was typed, with what follows from it. */
export const withTyped = (draft: SourceDraft, name: AmountName, text: string): SourceDraft =>
  followed({
    ...draft,
    [name]: text,
    editedLast: name === 'multiple' ? 'multiple' : name === 'grossCarryDistributed' ? 'gross' : draft.editedLast,
  });

const typedOf = ({ editedLast }: SourceDraft): AmountName =>
  editedLast === 'gross' ? 'grossCarryDistributed' : 'multiple';

/** Whether it is typed, and not what follows of another. */
export const isTyped = (draft: SourceDraft, name: AmountName): boolean =>
  name === typedOf(draft) || (name !== 'multiple' && name !== 'grossCarryDistributed');

/** Of multiple and gross the one that was not typed last, by the rule that is stored by; blank while either cannot be read. */
function followed(draft: SourceDraft): SourceDraft {
  const invested = amountIn(draft, 'investedAmount');
  const typed = amountIn(draft, typedOf(draft));
  if (invested === undefined || typed === undefined)
    return { ...draft, [draft.editedLast === 'gross' ? 'multiple' : 'grossCarryDistributed']: '' };
  const investedAmount = decimal(invested);
  if (draft.editedLast === 'gross') {
    const { multiple } = carryOfSource({ investedAmount, gross: decimal(typed) });
    return { ...draft, multiple: multiple ? numberText(multiple) : '' };
  }
  return {
    ...draft,
    grossCarryDistributed: moneyText(carryOfSource({ investedAmount, multiple: decimal(typed) }).gross),
  };
}

/** Whether something of it is another than it was opened with. */
export const isChanged = (draft: SourceDraft): boolean =>
  draft.before === undefined ||
  draft.before.profileId !== draft.profileId ||
  amountNames.some((name) => sameOrText(draft.before, name) !== sameOrText(draft, name));

const sameOrText = (typed: TypedAmounts | undefined, name: AmountName) =>
  typed && (amountIn(typed, name) ?? typed[name]);

/** The amounts that are needed and cannot be read. */
export const missingOf = (draft: SourceDraft): readonly AmountName[] =>
  amountNames.filter((name) => isTyped(draft, name) && amountIn(draft, name) === undefined);

/** As it is sent. */
export const sourceToSend = (draft: SourceDraft) => ({
  source: { id: draft.id },
  type: draft.type,
  ...(draft.profileId ? { allocationProfile: { id: draft.profileId } } : {}),
  investedAmount: amountIn(draft, 'investedAmount') ?? draft.investedAmount,
  ...(draft.editedLast === 'gross'
    ? { grossCarryDistributed: amountIn(draft, 'grossCarryDistributed') ?? draft.grossCarryDistributed }
    : { multiple: amountIn(draft, 'multiple') ?? draft.multiple }),
  editedLast: draft.editedLast,
  totalCarryAdjustment: amountIn(draft, 'totalCarryAdjustment') ?? draft.totalCarryAdjustment,
});
