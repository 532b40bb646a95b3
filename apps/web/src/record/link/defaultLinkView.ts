/** Number of open and of answered requests. */
interface Counts {
  readonly pending: number;
  readonly resolved: number;
}

/** Returns the default view of links and transfers: open ones if there are any, otherwise answered ones. */
export const defaultLinkView = (counts: Counts | undefined): 'pending' | 'resolved' =>
  !counts || counts.pending > 0 || counts.resolved === 0 ? 'pending' : 'resolved';
