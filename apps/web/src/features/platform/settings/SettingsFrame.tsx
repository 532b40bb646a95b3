import type { Application } from '@carrara/contract/core/permissions';
import { modules } from '@carrara/contract/core/modules';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { SignInOffBanner } from '../../../session/account/SignInOffBanner.tsx';
import { SubViews } from './SubViews.tsx';
import { settingsModule, settingsScreens, subViews } from './settingsViews.ts';
import styles from './settings.module.css';

/** Views in which administrators manage people and their access. */
const peopleViews: readonly string[] = ['user', 'payAccess', 'payRead'];

export interface SettingsFrameProps {
  readonly view: string;
  /** The chosen sub-view, if the view has any. */
  readonly subView?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of a module's settings: a choice of views, the sub-views of the chosen one at the side, and the view itself. */
export function SettingsFrame({ view, subView, children }: SettingsFrameProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const module: Application = settingsModule(pathname);
  const { data } = useRead('getModuleSettings', { params: { module } });
  const views = (data?.views ?? modules[module].settingsViews).filter(({ name }) => settingsScreens.includes(name));
  const groups = subViews(view);
  const current = subView ?? groups[0]?.views[0]?.name;
  return (
    <div className={styles.frame}>
      <Select
        label="Settings"
        className={styles.views ?? ''}
        data={views.map(({ name, title }) => ({ value: name, label: title }))}
        value={view}
        allowDeselect={false}
        onChange={(name) => name && void navigate(`/${module}/settings/${name}`)}
      />
      <div className={styles.body} data-wide={groups.length === 0}>
        {groups.length > 0 ? <SubViews base={`/${module}/settings/${view}`} groups={groups} current={current} /> : null}
        <div className={styles.content}>
          {peopleViews.includes(view) ? <SignInOffBanner /> : null}
          {children}
        </div>
      </div>
    </div>
  );
}
