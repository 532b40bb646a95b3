export const ledgerRunPath = (id: string, view = 'overview'): string => `/carry/ledger/${id}/${view}`;
export const ledgerRunEditPath = (id: string): string => `/carry/ledger/${id}/edit`;
