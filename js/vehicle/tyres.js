// The tyres of a car seen from above: two axles, each with friction across its wheels (the single-track, or bicycle,
// model of a car). Called by js/vehicle/top-down-car.js. Reads and writes an array of numbers in the car's own space: x
// forwards, y to the left.
//
// Up to a slip angle the force of a tyre grows with the angle a between the wheel and its motion, F = limit · a / slipAngle;
// beyond it the tyre slides at its limit. So the speed v across the wheel obeys v = -γ λ for the impulse λ of a step, with
// γ = |u| · slipAngle / limit and u the speed forwards: a soft constraint with a bounded impulse. Solving it implicitly
// keeps it stable at any step, and at rest, where γ is 0, it is plain friction.

/** Where the numbers lie. */
export const T = Object.freeze({
    /** The velocity of the centre of mass forwards and to the left, m/s, and the angular velocity, rad/s. */
    U: 0,
    W: 1,
    R: 2,
    /** 1 / kg and 1 / (kg m²); 0 for what does not give way. */
    INV_MASS: 3,
    INV_INERTIA: 4,
    /** Metres from the centre of mass to either axle. */
    HALF_BASE: 5,
    /** Cosine and sine of the front wheels' angle. */
    COS: 6,
    SIN: 7,
    /** N s that an axle's tyres hold in a step. */
    FRONT_LIMIT: 8,
    REAR_LIMIT: 9,
    /** Of the tyres, radians. */
    SLIP_ANGLE: 10,
    /** 1: the hand brake locks the rear wheels. */
    LOCKED: 11,
    /** How much each axle slides, 0 to 1: the part of the impulse asked for that its tyres do not hold. */
    FRONT_SLIP: 12,
    REAR_SLIP: 13,
    /** The impulses of this step: across the front wheels, across the rear wheels, and along locked rear wheels. */
    FRONT: 14,
    REAR: 15,
    REAR_ALONG: 16,
    COUNT: 17,
});

/** Gauss-Seidel iterations over both axles. They hardly couple where the inertia is that of a car. */
const ITERATIONS = 6;

const { abs, sqrt } = Math;

/** How much tyres slide that hold a limit of an impulse. @param {number} limit @param {number} impulse */
const slipOf = (limit, impulse) => (impulse > limit ? 1 - limit / impulse : 0);

/** Has the tyres act on the velocities of one step. @param {Float64Array} t */
export function applyTyres(t) {
    const speed = abs(t[T.U]);
    t[T.FRONT] = t[T.REAR] = t[T.REAR_ALONG] = 0;
    for (let i = 0; i < ITERATIONS; ++i) {
        solveFront(t, speed);
        solveRear(t, speed);
    }
}

/** Friction across the front wheels, in the direction (-sin, cos). @param {Float64Array} t @param {number} speed forwards */
function solveFront(t, speed) {
    const limit = t[T.FRONT_LIMIT];
    const lever = t[T.HALF_BASE] * t[T.COS];
    const response = t[T.INV_MASS] + lever * lever * t[T.INV_INERTIA];
    const across = t[T.COS] * t[T.W] - t[T.SIN] * t[T.U] + lever * t[T.R];
    const had = t[T.FRONT];
    const softness = limit > 0 ? (speed * t[T.SLIP_ANGLE]) / limit : 0;
    const wanted = had - (across + softness * had) / (response + softness);
    t[T.FRONT_SLIP] = slipOf(limit, abs(wanted));
    t[T.FRONT] = wanted < -limit ? -limit : wanted > limit ? limit : wanted;
    const change = t[T.FRONT] - had;
    t[T.U] -= t[T.SIN] * change * t[T.INV_MASS];
    t[T.W] += t[T.COS] * change * t[T.INV_MASS];
    t[T.R] += lever * change * t[T.INV_INERTIA];
}

/** Friction across the rear wheels, and along them where they are locked: together within the limit. @param {Float64Array} t @param {number} speed forwards */
function solveRear(t, speed) {
    const limit = t[T.REAR_LIMIT];
    const lever = -t[T.HALF_BASE];
    const response = t[T.INV_MASS] + lever * lever * t[T.INV_INERTIA];
    const locked = t[T.LOCKED] === 1;
    const softness = limit > 0 && !locked ? (speed * t[T.SLIP_ANGLE]) / limit : 0;
    const had = t[T.REAR];
    const hadAlong = t[T.REAR_ALONG];
    const across = t[T.W] + lever * t[T.R];
    const wanted = had - (across + softness * had) / (response + softness);
    const wantedAlong = locked ? hadAlong - t[T.U] / t[T.INV_MASS] : 0;
    const length = sqrt(wanted * wanted + wantedAlong * wantedAlong);
    const scale = length > limit ? limit / length : 1;
    t[T.REAR_SLIP] = slipOf(limit, length);
    t[T.REAR] = wanted * scale;
    t[T.REAR_ALONG] = wantedAlong * scale;
    t[T.U] += (t[T.REAR_ALONG] - hadAlong) * t[T.INV_MASS];
    t[T.W] += (t[T.REAR] - had) * t[T.INV_MASS];
    t[T.R] += lever * (t[T.REAR] - had) * t[T.INV_INERTIA];
}
