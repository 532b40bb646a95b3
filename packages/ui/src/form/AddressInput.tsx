import type { Address } from '@carrara/contract/core/kinds';
import { TextInput } from '@mantine/core';
import { missingOfAddress } from './addressParts.ts';
import type { FieldInputProps } from './fieldInput.ts';
import styles from './form.module.css';
import { ReferenceInput } from './ReferenceInput.tsx';

const lines = [
  ['addressLine1', 'Address line 1', 'address-line1'],
  ['addressLine2', 'Address line 2', 'address-line2'],
  ['city', 'City', 'address-level2'],
  ['stateRegion', 'State or region', 'address-level1'],
  ['postalCode', 'Postal code', 'postal-code'],
] as const;

/** An address. It is saved only with line 1, city, postal code and country. A line below the inputs says so. */
export function AddressInput(props: FieldInputProps) {
  const { field, disabled, onChange, onBlur, name } = props;
  const address = (props.value as Address | null) ?? {};
  const missing = missingOfAddress(address);
  return (
    <fieldset className={styles.address} data-field={name} data-repeats={field.title === field.group}>
      <legend>{field.title}</legend>
      {lines.map(([line, title, autoComplete]) => (
        <TextInput
          key={line}
          label={title}
          autoComplete={autoComplete}
          data-field={`${name}.${line}`}
          disabled={disabled}
          value={address[line] ?? ''}
          onChange={(event) => onChange({ ...address, [line]: event.currentTarget.value })}
          onBlur={onBlur}
        />
      ))}
      <ReferenceInput
        {...props}
        name={`${name}.country`}
        field={{ kind: 'reference', target: 'reference:country', title: 'Country' }}
        value={address.country}
        onChange={(country) => onChange({ ...address, country })}
        error={null}
      />
      {props.error ? (
        <p role="alert">{props.error}</p>
      ) : missing.length > 0 ? (
        <p role="status" data-tone="warn">
          Not saved yet: {missing.join(', ')} {missing.length === 1 ? 'is' : 'are'} missing.
        </p>
      ) : (
        <p>Saved once line 1, city, postal code and country are filled in.</p>
      )}
    </fieldset>
  );
}
