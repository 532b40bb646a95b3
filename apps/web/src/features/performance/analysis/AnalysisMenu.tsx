import { PageMenu } from '../../../record/PageMenu.tsx';
import { analysisPages } from './analysisPages.ts';

/** The menu of analyses. */
export const AnalysisMenu = () => <PageMenu title="Analysis" pages={analysisPages} />;
