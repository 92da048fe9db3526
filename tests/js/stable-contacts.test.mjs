// What is jammed between immovable shapes keeps to the push speed, at 30, 60 and 144 Hz with 2, 4 and 8 substeps; belts
// and slopes bring to rest what they should, and hits tell the momentum exchanged.
import { testScenes } from './stable.mjs';

testScenes('AHKL');
