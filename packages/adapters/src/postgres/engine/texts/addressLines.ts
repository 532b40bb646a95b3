/**
 * Returns SQL for an address as lines of a letter, from the columns that begin with a prefix. `{}` if none is stored.
 */
export const addressLines = (row: string, prefix: string): string => `array_remove(ARRAY[
    ${row}.${prefix}_line1, ${row}.${prefix}_line2,
    nullif(concat_ws(' ', nullif(concat_ws(', ', ${row}.${prefix}_city, ${row}.${prefix}_state_region), ''), ${row}.${prefix}_postal_code), ''),
    (SELECT r.description FROM reference_entry r WHERE r.tenant_id = ${row}.tenant_id AND r.id = ${row}.${prefix}_country_id)], NULL)`;
