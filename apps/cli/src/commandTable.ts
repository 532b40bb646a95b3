import type { Command } from 'commander';
import type { World } from './run/world.ts';

export interface Entry {
  readonly summary: string;
  /** Adds options, arguments and subcommands, with all that they stand on; `whole` is the program with every other command. */
  readonly load: () => Promise<(command: Command, world: World, whole: () => Promise<Command>) => void>;
}

/** The help is made of this table alone; a command is loaded only when it is asked for, so that a small calculation waits for no other part. */
export const commandTable: Readonly<Record<string, Entry>> = {
  login: {
    summary: 'Sign in at a server, once for all commands that follow.',
    load: async () => (await import('./commands/login.ts')).addLogin,
  },
  logout: {
    summary: 'End the session, at the server and here.',
    load: async () => (await import('./commands/login.ts')).addLogout,
  },
  whoami: {
    summary: 'Say who is signed in, where and in which firm.',
    load: async () => (await import('./commands/login.ts')).addWhoami,
  },
  report: {
    summary: 'Save a report as Excel, PDF, CSV or JSON.',
    load: async () => (await import('./commands/report.ts')).addReport,
  },
  batch: {
    summary:
      'Save many reports and documents unattended: reports x funds x investors x dates x formats, as a file says.',
    load: async () => (await import('./commands/batch.ts')).addBatch,
  },
  documents: {
    summary: 'Save the statements, ILPA templates or letters of every investor or participant of a fund for a quarter.',
    load: async () => (await import('./commands/documents.ts')).addDocuments,
  },
  list: {
    summary: 'Print any list: a table on a terminal, else CSV or JSON.',
    load: async () => (await import('./commands/list.ts')).addList,
  },
  import: {
    summary: 'Import files.',
    load: async () => (await import('./commands/import.ts')).addImport,
  },
  export: {
    summary: 'Save lists, and what belongs to a distribution, as files.',
    load: async () => (await import('./commands/export.ts')).addExport,
  },
  letters: {
    summary: 'Save the letters of a distribution.',
    load: async () => (await import('./commands/letters.ts')).addLetters,
  },
  statement: {
    summary: 'Draft, release and save total compensation statements.',
    load: async () => (await import('./commands/statement.ts')).addStatement,
  },
  api: {
    summary: 'Make any call of the API.',
    load: async () => (await import('./commands/api.ts')).addApi,
  },
  completion: {
    summary: 'Print what makes a shell complete these commands.',
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
  calc: {
    summary:
      'Compute a figure offline, with the functions that the server and the web use: JSON on standard input, JSON on standard output.',
    load: async () => (await import('./commands/calc.ts')).addCalc,
  },
  ilpa: {
    summary: 'Save ILPA’s templates of a fund; check those that somebody sends.',
    load: async () => (await import('./commands/ilpa.ts')).addIlpa,
  },
  certify: {
    summary: 'Make signed data of a quarter end, and check such a file.',
    load: async () => (await import('./commands/certify.ts')).addCertify,
  },
  explain: {
    summary: 'Say why a figure of a quarter end is what it is, down to entries and upload rows.',
    load: async () => (await import('./commands/explain.ts')).addExplain,
  },
  period: {
    summary: 'Tie out, lock and reopen the quarters of a fund; say what changed of one.',
    load: async () => (await import('./commands/period.ts')).addPeriod,
  },
  audit: {
    summary: 'Prove that nothing was changed.',
    load: async () => (await import('./commands/audit.ts')).addAudit,
  },
  backup: {
    summary: 'Back up an installation, check a backup, restore one.',
    load: async () => (await import('./commands/backup.ts')).addBackup,
  },
  files: {
    summary: 'Move the stored files to another folder or bucket.',
    load: async () => (await import('./commands/files.ts')).addFiles,
  },
  tenant: {
    summary: 'Make, name, shut, open and export the tenants of the installation.',
    load: async () => (await import('./commands/tenant.ts')).addTenant,
  },
  admin: {
    summary: 'Manage the installation.',
    load: async () => (await import('./commands/admin.ts')).addAdmin,
  },
};
