import type { Command } from 'commander';
import type { World } from './run/world.ts';

export interface CommandEntry {
  readonly summary: string;
  /** Adds options, arguments and subcommands. `whole` returns the program with every other command. */
  readonly load: () => Promise<(command: Command, world: World, whole: () => Promise<Command>) => void>;
}

/** The help needs only this table. A command is loaded only when it runs, so that a small calculation doesn't load the rest. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  login: {
    summary: 'Sign in to a server, for all later commands.',
    load: async () => (await import('./commands/login.ts')).addLogin,
  },
  logout: {
    summary: 'Sign out, here and on the server.',
    load: async () => (await import('./commands/login.ts')).addLogout,
  },
  whoami: {
    summary: 'Show who is signed in, with the server and the firm.',
    load: async () => (await import('./commands/login.ts')).addWhoami,
  },
  report: {
    summary: 'Save a report as Excel, PDF, CSV or JSON.',
    load: async () => (await import('./commands/report.ts')).addReport,
  },
  batch: {
    summary:
      'Save many reports and documents unattended, as listed in a file: reports x funds x investors x dates x formats.',
    load: async () => (await import('./commands/batch.ts')).addBatch,
  },
  documents: {
    summary: 'Save a fund’s statements, ILPA templates or letters for a quarter, for every investor or participant.',
    load: async () => (await import('./commands/documents.ts')).addDocuments,
  },
  list: {
    summary: 'Print any list: as a table in a terminal, otherwise as CSV or JSON.',
    load: async () => (await import('./commands/list.ts')).addList,
  },
  import: {
    summary: 'Import files.',
    load: async () => (await import('./commands/import.ts')).addImport,
  },
  export: {
    summary: 'Save lists, distributions, carry terms and evidence packs as files.',
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
    summary: 'Call any API endpoint.',
    load: async () => (await import('./commands/api.ts')).addApi,
  },
  completion: {
    summary: 'Print a completion script for your shell.',
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
  calc: {
    summary:
      'Compute a figure offline, with the functions of the server and the web app. Reads JSON from standard input and prints JSON.',
    load: async () => (await import('./commands/calc.ts')).addCalc,
  },
  ilpa: {
    summary: 'Save a fund’s ILPA templates, or check one that you received.',
    load: async () => (await import('./commands/ilpa.ts')).addIlpa,
  },
  certify: {
    summary: 'Save signed data as of a quarter end, or verify a saved file.',
    load: async () => (await import('./commands/certify.ts')).addCertify,
  },
  explain: {
    summary: 'Explain a figure at a quarter end, down to entries and upload rows.',
    load: async () => (await import('./commands/explain.ts')).addExplain,
  },
  period: {
    summary: 'Tie out, lock and reopen a fund’s quarters, and compare versions of a quarter.',
    load: async () => (await import('./commands/period.ts')).addPeriod,
  },
  audit: {
    summary: 'Check the stored data for tampering.',
    load: async () => (await import('./commands/audit.ts')).addAudit,
  },
  backup: {
    summary: 'Back up an installation, or verify or restore a backup.',
    load: async () => (await import('./commands/backup.ts')).addBackup,
  },
  files: {
    summary: 'Move the stored files to another folder or bucket.',
    load: async () => (await import('./commands/files.ts')).addFiles,
  },
  tenant: {
    summary: 'Create, rename, archive, reopen and export the installation’s tenants.',
    load: async () => (await import('./commands/tenant.ts')).addTenant,
  },
  admin: {
    summary: 'Manage the installation.',
    load: async () => (await import('./commands/admin.ts')).addAdmin,
  },
};
