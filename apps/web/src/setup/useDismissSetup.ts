import { readOnce, useWrite } from '../api/calls.ts';
import { runWithToast } from '../api/runWithToast.ts';
import { useAppDispatch } from '../session/hooks.ts';
import { settingsChanged } from '../session/sessionSlice.ts';

/** Returns a function that removes the setup steps from Home for the whole firm, or restores them. It resolves to true on success. */
export function useDismissSetup(): (isDismissed: boolean) => Promise<boolean> {
  const dispatch = useAppDispatch();
  const [save] = useWrite('dismissSetup');
  return (isDismissed) =>
    runWithToast(async () => {
      await save({ body: { isDismissed } });
      // The settings have a new version, which the next change of them must name.
      dispatch(settingsChanged(await readOnce(dispatch, 'getTenantSettings', undefined, 'fresh')));
    });
}
