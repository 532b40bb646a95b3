import type { ListFiles } from './exportList.ts';

/** Writers of list files. Their libraries are loaded on first use. */
export const listFiles: ListFiles = {
  excel: async (list) => (await import('@carrara/adapters/spreadsheet')).listWorkbook(list),
  csv: async (list) => (await import('@carrara/adapters/spreadsheet')).listCsv(list),
  'application/pdf': async (list, by) => (await import('@carrara/adapters/pdf')).listPdf(list, by),
};
