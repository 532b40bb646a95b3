import { groupKey } from '@carrara/contract/core/report';

/** Where a cell of a row leads: `{field}` is the id or code that the row has there, or its text in lower case. Undefined where the row has none. */
export function addressIn(pattern: string, row: Readonly<Record<string, unknown>>): string | undefined {
  let isWhole = true;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const key = groupKey(row[field]);
    isWhole &&= key !== '';
    return encodeURIComponent(typeof row[field] === 'string' ? key.toLowerCase() : key);
  });
  return isWhole ? `#${path}` : undefined;
}
