import type { ForecastSource } from '@carrara/contract/carry/forecastRecord';
import { carryOfSource } from '@carrara/domain/carry/forecast';
import { decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { plainDecimal } from '@carrara/ui/value';
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

/** Of multiple and gross the one that was not typed last, by the rule that is stored by; left as it is while either cannot be read. */
function followed(draft: SourceDraft): SourceDraft {
  const invested = plainDecimal(draft.investedAmount);
  const typed = plainDecimal(draft.editedLast === 'gross' ? draft.grossCarryDistributed : draft.multiple);
  if (!invested || !typed) return draft;
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

const names = ['investedAmount', 'multiple', 'grossCarryDistributed', 'totalCarryAdjustment'] as const;

/** Whether something of it is another than it was opened with. */
export const isChanged = (draft: SourceDraft): boolean =>
  draft.before === undefined ||
  draft.before.profileId !== draft.profileId ||
  names.some((name) => plainDecimal(draft.before?.[name] ?? '') !== plainDecimal(draft[name]));

/** The amounts that are needed and cannot be read. */
export const missingOf = (draft: SourceDraft): readonly AmountName[] =>
  (
    [
      'investedAmount',
      draft.editedLast === 'gross' ? 'grossCarryDistributed' : 'multiple',
      'totalCarryAdjustment',
    ] as const
  ).filter((name) => !plainDecimal(draft[name]));

/** As it is sent. */
export const sourceToSend = (draft: SourceDraft) => ({
  source: { id: draft.id },
  type: draft.type,
  ...(draft.profileId ? { allocationProfile: { id: draft.profileId } } : {}),
  investedAmount: plainDecimal(draft.investedAmount) ?? draft.investedAmount,
  ...(draft.editedLast === 'gross'
    ? { grossCarryDistributed: plainDecimal(draft.grossCarryDistributed) ?? draft.grossCarryDistributed }
    : { multiple: plainDecimal(draft.multiple) ?? draft.multiple }),
  editedLast: draft.editedLast,
  totalCarryAdjustment: plainDecimal(draft.totalCarryAdjustment) ?? draft.totalCarryAdjustment,
});
