import type { DistributionInputJson } from './json.ts';
import type { RunRequest } from './runRequest.ts';

/** The inputs that a run was computed from. */
export interface StoredInputs<Request = RunRequest, Input = DistributionInputJson> {
  readonly request: Request;
  readonly input: Input;
}
