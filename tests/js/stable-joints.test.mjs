// Scenes of joints neither gain energy nor come apart, at 30, 60 and 144 Hz with 2, 4 and 8 substeps.
import { testScenes } from './stable.mjs';

testScenes('BCDEFI');
