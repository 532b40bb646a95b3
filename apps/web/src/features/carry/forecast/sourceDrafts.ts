import type { ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { carryOfSource } from '@carrara/domain/carry/forecast';
import { decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { numberIn } from '@carrara/ui/value/readNumber.ts';
import type { Answer } from '../../../api/operations.ts';

export type ForecastOption = Answer<'listForecastSourceOptions'>[number];

/** The input for a source, as text. */
export interface TypedAmounts {
  readonly investedAmount: string;
  readonly multiple: string;
  readonly grossCarryDistributed: string;
  readonly totalCarryAdjustment: string;
}
export type AmountName = keyof TypedAmounts;

/** The kind and the title of each amount. */
export const amountFields = {
  investedAmount: { kind: 'money', title: 'Invested amount', required: true },
  multiple: { kind: 'multiple', title: 'Multiple', required: false },
  grossCarryDistributed: { kind: 'money', title: 'Gross carry', required: false },
  totalCarryAdjustment: { kind: 'money', title: 'Carry adjustment', required: true },
} as const;
export const amountNames = Object.keys(amountFields) as AmountName[];

/** Returns the amount as it is sent; undefined if it can't be parsed. */
const amountIn = (typed: TypedAmounts, name: AmountName) => numberIn(amountFields[name], typed[name]);

/** A source with its input. */
export interface SourceDraft extends TypedAmounts {
  readonly id: string;
  readonly type: ForecastSource['type'];
  readonly name: string;
  /** The chosen allocation profile; null for the one in force on the date. */
  readonly profileId: string | null;
  /** The one of multiple and gross that was typed last. It stays, and the other follows. */
  readonly editedLast: ForecastSource['editedLast'];
  /** The input when the editor opened; undefined for a source that was added since. */
  readonly before: (TypedAmounts & Pick<SourceDraft, 'profileId'>) | undefined;
}

const byName = (first: SourceDraft, other: SourceDraft) => first.name.localeCompare(other.name, 'en');

/** Returns the sources of a stored forecast, sorted by name as their tabs are. */
export const sourceDrafts = (sources: readonly ForecastSource[]): SourceDraft[] =>
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

/** Applies a new choice of sources. Existing sources keep their input, and a new one starts with its invested amount. */
export const applySourceChoice = (now: readonly SourceDraft[], chosen: readonly ForecastOption[]): SourceDraft[] =>
  chosen
    .map(
      (option): SourceDraft =>
        now.find(({ id }) => id === option.id) ??
        followed({
          id: option.id,
          type: option.type,
          // All belong to one fund or coinvestment, so adding its name would not distinguish them.
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

/** Sets an amount, and computes the one that depends on it. */
export const setAmountText = (draft: SourceDraft, name: AmountName, text: string): SourceDraft =>
  followed({
    ...draft,
    [name]: text,
    editedLast: name === 'multiple' ? 'multiple' : name === 'grossCarryDistributed' ? 'gross' : draft.editedLast,
  });

const typedOf = ({ editedLast }: SourceDraft): AmountName =>
  editedLast === 'gross' ? 'grossCarryDistributed' : 'multiple';

/** True if the amount is input and not computed from another. */
export const isTyped = (draft: SourceDraft, name: AmountName): boolean =>
  name === typedOf(draft) || (name !== 'multiple' && name !== 'grossCarryDistributed');

/** Computes the one of multiple and gross that was not typed last, by the same rule as the server. Blank while either can't be parsed. */
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

/** True if the source differs from what the editor opened with. */
export const isChanged = (draft: SourceDraft): boolean =>
  draft.before === undefined ||
  draft.before.profileId !== draft.profileId ||
  amountNames.some((name) => sameOrText(draft.before, name) !== sameOrText(draft, name));

const sameOrText = (typed: TypedAmounts | undefined, name: AmountName) =>
  typed && (amountIn(typed, name) ?? typed[name]);

/** Returns the required amounts that can't be parsed. */
export const missingAmounts = (draft: SourceDraft): readonly AmountName[] =>
  amountNames.filter((name) => isTyped(draft, name) && amountIn(draft, name) === undefined);

/** Returns the source as it is sent. */
export const toSourceInput = (draft: SourceDraft) => ({
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
