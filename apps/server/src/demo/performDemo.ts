import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { basename } from 'node:path';
import { required } from '@carrara/domain/kernel';
import type { ServedOperations } from '../core/operations.ts';
import type { DemoGround } from './createTenants.ts';
import { Names } from './names.ts';
import { perform } from './perform.ts';
import type { ProgramCalls } from './programCalls.ts';
import { stageIn } from './stage.ts';
import type { DemoFirm, Step } from './steps.ts';

export interface DemoStage {
  readonly operations: ServedOperations;
  readonly programCalls: ProgramCalls;
  readonly withTenant: WithTenant;
  readonly ground: DemoGround;
}

/** Steps of one person on a date, which are a single transaction. */
type Sitting = readonly [Step, ...Step[]];

/** Returns the steps in the order of their dates, or in the order of the files within a date, by sittings. */
function sittingsOf(steps: readonly Step[]): readonly Sitting[] {
  const sorted = [...steps].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  const sittings: [Step, ...Step[]][] = [];
  for (const next of sorted) {
    const last = sittings.at(-1);
    if (last?.[0].on === next.on && last[0].by === next.by && last[0].at === next.at) last.push(next);
    else sittings.push([next]);
  }
  return sittings;
}

/** Performs the steps of all firms, one firm after the other, so that ids are created in the same order each time. */
export async function performDemo(
  firms: readonly DemoFirm[],
  { operations, programCalls, withTenant, ground }: DemoStage,
) {
  const all: Names[] = [];
  const scenes = new Map(
    firms.map(({ folder, name }) => {
      const names = new Names(
        { id: required(ground.tenants[name], `tenant ${name}`), name },
        { persons: ground.persons, folder, all },
      );
      all.push(names);
      return [basename(folder), { names, stage: stageIn(name, ground, withTenant) }];
    }),
  );
  for (const { folder, steps } of firms) {
    for (const sitting of sittingsOf(steps)) {
      const [{ by = 'program', on, at = basename(folder) }] = sitting;
      const scene = scenes.get(at);
      if (!scene) throw new Error(`demo: there is no firm ${at}`);
      let current = sitting[0];
      try {
        await scene.stage.act(by, on, async (context) => {
          let done = await perform(context, current, { operations, programCalls, names: scene.names, folder });
          for (const next of sitting.slice(1)) {
            if (done.isErr()) break;
            current = next;
            done = await perform(context, next, { operations, programCalls, names: scene.names, folder });
          }
          return done;
        });
      } catch (error) {
        throw new Error(`demo: ${current.location}: ${current.call} by ${by} on ${on}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }
  }
}
