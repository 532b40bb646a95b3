export { profileEntryList } from './entryList.ts';
export {
  currentProfileId,
  entriesOfProfile,
  loadProfileSummary,
  profileNavigation,
  profilesOfContainer,
  profilesOfContainers,
} from './reads.ts';
export { type ProfileState, containerStates, profileStates, type StateEntry } from './states.ts';
export { deleteProfile, hold, loadStoredProfile, profileStore, setDefaultProfile, staleFailure } from './store.ts';
