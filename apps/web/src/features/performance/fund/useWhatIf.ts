import type { Field } from '@carrara/contract/core/fields';
import type { StatusValue } from '@carrara/contract/core/kinds';
import { numberOf } from '@carrara/ui/form/fieldRules.ts';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { fields } from 'virtual:contract/tables';
import type { LiquidationQuestion } from './useLiquidationWhy.tsx';

type Values = Readonly<Record<string, unknown>>;
type WhatIfQuery = NonNullable<LiquidationQuestion['query']>;

/** The result follows once typing pauses. */
const silenceMilliseconds = 400;

function parameter(field: Field, value: unknown): string | undefined {
  if (field.kind === 'status') return (value as StatusValue | null | undefined)?.code;
  if (field.kind === 'date') return (typeof value === 'string' && parseDateText(value)) || undefined;
  return numberOf(field, value);
}

/** Returns the inputs of a what-if as parameters of a call. Blank and refused ones are left out. */
export const whatIfQuery = (values: Values): WhatIfQuery =>
  Object.fromEntries(
    Object.entries<Field>(fields.whatIfFields).flatMap(([name, field]) => {
      const entered = parameter(field, values[name]);
      return entered === undefined ? [] : [[name, entered]];
    }),
  );

/** The inputs that aren't terms. */
const saleInputs: ReadonlySet<string> = new Set(['exitValue', 'navPercent', 'exitDate']);

/** True if a what-if changes carry terms. */
export const hasChangedTerms = (query: WhatIfQuery = {}): boolean =>
  Object.keys(query).some((name) => !saleInputs.has(name));

/** The inputs of a what-if while a person edits them, and the saved scenario that they started from. */
export function useWhatIf() {
  const [values, setValues] = useState<Values>({});
  const [openId, setOpenId] = useState<string | null>(null);
  const [settled] = useDebouncedValue(values, silenceMilliseconds);
  const isFilled = (name: string) => values[name] !== null && values[name] !== undefined && values[name] !== '';
  return {
    values,
    openId,
    query: whatIfQuery(settled),
    isTyped: Object.keys(values).some(isFilled),
    isFilled,
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
    reset: () => {
      setValues({});
      setOpenId(null);
    },
    /** Replaces the inputs by those of a saved scenario. */
    open: (scenario: Values & { readonly id: string }) => {
      setValues(Object.fromEntries(Object.keys(fields.whatIfFields).map((name) => [name, scenario[name]])));
      setOpenId(scenario.id);
    },
    follow: setOpenId,
  };
}

export type WhatIf = ReturnType<typeof useWhatIf>;
