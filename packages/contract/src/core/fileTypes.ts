import type { Application, Permission } from './permissions.ts';

/** A kind of file that can be imported. This file imports no validator, so that screens can use it. */
interface FileTypeDefinition {
  readonly title: string;
  /** Needed to import it and to see its uploads, because a workbook contains data that its module protects. */
  readonly permission: Permission;
  /** The modules into which it can be imported. */
  readonly modules: readonly Application[];
  /** True if it may have other headings than the product's own. */
  readonly isMapped: boolean;
  /** True if it contains pay, matching the database. Reading such an upload counts as a pay read. */
  readonly isPay?: true;
}

/** The kinds of files that can be imported, in the order in which a new firm imports them. */
export const fileTypes = {
  'carry-plan': { title: 'Carry plan', permission: 'distribution.edit', modules: ['carry'], isMapped: false },
  'exchange-rates': {
    title: 'Exchange rates',
    permission: 'fx.edit',
    modules: ['carry', 'performance'],
    isMapped: true,
  },
  'opening-balances': { title: 'Opening balances', permission: 'ledgerRun.edit', modules: ['carry'], isMapped: true },
  commitments: { title: 'Commitments', permission: 'fundLedger.edit', modules: ['performance'], isMapped: true },
  ledger: { title: 'Ledger entries', permission: 'fundLedger.edit', modules: ['performance'], isMapped: true },
  valuations: { title: 'Valuations', permission: 'valuation.edit', modules: ['performance'], isMapped: true },
  'carry-terms': { title: 'Carry terms', permission: 'carryTerms.edit', modules: ['performance'], isMapped: true },
  'portfolio-metrics': {
    title: 'Portfolio metrics',
    permission: 'valuation.edit',
    modules: ['performance'],
    isMapped: true,
  },
  reported: { title: 'Reported figures', permission: 'fundLedger.edit', modules: ['performance'], isMapped: true },
  'capital-account': {
    title: 'Capital account (ILPA v2.0)',
    permission: 'fundLedger.edit',
    modules: ['performance'],
    isMapped: false,
  },
  index: { title: 'Index levels', permission: 'benchmark.edit', modules: ['performance'], isMapped: true },
  benchmark: { title: 'Benchmarks', permission: 'benchmark.edit', modules: ['performance'], isMapped: true },
  employees: { title: 'Employees', permission: 'compEmployee.edit', modules: ['comp'], isMapped: true },
  compensation: { title: 'Compensation', permission: 'pay.edit', modules: ['comp'], isMapped: true, isPay: true },
  'payroll-actuals': { title: 'Payroll', permission: 'pay.edit', modules: ['comp'], isMapped: true, isPay: true },
} as const satisfies Readonly<Record<string, FileTypeDefinition>>;

export type FileType = keyof typeof fileTypes;
export type MappedType = {
  [T in FileType]: (typeof fileTypes)[T]['isMapped'] extends true ? T : never;
}[FileType];

export const isFileType = (text: string | null): text is FileType => text !== null && Object.hasOwn(fileTypes, text);
export const isMapped = (type: FileType): type is MappedType => fileTypes[type].isMapped;
export const isPayFile = (type: string): boolean => isFileType(type) && 'isPay' in fileTypes[type];

export const allFileTypes = Object.keys(fileTypes) as [FileType, ...FileType[]];
export const mappedTypes = allFileTypes.filter(isMapped) as [MappedType, ...MappedType[]];

/** The name endings of files that can be imported: workbooks, and tables of text. */
export const importEndings = ['.xlsx', '.csv', '.txt', '.tsv'] as const;
export const isCsv = ({ name }: { readonly name: string }): boolean => /\.(csv|txt|tsv)$/i.test(name);

const office = 'application/vnd.openxmlformats-officedocument';

/**
 * The media types of files by extension, and the kinds of those that are documents. Types that a browser could execute
 * aren't among them.
 */
export const fileKinds = {
  xlsx: { document: 'excel', mediaType: `${office}.spreadsheetml.sheet` },
  xls: { document: 'excel', mediaType: 'application/vnd.ms-excel' },
  xlsm: { document: 'excel', mediaType: 'application/vnd.ms-excel.sheet.macroEnabled.12' },
  csv: { document: 'excel', mediaType: 'text/csv' },
  pdf: { document: 'pdf', mediaType: 'application/pdf' },
  docx: { document: 'word', mediaType: `${office}.wordprocessingml.document` },
  doc: { document: 'word', mediaType: 'application/msword' },
  pptx: { document: 'powerpoint', mediaType: `${office}.presentationml.presentation` },
  ppt: { document: 'powerpoint', mediaType: 'application/vnd.ms-powerpoint' },
  zip: { document: 'zip', mediaType: 'application/zip' },
  rar: { document: 'rar', mediaType: 'application/vnd.rar' },
  txt: { document: 'text', mediaType: 'text/plain; charset=utf-8' },
} as const;

export const documentFileTypes = ['excel', 'pdf', 'word', 'powerpoint', 'zip', 'rar', 'text', 'other'] as const;

/** Returns the lowercase extension of a file name; empty if there is none. */
export const fileExtension = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns the kind of a file by its name. The sender's claim isn't trusted. */
export function fileKind(name: string): { document: (typeof documentFileTypes)[number]; mediaType: string } {
  const extension = fileExtension(name);
  return Object.hasOwn(fileKinds, extension)
    ? fileKinds[extension as keyof typeof fileKinds]
    : { document: 'other', mediaType: 'application/octet-stream' };
}

/** The files of lists and reports, by the format in a query. */
export const exportFormats = {
  excel: { title: 'Excel', extension: 'xlsx', type: fileKinds.xlsx.mediaType },
  'application/pdf': { title: 'PDF', extension: 'pdf', type: fileKinds.pdf.mediaType },
  csv: { title: 'CSV', extension: 'csv', type: `${fileKinds.csv.mediaType}; charset=utf-8` },
} as const;
export type ExportFormat = keyof typeof exportFormats;
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]];

/**
 * The accepted picture types. The type is detected from the first bytes, regardless of the declared type. Formats that
 * can contain scripts are excluded.
 */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The maximum size of a picture or logo, in bytes. */
export const largestImageBytes = 4_194_304;
/** The usual maximum size of an uploaded file, in bytes. An installation can set another. */
export const usualUploadBytes = 26_214_400;
/** Returns a size limit in megabytes: `4 MB`. */
export const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`;
