import type { DistributionInputJson } from './json.ts';
import type { RunRequest } from './runRequest.ts';

/** What a run was computed from. */
export interface KeptInputs {
  readonly request: RunRequest;
  readonly input: DistributionInputJson;
}
