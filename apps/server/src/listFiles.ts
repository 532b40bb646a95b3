import type { ListFiles } from './http/exportList.ts';

/** The files that a list can become; the libraries behind them are loaded with the first one. */
export const listFiles: ListFiles = {
  excel: async (list) => (await import('@carrara/adapters/spreadsheet')).listWorkbook(list),
  csv: async (list) => (await import('@carrara/adapters/spreadsheet')).listCsv(list),
  'application/pdf': async (list, by) => (await import('@carrara/adapters/pdf')).listPdf(list, by),
};
