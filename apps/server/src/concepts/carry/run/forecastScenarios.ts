import { forecastPeople } from '@carrara/adapters/postgres/carry/forecast/assemble';
import { loadForecastInputs } from '@carrara/adapters/postgres/carry/forecast/head';
import { loadForecastRows } from '@carrara/adapters/postgres/carry/forecast/rows';
import { readableRemarks } from '@carrara/adapters/postgres/carry/run/labels';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { ForecastScenarios } from '@carrara/contract/carry/run/forecastRecord';
import {
  type ForecastHead,
  type ForecastInput,
  forecastRemarks,
  forecastScenarios,
  scenarioSteps,
} from '@carrara/domain/carry/forecast';
import { runInputFromJson } from '@carrara/domain/carry/run';
import { decimal, type Failures, moneyText, numberText, ok, type Result } from '@carrara/domain/kernel';
import { displayedProblems } from './forecastRequest.ts';

/** Returns a stored forecast next to its figures with all multiples lowered and raised by a step. */
export async function readScenarios(
  tx: Transaction,
  { id, engineVersion }: ForecastHead,
  step: string,
): Promise<Result<ForecastScenarios, Failures>> {
  const stored = await loadForecastInputs(tx, id);
  const input = runInputFromJson<ForecastInput>(stored.input);
  const computed = forecastScenarios(engineVersion, input, scenarioSteps(step));
  const { nameOf, people } = await forecastPeople(tx, await loadForecastRows(tx, id));
  const problems = await Promise.all(
    computed.map(async ({ failures }) =>
      displayedProblems(
        await readableRemarks(tx, forecastRemarks({ problems: failures, warnings: [], request: stored.request })),
      ),
    ),
  );
  return ok({
    scenarios: computed.map((scenario, at) => {
      const sum = (name: 'gross' | 'net' | 'distributed' | 'unallocated') =>
        scenario.failures.length > 0 ? null : moneyText(scenario.result.totals[name]);
      return {
        step: numberText(scenario.step),
        problems: problems[at] ?? [],
        totalGross: sum('gross'),
        totalNet: sum('net'),
        totalCarryDistributed: sum('distributed'),
        unallocated: sum('unallocated'),
      };
    }),
    sources: input.sources.map((source) => ({
      id: source.id,
      name: nameOf(source.id),
      figures: computed.map(({ carries }) => {
        const { multiple, gross, net } = carries.get(source.id) ?? {
          multiple: null,
          gross: zeroAmount,
          net: zeroAmount,
        };
        return {
          multiple: multiple && numberText(multiple),
          grossCarryDistributed: moneyText(gross),
          netCarryDistributed: moneyText(net),
        };
      }),
    })),
    participants: [...people].flatMap(([participantId, participant]) => {
      if (participant.type === 'Entity') return [];
      const figures = computed.map(({ failures, result }) => {
        const found = result.participants.find((candidate) => candidate.id === participantId);
        return failures.length > 0 ? null : moneyText(found?.gross ?? zeroAmount);
      });
      return [{ participant, figures }];
    }),
  });
}

const zeroAmount = decimal('0');
