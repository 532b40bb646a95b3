import { PageMenu } from '../../../record/PageMenu.tsx';
import { analysisPages } from './analysisPages.ts';

/** The analyses that there are. */
export const AnalysisMenu = () => <PageMenu title="Analysis" pages={analysisPages} />;
