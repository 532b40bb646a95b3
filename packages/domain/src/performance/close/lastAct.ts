/** The last person who did something, and when. */
export interface LastAct {
  readonly by: string | null;
  readonly on: string | null;
}
