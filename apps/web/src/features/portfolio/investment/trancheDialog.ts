import type { Field, Fields } from '@carrara/contract/core/fields';
import type { Investment } from '@carrara/contract/portfolio/investment';
import type { StatusValue } from '@carrara/contract/core/kinds';
import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { fields } from 'virtual:contract/tables';
import type { Argument } from '../../../api/operations.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { defaultTrancheName, trancheHolder, type TranchePart } from './trancheDefaults.ts';

export interface TrancheDialogOptions {
  readonly investment: Pick<Investment, 'id' | 'legalName'>;
  /** The parts of the investment that funds and coinvestments hold, with the numbers of their next tranches. */
  readonly parts: readonly TranchePart[];
  /** Undefined for a new one. */
  readonly tranche: Tranche | undefined;
  /** The fund or coinvestment whose tranches are displayed. */
  readonly preferred: string | undefined;
  readonly save: (argument: Argument<'saveTranche'>) => Promise<Tranche>;
}

/** Opens a form for a tranche. A new one gets the next number of its fund or coinvestment. The name follows the number until somebody changes it. */
export async function openTrancheDialog(options: TrancheDialogOptions): Promise<void> {
  const { investment, parts, tranche, preferred, save } = options;
  const choices: StatusValue[] = parts.map((part) => ({ code: part.id, description: trancheHolder(part).name }));
  const partOf = (value: unknown) => parts.find(({ id }) => id === (value as StatusValue | null)?.code);
  const table: Fields = {
    holder: { kind: 'status', title: 'Fund or coinvestment', options: choices, required: true },
    ...fields.trancheFields,
  };
  const holderId = tranche?.fundInvestment?.id ?? tranche?.coinvestmentInvestment?.id;
  const first = parts.find((part) => part.id === holderId || trancheHolder(part).id === preferred) ?? parts[0];
  const startNumber = tranche ? tranche.trancheNumber : first?.nextTrancheNumber;
  const name = defaultTrancheName(investment.legalName, startNumber);
  const onChange = (field: string, value: unknown, form: RecordFormState) => {
    const follow = (number: unknown) => {
      const next = name.after(form.values['name'], number);
      if (next !== undefined) form.set('name', next);
    };
    if (field === 'trancheNumber') follow(value);
    if (field !== 'holder' || tranche) return;
    // Clears the profile, because it belongs to the previous holder.
    form.set('assignedAllocationProfile', null);
    const part = partOf(value);
    if (!part) return;
    form.set('trancheNumber', part.nextTrancheNumber);
    follow(part.nextTrancheNumber);
  };
  await openFormDialog({
    title: tranche ? `Edit ${tranche.name ?? 'tranche'}` : 'Add tranche',
    fields: table,
    initial: {
      ...(tranche ?? { trancheNumber: startNumber, name: name.start }),
      holder: choices.find(({ code }) => code === first?.id) ?? null,
    },
    onChange,
    fieldOf: (field, definition, form) =>
      field === 'assignedAllocationProfile'
        ? profileField(definition, investment, tranche, partOf(form.values['holder']))
        : definition,
    save: async ({ holder, ...values }) => {
      const part = partOf(holder);
      const head = tranche ? { id: tranche.id, rowVersion: tranche.rowVersion } : {};
      const through = part ? { [part.fund ? 'fundInvestment' : 'coinvestmentInvestment']: { id: part.id } } : {};
      const stored = await save({ params: { investmentId: investment.id }, body: { ...head, ...values, ...through } });
      toastSuccess(`${stored.name ?? 'Tranche'} ${tranche ? 'updated' : 'saved'} successfully`);
    },
  });
}

/**
 * Returns the field of the allocation profile. A new tranche has no profiles of its own, so it offers those of its part and of the fund or
 * coinvestment.
 */
function profileField(
  field: Field,
  investment: TrancheDialogOptions['investment'],
  tranche: Tranche | undefined,
  part: TranchePart | undefined,
): Field {
  if (tranche) return { ...field, target: `profileForTranche:${investment.id}/${tranche.id}` };
  return {
    ...field,
    target: `profileOfHolder:${part ? `${part.id}/${trancheHolder(part).id}` : ''}`,
    help: 'Choose a profile of its fund or coinvestment. To create one for the tranche itself, save the tranche and open its page.',
  };
}
