import type { ListFiles } from './exportList.ts';

/** Writers of list files. Their libraries are loaded on first use. */
export const listFiles: ListFiles = {
  excel: async (list) => (await import('@carrara/adapters/spreadsheet/listWorkbook')).listWorkbook(list),
  csv: async (list) => (await import('@carrara/adapters/spreadsheet/listCsv')).listCsv(list),
  'application/pdf': async (list, by) => (await import('@carrara/adapters/pdf/listPdf')).listPdf(list, by),
};
