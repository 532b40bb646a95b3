export { profileEntryList } from './entryList.ts';
export {
  currentProfileId,
  entriesOfProfile,
  loadProfileSummary,
  type ProfileState,
  profileNavigation,
  profileStates,
  profilesOfContainer,
  profilesOfContainers,
} from './reads.ts';
export { deleteProfile, hold, loadStoredProfile, profilePorts, setDefaultProfile, staleFailure } from './store.ts';
