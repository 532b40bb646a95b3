import type { Fields } from '@carrara/contract/core/fields';
import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import type { StatusValue } from '@carrara/contract/core/kinds';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { useWrite } from '../../../api/calls.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useToday } from '../../../session/useToday.ts';
import { rateRefusal } from './fxShape.ts';

type Typed = {
  readonly pair: StatusValue;
  readonly effectiveDate: string;
  readonly rate: string;
};

/** Opens a form for a rate and saves it: a new one, or a correction, which keeps its pair and date. */
export function useEditRate(): (pairs: readonly CurrencyPair[], existing?: RecordValue) => Promise<void> {
  const [save] = useWrite('saveExchangeRates');
  const today = useToday();
  return async (pairs, existing) => {
    const options = pairs.map(({ partitionKey }) => ({
      code: partitionKey,
      description: partitionKey.replace('-', '/'),
    }));
    const fields: Fields = {
      pair: { kind: 'status', title: 'Pair', options, required: true, readOnly: existing !== undefined },
      effectiveDate: { kind: 'date', title: 'Date', required: true, readOnly: existing !== undefined },
      rate: {
        kind: 'rate',
        title: 'Rate',
        required: true,
        help: 'The value of one unit of the first currency in the second.',
      },
    };
    const key = existing ? String(existing['partitionKey']) : undefined;
    const name = key?.replace('-', '/') ?? '';
    await openFormDialog({
      title: existing ? `Correct ${name}` : 'Add rate',
      fields,
      initial: existing
        ? { rate: existing['rate'], effectiveDate: existing['effectiveDate'] }
        : { effectiveDate: today, pair: options[0] ?? null },
      check: ({ rate }) => ({ rate: rateRefusal(typeof rate === 'string' ? rate : null) }),
      save: async (values) => {
        const typed = values as Typed;
        const pair = key ?? typed.pair.code;
        const effectiveDate = existing ? String(existing['effectiveDate']) : typed.effectiveDate;
        const codes = { sourceCurrencyCode: pair.slice(0, 3), destinationCurrencyCode: pair.slice(-3) };
        const version = existing ? { rowVersion: existing.rowVersion } : {};
        await save({ body: { rates: [{ ...codes, effectiveDate, rate: typed.rate, ...version }] } });
        toastSuccess(`${pair.replace('-', '/')} ${existing ? 'updated' : 'saved'} successfully`);
      },
    });
  };
}
