/** How many wait for an answer, and how many have one. */
interface Counts {
  readonly pending: number;
  readonly resolved: number;
}

/** What is shown of links and transfers where the address names no view: what is still to be done, or else what was. */
export const firstView = (counts: Counts | undefined): 'pending' | 'resolved' =>
  !counts || counts.pending > 0 || counts.resolved === 0 ? 'pending' : 'resolved';
