/**
 * Returns SQL that is true if a commitment change counts at a quarter end. It is posted by then, isn't a reversal,
 * and isn't reversed by then. `commitmentsOn` has the same rule for loaded changes.
 */
export const countsSql = (event: string, end: string): string =>
  `${event}.booked <= ${end} AND ${event}.reverses_id IS NULL AND NOT EXISTS (SELECT FROM commitment_event turned
     WHERE turned.tenant_id = ${event}.tenant_id AND turned.reverses_id = ${event}.id AND turned.booked <= ${end})`;

/**
 * Returns SQL that is true if a commitment of a tenant pays fees at a quarter end, by its last terms up to then. It
 * does if the terms don't say.
 */
export const paysFeeSql = (commitment: string, end: string, tenant = '$1'): string =>
  `coalesce((SELECT terms.pays_fee FROM commitment_event terms WHERE terms.tenant_id = ${tenant} AND terms.commitment_id = ${commitment}
     AND terms.pays_fee IS NOT NULL AND ${countsSql('terms', end)} ORDER BY terms.event_date DESC, terms.seq DESC, terms.id DESC LIMIT 1), true)`;
