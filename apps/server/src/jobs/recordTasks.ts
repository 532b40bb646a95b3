import type { TaskKind as KindName } from '@carrara/contract/platform/task/task';
import { carryOfPeople } from '../concepts/carry/participant/carryOfPeople.ts';
import type { LetterPorts } from '../concepts/carry/run/distributionFiles.ts';
import type { TaskKind } from '../core/taskKind.ts';
import { importPorts } from '../imports/importPorts.ts';
import { type UploadPorts, uploadRuns } from '../imports/uploadRuns.ts';
import { exportTask } from './exportTask.ts';
import { subscriptionTask } from './subscriptionTask.ts';
import { importTask } from './importTask.ts';
import type { DocumentMaker } from './createDocument.ts';
import { investorDocumentsTask } from './investorDocumentsTask.ts';
import { recomputeTask } from './recomputeTask.ts';
import { type SampleFirmPorts, sampleFirmTask } from './sampleFirmTask.ts';
import { statementsTask } from './statementsTask.ts';

/** Background jobs other than letters. */
export type RecordTasks = Readonly<Record<Exclude<KindName, 'letters'>, TaskKind>>;

export const recordTasks = (
  ports: UploadPorts & Pick<LetterPorts, 'letters'> & DocumentMaker & SampleFirmPorts,
): RecordTasks => ({
  import: importTask(uploadRuns({ ...ports, ...importPorts })),
  recompute: recomputeTask,
  statements: statementsTask({ ...ports, carryOfPeople }),
  investorDocuments: investorDocumentsTask(ports),
  export: exportTask(ports.background),
  sampleFirm: sampleFirmTask(ports),
  subscription: subscriptionTask(exportTask(ports.background)),
});
