import { type ComponentType, createElement } from 'react';
import { useParams } from 'react-router-dom';
import type { ScreenProps } from '../../../frame/screenTypes.ts';

type Load = () => Promise<ComponentType<ScreenProps>>;

/** Wraps a page in the frame of the settings, which loads together with it. */
export const settingsPage =
  (view: string, load: Load): Load =>
  async () => {
    const [{ SettingsFrame }, content] = await Promise.all([import('./SettingsFrame.tsx'), load()]);
    return function SettingsScreen(props) {
      const { subView } = useParams();
      return (
        <SettingsFrame view={view} subView={subView}>
          {createElement(content, props)}
        </SettingsFrame>
      );
    };
  };
