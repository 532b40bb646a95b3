import type { ComponentType } from 'react';
import type { ScreenProps } from '../../frame/screenTypes.ts';
import type { RecordDefinition } from '../recordDefinition.ts';

type Load = () => Promise<RecordDefinition>;

/** Returns the loader of a standard page. The code of the page loads together with the definition when it is first opened. */
export const lazyList = (load: Load) => async (): Promise<ComponentType<ScreenProps>> => {
  const [record, { RecordList }] = await Promise.all([load(), import('../list/RecordList.tsx')]);
  return () => <RecordList record={record} />;
};
export const lazyProfile = (load: Load) => async (): Promise<ComponentType<ScreenProps>> => {
  const [record, { RecordProfile }] = await Promise.all([load(), import('../profile/RecordProfile.tsx')]);
  return ({ screen }) => <RecordProfile record={record} screen={screen} />;
};
export const loadEditor = (load: Load) => async (): Promise<ComponentType<ScreenProps>> => {
  const [record, { RecordEditor }] = await Promise.all([load(), import('../editor/RecordEditor.tsx')]);
  return () => <RecordEditor record={record} />;
};
