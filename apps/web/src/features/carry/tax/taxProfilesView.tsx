import type { ComponentType } from 'react';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import type { SourceKind } from '../../../record/tax/taxAssignments.ts';
import { SourceTaxProfiles } from './SourceTaxProfiles.tsx';

/** Returns the tax profile tab for one kind of source. */
export const taxProfilesView =
  (kind: SourceKind): ComponentType<ViewProps> =>
  ({ id }) => <SourceTaxProfiles id={id} kind={kind} />;
