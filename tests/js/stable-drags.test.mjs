// A body dragged by a target joint stays in the ring that holds it, at 30, 60 and 144 Hz with 2, 4 and 8 substeps.
import { testScenes } from './stable.mjs';

testScenes('H');
