// A mass that a game sets outlasts changes of the body's type, and may be set of bodies of every type.
import { testScenes } from './stable.mjs';

testScenes('G');
