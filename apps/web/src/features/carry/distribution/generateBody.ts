import { fieldError, type Values, valuesToSave } from '@carrara/ui/form';
import { fields } from 'virtual:contract/tables';
import { type SourceDraft, sourceToSend } from './runDraft.ts';
import type { GenerateBody } from './useGenerated.ts';

const { distributionDate, defaultEscrow, defaultTerminatedEscrow } = fields.distributionFields;
const needed = { distributionDate, defaultEscrow, defaultTerminatedEscrow };

export interface RunContext {
  /** Of the stored draft. */
  readonly id: string | undefined;
  readonly acknowledged: boolean;
  readonly byBalance: boolean;
  /** Of which sources the rows are needed; of all when undefined. */
  readonly rowsOf: readonly string[] | undefined;
}

/** What the server is asked to compute; undefined while the date, the escrow defaults or the sources are not there. */
export function generateBodyOf(
  values: Values,
  sources: readonly SourceDraft[],
  { id, acknowledged, byBalance, rowsOf }: RunContext,
): GenerateBody | undefined {
  const isWrong = Object.entries(needed).some(([name, field]) => fieldError(field, values[name]) !== undefined);
  if (isWrong || sources.length === 0) return undefined;
  const head = valuesToSave(needed, values) as Pick<
    GenerateBody,
    'distributionDate' | 'defaultEscrow' | 'defaultTerminatedEscrow'
  >;
  return {
    ...(id ? { id } : {}),
    ...head,
    distributionSources: sources.map(sourceToSend),
    investorBalanceBased: byBalance,
    unallocatedAcknowledged: acknowledged,
    ...(rowsOf ? { rowsOf: [...rowsOf] } : {}),
  };
}
