import { groupKey } from '@carrara/contract/core/report';

const PARAMETER = /([?&])([\w.]+)=\{:(\w+)\}/g;

/** The link of a cell (`href` of a column); undefined if the row lacks a value that the address needs. */
export function addressIn(
  pattern: string,
  row: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, string>> = {},
): string | undefined {
  let isWhole = true;
  const path = pattern
    .replaceAll(PARAMETER, (_, sign: string, name: string, parameter: string) => {
      const value = overrides[parameter];
      return value ? `${sign}${name}=${encodeURIComponent(value)}` : '';
    })
    .replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const key = groupKey(row[field]);
      isWhole &&= key !== '';
      return encodeURIComponent(typeof row[field] === 'string' ? key.toLowerCase() : key);
    });
  return isWhole ? `#${path}` : undefined;
}
