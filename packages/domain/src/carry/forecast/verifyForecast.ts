import { decimal } from '../../kernel/index.ts';
import {
  compareRuns,
  type Json,
  type StoredInputs,
  createIdGenerator,
  runInputFromJson,
  type RunDifference,
  type RunVerification,
} from '../run/index.ts';
import { computeForecastDraftAt } from './engineVersions.ts';
import type { ForecastInput } from './forecast.ts';
import type { ForecastRequest } from './forecastRequest.ts';
import { type ForecastRows, forecastRows } from './forecastRows.ts';

type ForecastInputJson = Json<ForecastInput>;
/** The inputs that a forecast was computed from. */
export type StoredForecast = StoredInputs<ForecastRequest, ForecastInputJson>;

/**
 * Recomputes a stored forecast from its stored inputs with the engine version that produced it, and compares every displayed figure to the cent. A
 * source that can't be allocated must be stored as not determined.
 *
 * Source: docs/calculations/forecast.md, decision 0019.
 */
export function verifyForecast(stored: ForecastRows, forecast: StoredForecast, engineVersion: string): RunVerification {
  const input = runInputFromJson<ForecastInput>(forecast.input);
  const draft = computeForecastDraftAt(engineVersion, input);
  if (draft.isErr()) return { figures: 0, differences: [], refusal: draft.error.map(({ code }) => code).join(', ') };
  const used = new Map(stored.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const named = new Map(forecast.request.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const again = forecastRows(forecast.request, input, draft.value.result, {
    idOf: (sourceId) => sourceId,
    // Without a requested profile, use the one that was in force.
    profileOf: (sourceId) => named.get(sourceId) ?? used.get(sourceId) ?? null,
    newId: createIdGenerator(),
  });
  const run = compareRuns(stored, again);
  const carries = compareCarries(stored, again);
  return {
    ...run,
    figures: run.figures + carries.figures,
    differences: [...run.differences, ...carries.differences],
  };
}

const names = ['investedAmount', 'multiple', 'editedLast', 'grossCarry', 'carryAdjustment'] as const;

/** Compares the sources' totals before allocation, figure by figure. The list of sources was compared before. */
function compareCarries(stored: ForecastRows, again: ForecastRows): Omit<RunVerification, 'refusal'> {
  const differences: RunDifference[] = [];
  const compare = (location: readonly string[], figure: string, first: string | null, other: string | null) => {
    if (!isSame(first, other)) {
      differences.push({ location, figure, stored: first ?? 'nothing', computed: other ?? 'nothing' });
    }
  };
  const linesById = new Map(stored.sources.map((line) => [line.sourceId, line]));
  for (const line of again.sources) {
    const own = linesById.get(line.sourceId);
    for (const name of own ? names : []) compare([line.sourceId], name, own?.[name] ?? null, line[name]);
  }
  compare([], 'gross', stored.carry.gross, again.carry.gross);
  compare([], 'carryAdjustment', stored.carry.adjustment, again.carry.adjustment);
  return { figures: again.sources.length * names.length + 2, differences };
}

const number = /^-?\d+(\.\d+)?$/;
const isSame = (first: string | null, other: string | null): boolean =>
  first !== null && other !== null && number.test(first) && number.test(other)
    ? decimal(first).eq(decimal(other))
    : first === other;
