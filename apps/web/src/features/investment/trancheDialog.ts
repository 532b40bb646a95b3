import type { Fields } from '@carrara/contract/fields';
import type { Investment } from '@carrara/contract/investment';
import type { StatusValue } from '@carrara/contract/kinds';
import type { Tranche } from '@carrara/contract/tranche';
import { trancheName } from '@carrara/domain/tranche';
import { toastSuccess } from '@carrara/ui/feedback';
import type { RecordFormState } from '@carrara/ui/form';
import { fields } from 'virtual:contract/tables';
import type { Argument } from '../../api/operations.ts';
import { openFormDialog } from '../../record/FormDialog.tsx';
import { holdingsOf, nextTrancheNumber } from './trancheDefaults.ts';

export interface TrancheDialogOptions {
  readonly investment: Investment;
  readonly existing: readonly Tranche[];
  /** Undefined: a new one. */
  readonly tranche: Tranche | undefined;
  /** The fund or coinvestment whose tranches are on the screen. */
  readonly preferred: string | undefined;
  readonly save: (argument: Argument<'saveTranche'>) => Promise<Tranche>;
}

/** Adds or changes a tranche. A new one gets the next number of its fund or coinvestment, and its name from that. */
export async function openTrancheDialog(options: TrancheDialogOptions): Promise<void> {
  const { investment, existing, tranche, preferred, save } = options;
  const holdings = holdingsOf(investment);
  const choices: StatusValue[] = holdings.map(({ id, name }) => ({ code: id, description: name }));
  const { assignedAllocationProfile, ...own } = fields.trancheFields;
  // A new tranche has no profiles to choose from yet.
  const profile = tranche
    ? {
        assignedAllocationProfile: {
          ...assignedAllocationProfile,
          of: `profileForTranche:${investment.id}/${tranche.id}`,
        },
      }
    : {};
  const table: Fields = {
    heldThrough: { kind: 'status', title: 'Fund or coinvestment', options: choices, required: true },
    ...own,
    ...profile,
  };
  const held = tranche?.fundInvestment?.id ?? tranche?.coinvestmentInvestment?.id;
  const first = holdings.find(({ id, containerId }) => id === held || containerId === preferred) ?? holdings[0];
  const defaultsFor = (holdingId: string | undefined) => {
    const holding = holdings.find(({ id }) => id === holdingId);
    if (!holding) return {};
    const number = nextTrancheNumber(existing, holding);
    return { trancheNumber: number, name: trancheName(investment.legalName, number) };
  };
  const onChange = (name: string, value: unknown, form: RecordFormState) => {
    if (tranche || name !== 'heldThrough') return;
    for (const [field, suggested] of Object.entries(defaultsFor((value as StatusValue | null)?.code)))
      form.set(field, suggested);
  };
  await openFormDialog({
    title: tranche ? `Edit ${tranche.name ?? 'tranche'}` : 'Add tranche',
    fields: table,
    initial: {
      ...defaultsFor(first?.id),
      ...tranche,
      heldThrough: choices.find(({ code }) => code === first?.id) ?? null,
    },
    onChange,
    save: async ({ heldThrough, ...values }) => {
      const holding = holdings.find(({ id }) => id === (heldThrough as StatusValue).code);
      const head = tranche ? { id: tranche.id, rowVersion: tranche.rowVersion } : {};
      const through = holding ? { [holding.kind]: { id: holding.id } } : {};
      const stored = await save({ params: { investmentId: investment.id }, body: { ...head, ...values, ...through } });
      toastSuccess(`${stored.name ?? 'Tranche'} saved successfully`);
    },
  });
}
