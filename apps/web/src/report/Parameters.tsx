import type { Asked, Parameter, ReportDefinition } from '@carrara/contract/core/report';
import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { FieldInput } from '@carrara/ui/form';
import { dateMistake } from '@carrara/ui/value';
import { useState } from 'react';
import styles from './report.module.css';
import type { Given } from './useReportAddress.ts';

export interface ParametersProps {
  readonly report: ReportDefinition;
  readonly given: Given;
  /** What the answer says that it was asked with: a reference has its name there. */
  readonly asked: readonly Asked[];
  readonly onAsk: (name: string, value: string | undefined) => void;
  /** What the server refuses, by the name of the parameter. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** What a report can be asked with: an input by the kind of each parameter. */
export function Parameters({ report, given, asked, onAsk, refused = {} }: ParametersProps) {
  return (
    <div className={styles.parameters} role="group" aria-label="Parameters">
      {Object.entries(report.parameters).map(([name, field]) => (
        <ParameterInput
          key={name}
          name={name}
          field={field}
          given={given[name]}
          title={asked.find((one) => one.name === name)?.text}
          onAsk={(value) => onAsk(name, value)}
          refused={refused[name]}
        />
      ))}
    </div>
  );
}

interface ParameterInputProps {
  readonly name: string;
  readonly field: Parameter;
  readonly given: string | undefined;
  readonly title: string | undefined;
  readonly onAsk: (value: string | undefined) => void;
  readonly refused: string | undefined;
}

/** What is chosen before anything is: the named value, or all. */
const withUnasked = ({ options = [], unasked = 'All' }: Parameter): NonNullable<Parameter['options']> => [
  { code: '', description: unasked },
  ...options.filter(({ description }) => description !== unasked),
];
/** What a text is like once nothing is left to be typed. */
const wholeOf = ({ kind, like }: Parameter) => (kind === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : like?.pattern);

function ParameterInput({ name, field, given, title, onAsk, refused }: ParameterInputProps) {
  /** A day, or a text of a form, that is not whole yet is asked for by nobody. */
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const shown = field.kind === 'status' && !field.required ? { ...field, options: withUnasked(field) } : field;
  const isWhole = (text: string) => wholeOf(field)?.test(text) !== false;
  const isOpen = typed !== undefined && !isWhole(typed);
  const input = (
    <FieldInput
      name={name}
      field={shown}
      value={isOpen ? typed : valueOf(shown, given, title)}
      onChange={(value) => {
        const text = textOf(value);
        setLeft(false);
        setTyped(text);
        if (text === undefined || isWhole(text)) onAsk(text);
      }}
      onBlur={() => setLeft(true)}
      error={left && isOpen ? `${field.title} ${field.like?.otherwise ?? dateMistake(typed) ?? ''}` : refused}
      disabled={false}
    />
  );
  // Enter says that it is whole, as leaving it does.
  return (
    <form
      className={styles.parameter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLeft(true);
      }}
    >
      {input}
    </form>
  );
}

/** The text of an address as the value of its kind. */
function valueOf({ kind, options, unasked }: Parameter, given: string | undefined, name: string | undefined): unknown {
  if (kind === 'status') {
    const unknown = unasked === undefined ? undefined : options?.[0];
    return options?.find(({ code }) => code === (given ?? '')) ?? unknown ?? null;
  }
  if (kind === 'boolean') return given === 'true';
  // What was not asked for is the day that the answer names.
  if (given === undefined) return kind === 'date' ? (name ?? null) : null;
  return kind === 'reference' ? { id: given, name } : given;
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || value === false) return undefined;
  if (typeof value !== 'object') return String(value);
  const { id, code } = value as Partial<Reference & StatusValue>;
  return id ?? (code || undefined);
}
