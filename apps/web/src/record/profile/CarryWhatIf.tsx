import { MOST_NAV_PERCENT } from '@carrara/contract/core/navPercent';
import type { StatusValue } from '@carrara/contract/core/kinds';
import { leavingEffects } from '@carrara/domain/carry/navAccrual';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError, numberOf } from '@carrara/ui/form/fieldRules.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Argument } from '../../api/operations.ts';
import styles from './carryAtNav.module.css';

type WhatIfQuery = Omit<NonNullable<Argument<'getParticipantCarryAtNav'>['query']>, 'asOf'>;
interface Fund {
  readonly id: string;
  readonly name: string;
  readonly currency: string | null;
  /** The NAV before carry; absent if the reader doesn't see it. */
  readonly nav?: string | null;
}

const effectTexts = {
  VESTING_STOPS: 'Vesting stops',
  ALL_VESTS: 'Everything vests',
  ALL_FORFEITED: 'Everything is forfeited',
} as const;
const percentField = {
  kind: 'percent',
  title: 'Exit value, % of NAV',
  help: 'All funds are sold for this part of their NAV before carry.',
  most: MOST_NAV_PERCENT,
} as const;
const dateField = { kind: 'date', title: 'Leaving date', help: 'Leave blank to stay.' } as const;
const effectField = {
  kind: 'status',
  title: 'On leaving',
  options: leavingEffects.map((code) => ({ code, description: effectTexts[code] })),
} as const;

interface Typed {
  readonly percent: unknown;
  readonly date: unknown;
  readonly effect: StatusValue | null;
  /** By fund. */
  readonly values: Readonly<Record<string, unknown>>;
}
const nothing: Typed = { percent: null, date: null, effect: null, values: {} };
const text = (entered: unknown) => (typeof entered === 'string' ? entered : '');
const valueField = ({ name, currency, nav }: Fund) => ({
  kind: 'money' as const,
  title: `${name}${currency === null ? '' : `, ${currency}`}`,
  ...(nav ? { help: `NAV before carry: ${valueText('money', nav)}` } : {}),
});

/** Returns the what-if that the inputs contain. Undefined if they contain none yet. */
function queryOf({ percent, date, effect, values }: Typed): WhatIfQuery | undefined {
  const navPercent = numberOf(percentField, percent);
  const leavingDate = parseDateText(text(date)) ?? undefined;
  const exitValues = Object.entries(values).flatMap(([id, entered]) => {
    const amount = numberOf({ kind: 'money', title: '' }, entered);
    return amount === undefined ? [] : [`${id}:${amount}`];
  });
  if (navPercent === undefined && leavingDate === undefined && exitValues.length === 0) return undefined;
  const leavingEffect = leavingEffects.find((code) => code === effect?.code);
  return {
    ...(navPercent === undefined ? {} : { navPercent }),
    ...(exitValues.length === 0 ? {} : { exitValues: exitValues.join(',') }),
    ...(leavingDate === undefined ? {} : { leavingDate }),
    ...(leavingDate === undefined || leavingEffect === undefined ? {} : { leavingEffect }),
  };
}

/** The result follows once typing pauses. */
const silenceMilliseconds = 400;

/** Returns the typed what-if and the function that changes it. Nothing of it is stored. */
export function useCarryWhatIf() {
  const [typed, setTyped] = useState(nothing);
  const [settled] = useDebouncedValue(typed, silenceMilliseconds);
  return { typed, setTyped, query: queryOf(settled) };
}

interface CarryWhatIfProps extends Pick<ReturnType<typeof useCarryWhatIf>, 'typed' | 'setTyped'> {
  readonly funds: readonly Fund[];
}

/** The inputs of a what-if: another exit value of all funds or of some, and a leaving date. */
export function CarryWhatIf({ typed, setTyped, funds }: CarryWhatIfProps) {
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }));
  const input = { onBlur: () => undefined, disabled: false } as const;
  return (
    <Panel
      title="What if"
      actions={
        typed === nothing ? null : (
          <Button variant="default" size="xs" onClick={() => setTyped(nothing)}>
            Reset
          </Button>
        )
      }
    >
      <div className={styles.inputs}>
        <FieldInput
          {...input}
          name="navPercent"
          field={percentField}
          value={typed.percent}
          onChange={(percent) => change({ percent })}
          error={fieldError(percentField, typed.percent)}
        />
        <FieldInput
          {...input}
          name="leavingDate"
          field={dateField}
          value={typed.date}
          onChange={(date) => change({ date })}
          error={fieldError(dateField, typed.date)}
        />
        {text(typed.date) === '' ? null : (
          <FieldInput
            {...input}
            name="leavingEffect"
            field={effectField}
            value={typed.effect ?? effectField.options[0]}
            onChange={(effect) => change({ effect: effect as StatusValue | null })}
            error={undefined}
          />
        )}
      </div>
      {funds.length === 0 ? null : (
        <details className={styles.byFund}>
          <summary>Exit value by fund</summary>
          <div className={styles.inputs}>
            {funds.map((fund) => (
              <FieldInput
                {...input}
                key={fund.id}
                name={`exitValue-${fund.id}`}
                field={valueField(fund)}
                value={typed.values[fund.id] ?? null}
                error={fieldError(valueField(fund), typed.values[fund.id])}
                onChange={(value) =>
                  setTyped((before) => ({ ...before, values: { ...before.values, [fund.id]: value } }))
                }
              />
            ))}
          </div>
        </details>
      )}
    </Panel>
  );
}
