/** The files that `npm test` runs, and those that it leaves to `npm test -- all`. docs/testing.md describes the parts. */

/** The journey of each main task. They run on a product without demo data. */
export const mainJourneys = [
  // The carry run, from the import of a firm's workbook to letters.
  'test/journeys/carry/distributionRun.test.ts',
  // The quarter close.
  'test/journeys/performance/ledger.test.ts',
  // The import of an administrator's files.
  'test/journeys/performance/imports.test.ts',
  // From a pay statement to the portal.
  'test/journeys/compensation/pay.test.ts',
  // The investor's view.
  'test/journeys/performance/links.test.ts',
  // Sign-in.
  'test/journeys/platform/secondFactor.test.ts',
  // Administration.
  'test/journeys/platform/administration.test.ts',
];

/** Data tests that `npm test` leaves out. */
export const longDataTests = [
  // These need the demo, which takes longer to create than most suites.
  'apps/server/src/demo/demoCarry.data.test.ts',
  'apps/server/src/demo/demoExplanations.data.test.ts',
  'apps/server/src/demo/demoPay.data.test.ts',
  'apps/server/src/demo/demoPeople.data.test.ts',
  'apps/server/src/demo/demoPerformance.data.test.ts',
  'test/preparedDemo/preparedDemo.data.test.ts',
  'test/commandLine/readme.data.test.ts',
  'test/contract/readablePdfs.data.test.ts',
  'test/contract/requests.data.test.ts',
  // Each call, with its smallest and its largest body, by three people with pay access.
  'test/contract/payReads.data.test.ts',
  'test/contract/samePay.data.test.ts',
  // Hundreds of random operations on whole books. Other tests check the rules one by one.
  'apps/server/src/concepts/carry/run/balances.data.test.ts',
  'apps/server/src/concepts/carry/run/ledger.data.test.ts',
  // An operator's files and databases, copied, moved, restored and broken on purpose.
  'packages/adapters/src/backup/backup.data.test.ts',
  'packages/adapters/src/operator/moveFiles.data.test.ts',
  'packages/adapters/src/operator/sweepFiles.data.test.ts',
  'packages/adapters/src/postgres/engine/supervisor/startCluster.data.test.ts',
  'test/earlierVersion/earlierVersion.data.test.ts',
  // Files, background jobs, mail and the command line. Other tests check the figures in them, and the main journeys use them.
  'apps/server/src/concepts/carry/run/distributionFiles.data.test.ts',
  'apps/server/src/concepts/performance/investment/certifiedData.data.test.ts',
  'apps/server/src/concepts/performance/report/reportRun.data.test.ts',
  'apps/server/src/imports/upload.data.test.ts',
  'apps/server/src/jobs/mail/deliveredMail.data.test.ts',
  'apps/server/src/jobs/mail/mail.data.test.ts',
  'apps/server/src/http/exports.data.test.ts',
  'apps/server/src/jobs/importTask.data.test.ts',
  'apps/server/src/jobs/investorDocuments.data.test.ts',
  'apps/server/src/jobs/task.data.test.ts',
  'test/commandLine/batch.data.test.ts',
  'test/commandLine/evidence.data.test.ts',
  'test/commandLine/lists.data.test.ts',
  'test/commandLine/session.data.test.ts',
  'test/contract/logs.data.test.ts',
  // Uploads of the maximum size, and a slow file store.
  'apps/server/src/imports/uploadLimits.data.test.ts',
  'apps/server/src/concepts/platform/document/slowStore.data.test.ts',
];

/** Attacks that take a few seconds each, on one running product. */
export const quickFaults = ['test/faults/attacks.test.ts'];
