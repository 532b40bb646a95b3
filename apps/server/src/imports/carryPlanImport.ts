import {
  isPlainCreation,
  groupWrites,
  createRecords,
  writeRecord,
} from '@carrara/adapters/postgres/carry/plan/writeRecord';
import { loadExistingRecords } from '@carrara/adapters/postgres/carry/plan/loadExistingRecords';
import type { allocationProfileEndpoints } from '@carrara/contract/carry/allocation/allocationProfile';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { type ImportPlan, type ImportWrite, planImport, readCarryPlan } from '@carrara/domain/carry/plan';
import { type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { HandlerInputOf, Operation, RequestContext } from '../core/operations.ts';
import { carryPlanTemplate } from './carryPlanTemplate.ts';
import { sheetImporter } from './importer.ts';

/** Records with rules of their own are saved by their own operations, as if a person had saved them. */
export interface ImportPorts {
  readonly storeProfile: (
    context: RequestContext,
    input: HandlerInputOf<(typeof allocationProfileEndpoints)['saveAllocationProfile']>,
  ) => Promise<Result<string, Failures>>;
  readonly saveDistribution: Operation<(typeof distributionEndpoints)['saveDistribution']>;
}

const OPERATION = 'importCarryPlan';
const REASON = 'Import of a carry plan';

type ProfileValues = {
  readonly container: { readonly id: string };
  readonly name: string;
  readonly description?: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  readonly entries: readonly { readonly participantId: string }[];
};

/** Profiles of entities that this import wrote, by entity. Entries of the entity use them. */
type MemberProfiles = Map<string, string>;

async function saveProfile(
  context: RequestContext,
  { storeProfile }: ImportPorts,
  write: ImportWrite,
  written: MemberProfiles,
): Promise<Result<void, Failures>> {
  const { container, name, description, effectiveDate, isCurrent, isShareBased, entries } =
    write.values as ProfileValues;
  const body = {
    ...(write.rowVersion === null ? {} : { id: write.id, rowVersion: write.rowVersion }),
    name,
    description,
    effectiveDate,
    isCurrent,
    isShareBased,
    reason: REASON,
    asNewVersion: write.isNewVersion === true,
    entries: entries.map((entry) => {
      const profile = written.get(entry.participantId);
      return profile ? { ...entry, profile: { id: profile } } : entry;
    }),
  };
  type Input = Parameters<ImportPorts['storeProfile']>[1];
  const saved = await storeProfile(context, { params: { containerId: container.id }, body } as Input);
  return saved.map((id) => void written.set(container.id, id)).mapErr((failures) => about(name, failures));
}

async function saveRun(
  context: RequestContext,
  { saveDistribution }: ImportPorts,
  write: ImportWrite,
): Promise<Result<void, Failures>> {
  const head = write.rowVersion === null ? {} : { id: write.id, rowVersion: write.rowVersion };
  const body = {
    ...head,
    investorBalanceBased: false,
    unallocatedAcknowledged: false,
    ...write.values,
    reason: REASON,
  };
  type Input = Parameters<ImportPorts['saveDistribution']>[1];
  // The values of the plan are those of the body. Its reader has checked them.
  const saved = await saveDistribution(context, { body } as Input);
  return saved.map(() => undefined).mapErr((failures) => about(String(write.values['name']), failures));
}

/** Adds the record in the file to failures. */
const about = (name: string, failures: Failures): Failures =>
  failures.map(({ code, detail }) => fail(code, ['file'], `${name}: ${detail}`));

/**
 * Imports a plan in the transaction of the request: all of it or, if one write is refused, nothing.
 *
 * Fails: with the failures of the stores and operations, each naming its record.
 */
async function carryOutPlan(
  context: RequestContext,
  ports: ImportPorts,
  { writes }: ImportPlan,
  onProgress: (percent: number) => void,
): Promise<Result<void, Failures>> {
  const memberProfiles: MemberProfiles = new Map();
  let written = 0;
  for (const together of groupWrites(writes)) {
    const [write] = together;
    const done = isPlainCreation(write)
      ? (await createRecords(context.tx, OPERATION, together)).mapErr((refused) =>
          about(nameOf(refused.write), refused.failures),
        )
      : write.kind === 'allocationProfile'
        ? await saveProfile(context, ports, write, memberProfiles)
        : write.kind === 'distribution'
          ? await saveRun(context, ports, write)
          : (await writeRecord(context.tx, OPERATION, write)).mapErr((failures) => about(nameOf(write), failures));
    if (done.isErr()) return done;
    written += together.length;
    onProgress(Math.floor((written * 100) / writes.length));
  }
  return ok(undefined);
}

const nameOf = ({ kind, values }: ImportWrite) => String(values['name'] ?? values['code'] ?? kind);

/** Imports a carry plan: a workbook with all carry records of a firm. */
export const carryPlanImporter = (ports: ImportPorts) =>
  sheetImporter({
    async plan({ tx, today }, sheets) {
      const read = readCarryPlan(sheets);
      const plan = planImport(read, await loadExistingRecords(tx, read.plan), today, newId);
      return {
        effects: [...plan.effects],
        errors: [...plan.errors],
        notes: plan.notes,
        warnings: plan.warnings,
        changes: [...plan.changes],
        carryOut: (context, onProgress) => carryOutPlan(context, ports, plan, onProgress),
      };
    },
    template: () => carryPlanTemplate(),
  });
