// The time of one world: fixed steps out of uneven frames. What is left of a frame after its steps is kept for
// the next. js/world/world.js has one, for step() and advance(); a clock (js/world/time/clock.js) gives a world its
// time through it.
import { fillPoses } from '../../wire/core.js';
import { boolean, inRange } from '../../wire/errors.js';
import { GIVEN, SECONDS, attach, detach, isHalted } from './clock.js';
import { clearEvents } from '../events/event-stores.js';
import { FIELDS } from '../saving/snapshots.js';
import { MAX_IMPACTS, callForStep, checkSeconds, finishCalls, makeStep,
    refuseListener } from './stepping.js';

/** @import { WorldTime } from '../../options/options.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Clock, Driven } from './clock.js' */
/** @import { EventStores } from '../events/event-stores.js' */

/** A remainder of a step this small is rounding, not time. */
const SLACK = 1e-9;

/** The alpha below 1, which stands for the last state itself. */
const MAX_ALPHA = 1 - Number.EPSILON / 2;

/** The fixed steps of one world. */
export class Accumulator {
    #core;
    #buffers;
    substeps;
    #maxSteps;
    #leftOver = 0;

    /** When advance() last got more than a second, milliseconds of the page, and how often that was wrong. */
    #long = { at: -Infinity, count: 0 };

    /** For a frame that the game gives the world itself. */
    frame = new Float64Array(2);

    fixedStep;
    timeScale;
    paused;

    /** Whose time it gets. @type {Clock | null} */
    clock = null;

    /** What its clock hands time to. @type {Driven} */
    #driven = {
        pass: (frame) => {
            if (this.#core.destroyed) return;
            refuseListener(this.#core, 'Clock.advance');
            this.advance('Clock.advance', frame);
        },
    };

    /** Seconds stepped. */
    time = 0;
    stepCount = 0;

    /** @param {Core} core @param {EventStores} buffers @param {WorldTime} given */
    constructor(core, buffers,
        { fixedStep, byImpacts, substeps, maxSteps, timeScale, paused, poseMode })
    {
        this.#core = core;
        this.#buffers = buffers;
        this.substeps = substeps;
        this.#maxSteps = maxSteps;
        this.fixedStep = core.fixedStep = fixedStep;
        core.byImpacts = byImpacts;
        core.extrapolates = poseMode === 'extrapolate';
        this.timeScale = timeScale;
        this.paused = paused;
    }

    /** @param {number} value */
    setTimeScale(value) {
        this.timeScale = inRange('World.timeScale', 'value', value, 0, 1000);
    }

    /** @param {boolean} value */
    setPaused(value) {
        this.paused = boolean('World.paused', 'value', value);
    }

    /** @param {string} method @param {Clock | null} clock whose time it gets from now on */
    attach(method, clock) {
        attach(method, this.#driven, this.clock, clock);
        this.clock = clock;
    }

    /** Its world is destroyed. */
    end() {
        detach(this.#driven, this.clock);
        this.clock = null;
        this.#core.history?.stop();
    }

    /**
     * Makes the steps of a frame, calls the listeners and fills the poses.
     * @param {string} method
     * @param {Float64Array} frame as SECONDS and GIVEN say, at least 0
     * @returns {number} the steps made
     */
    advance(method, frame) {
        const core = this.#core;
        const step = this.fixedStep;
        const parts = core.byImpacts ? MAX_IMPACTS : this.substeps;
        let steps = 0;
        if (!this.paused) {
            // What a hidden page missed is dropped.
            const maximum = this.#maxSteps * step;
            let left = this.#leftOver + frame[SECONDS] * this.timeScale;
            if (left > maximum) {
                left = maximum;
                // What the game gave may be milliseconds by mistake.
                if (frame[GIVEN] > 1)
                    checkSeconds(method, frame[GIVEN], this.#long);
            }
            // A listener may pause the world or its clock, or destroy the world.
            while (left + SLACK >= step && !this.#halted() && !core.destroyed) {
                core.stepLength[0] = step;
                this.#stepOnce(method, parts, core.byImpacts, steps === 0);
                left = Math.max(0, left - step);
                ++steps;
            }
            this.#leftOver = left + SLACK < step ? left : left % step;
        }
        core.frameForces.endFrame(core, steps);
        if (steps === 0) clearEvents(this.#buffers);
        core.alpha = Math.min(MAX_ALPHA, this.#leftOver / step);
        ++core.moves;
        if (!core.destroyed) fillPoses(core, method);
        this.#finish();
        return steps;
    }

    /**
     * Makes a step of its own, `core.stepLength` long.
     * @param {string} method @param {number} parts substeps, or the most impacts @param {boolean} byImpacts
     */
    stepAlone(method, parts, byImpacts) {
        const core = this.#core;
        this.#stepOnce(method, parts, byImpacts, true);
        core.frameForces.endFrame(core, 1);
        core.alpha = 1;
        this.#finish();
    }

    /** After the steps of a frame: the last calls, and the history notes what they have left. */
    #finish() {
        try {
            finishCalls(this.#core, this.#buffers);
        } finally {
            this.#keepStep();
        }
    }

    /** Has the history, if there is one, note a step that it has not noted. */
    #keepStep() {
        const { history } = this.#core;
        if (history !== null && history.due) history.record();
    }

    /** What a snapshot has of it, as FIELDS says up to SETTINGS. */
    save() {
        const { alpha, byImpacts } = this.#core;
        return [0, this.time, this.stepCount, this.#leftOver, alpha, this.fixedStep, this.substeps,
            this.#maxSteps, this.timeScale, Number(this.paused), Number(byImpacts), 0];
    }

    /** @param {Float64Array} numbers as FIELDS says; timeScale and paused stay */
    load(numbers) {
        this.time = numbers[FIELDS.TIME];
        this.stepCount = numbers[FIELDS.STEP_COUNT];
        this.#leftOver = numbers[FIELDS.LEFT_OVER];
        this.fixedStep = this.#core.fixedStep = numbers[FIELDS.FIXED_STEP];
        this.substeps = numbers[FIELDS.SUBSTEPS];
        this.#maxSteps = numbers[FIELDS.MAX_STEPS];
    }

    #halted() {
        return this.paused || (this.clock !== null && isHalted(this.clock));
    }

    /**
     * @param {string} method @param {number} parts substeps, or the most impacts
     * @param {boolean} byImpacts @param {boolean} first whether the events of before go
     */
    #stepOnce(method, parts, byImpacts, first) {
        const core = this.#core;
        this.#keepStep();
        makeStep(core, this.#buffers, method, parts, byImpacts, first);
        this.time += core.stepLength[0];
        ++this.stepCount;
        callForStep(core, this.#buffers);
        if (core.history !== null) core.history.due = true;
    }
}
