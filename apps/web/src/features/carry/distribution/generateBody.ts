import { fieldError, type Values, valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { fields } from 'virtual:contract/tables';
import { type SourceDraft, toSourceInput } from './runDraft.ts';
import type { GenerateBody } from './useGenerated.ts';

const { distributionDate, defaultEscrow, defaultTerminatedEscrow } = fields.distributionFields;
const needed = { distributionDate, defaultEscrow, defaultTerminatedEscrow };

export interface RunContext {
  /** The id of the stored draft. */
  readonly id: string | undefined;
  readonly acknowledged: boolean;
  readonly byBalance: boolean;
  /** The sources whose rows are needed; undefined for all. */
  readonly rowsOf: readonly string[] | undefined;
}

/** Builds the request to compute the run. Undefined until the date, the escrow defaults and the sources are present. */
export function buildGenerateBody(
  values: Values,
  sources: readonly SourceDraft[],
  { id, acknowledged, byBalance, rowsOf }: RunContext,
): GenerateBody | undefined {
  const isWrong = Object.entries(needed).some(([name, field]) => fieldError(field, values[name]) !== undefined);
  if (isWrong || sources.length === 0) return undefined;
  const name = typeof values['name'] === 'string' ? values['name'].trim() : '';
  const head = valuesToSave(needed, values) as Pick<
    GenerateBody,
    'distributionDate' | 'defaultEscrow' | 'defaultTerminatedEscrow'
  >;
  return {
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
    ...head,
    distributionSources: sources.map(toSourceInput),
    investorBalanceBased: byBalance,
    unallocatedAcknowledged: acknowledged,
    ...(rowsOf ? { rowsOf: [...rowsOf] } : {}),
  };
}
