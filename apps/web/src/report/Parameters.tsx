import type { ReportParameterText, Parameter, ReportDefinition } from '@carrara/contract/core/report';
import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { dateMistake } from '@carrara/ui/value/formatDate.ts';
import { useState } from 'react';
import styles from './report.module.css';
import type { Values } from './useReportAddress.ts';

export interface ParametersProps {
  readonly report: ReportDefinition;
  readonly values: Values;
  /** The parameters as the response repeats them, with the names of references. */
  readonly requested: readonly ReportParameterText[];
  readonly onChange: (name: string, value: string | undefined) => void;
  /** Errors of the server by parameter. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** The parameters of a report, with an input by the kind of each. */
export function Parameters({ report, values, requested, onChange, refused = {} }: ParametersProps) {
  return (
    <div className={styles.parameters} role="group" aria-label="Parameters">
      {Object.entries(report.parameters).map(([name, field]) => (
        <ParameterInput
          key={name}
          name={name}
          field={field}
          value={values[name]}
          title={requested.find((candidate) => candidate.name === name)?.text}
          onChange={(value) => onChange(name, value)}
          refused={refused[name]}
        />
      ))}
    </div>
  );
}

interface ParameterInputProps {
  readonly name: string;
  readonly field: Parameter;
  readonly value: string | undefined;
  readonly title: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly refused: string | undefined;
}

/** Adds the option for no choice: the named value, or all. */
const withDefault = ({ options = [], defaultText = 'All' }: Parameter): NonNullable<Parameter['options']> => [
  { code: '', description: defaultText },
  ...options.filter(({ description }) => description !== defaultText),
];
/** Returns the pattern of a complete input. */
const completePattern = ({ kind, like }: Parameter) => (kind === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : like?.pattern);

function ParameterInput({ name, field, value: parameterValue, title, onChange, refused }: ParameterInputProps) {
  /** A date or a patterned text that is still incomplete and is not sent yet. */
  const [typed, setTyped] = useState<string>();
  const [wasBlurred, setWasBlurred] = useState(false);
  const displayedField = field.kind === 'status' && !field.required ? { ...field, options: withDefault(field) } : field;
  const isComplete = (text: string) => completePattern(field)?.test(text) !== false;
  const isOpen = typed !== undefined && !isComplete(typed);
  const input = (
    <FieldInput
      name={name}
      field={displayedField}
      value={isOpen ? typed : valueOf(displayedField, parameterValue, title)}
      onChange={(value) => {
        const text = textOf(value);
        setWasBlurred(false);
        setTyped(text);
        if (text === undefined || isComplete(text)) onChange(text);
      }}
      onBlur={() => setWasBlurred(true)}
      error={wasBlurred && isOpen ? `${field.title} ${field.like?.otherwise ?? dateMistake(typed) ?? ''}` : refused}
      disabled={false}
    />
  );
  // Enter completes the input, like leaving the field.
  return (
    <form
      className={styles.parameter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasBlurred(true);
      }}
    >
      {input}
    </form>
  );
}

/** Converts the text in the address to a value of its kind. */
function valueOf(
  { kind, options, defaultText }: Parameter,
  value: string | undefined,
  name: string | undefined,
): unknown {
  if (kind === 'status') {
    const unknown = defaultText === undefined ? undefined : options?.[0];
    return options?.find(({ code }) => code === (value ?? '')) ?? unknown ?? null;
  }
  if (kind === 'boolean') return value === 'true';
  // Without a chosen date, displays the one that the response names.
  if (value === undefined) return kind === 'date' ? (name ?? null) : null;
  return kind === 'reference' ? { id: value, name } : value;
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || value === false) return undefined;
  if (typeof value !== 'object') return String(value);
  const { id, code } = value as Partial<Reference & StatusValue>;
  return id ?? (code || undefined);
}
