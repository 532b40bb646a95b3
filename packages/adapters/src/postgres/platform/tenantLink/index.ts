export { linkColumns, loadLinkState } from './linkOfRecord.ts';
export { tenantLinkList } from './tenantLinkList.ts';
export {
  askLink,
  leaveInvestorOut,
  linkableFirms,
  linkableInvestors,
  linkAbout,
  linkCounts,
  linksOf,
  linkTargets,
  liveLinksAbout,
  loadLink,
  lockLinks,
  moveStoredLink,
  announceLink as sayAbout,
  type StoredLink,
} from './tenantLinks.ts';
