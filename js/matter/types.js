// The option objects of matter and what it gives back, as types only: js/matter/options.js checks the options at run time.

/** @import { LayerName, Vector } from '../options/types.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Counters, Profile } from '../world/types.js' */
/** @import { Matter } from './matter.js' */

/**
 * What matter is: 'liquid' flows and levels, 'sand' heaps, 'jelly' keeps its form; in 'fabric'
 * neighbours keep their distance: a line of particles is a strand, an area a sheet.
 * @typedef {'liquid' | 'sand' | 'jelly' | 'fabric'} MatterKind
 */

/**
 * The numbers of matter. Lengths are in metres, or in units of a world with `lengthUnit`.
 * @internal
 * @typedef {object} MatterNumbers
 * @property {number} [density] kg/m² at rest, 1e-3 to 1e6, and within a factor of 100 of that of other matter in the world;
 *     what is less dense rises in a liquid; default 1, as that of bodies
 * @property {number} [viscosity] of liquids, 0 (water) to 1 (honey), default 0
 * @property {number} [cohesion] 0 to 1: of liquids, surface tension, which rounds drops; of sand, how damp it is, so that castles stand until they are hit, or until you set 0 and they dry: at 1 a wall stands about 4 m high; jelly and fabric have none; default 0
 * @property {number} [friction] with bodies, 0 to 1: the root of its product with theirs counts, of sand no more than that
 *     between grains; default 0.1 for liquids, else 0.6
 * @property {number} [repose] of sand, the angle of its heaps in radians, 0.17 to 0.62 (10 to 35 degrees);
 *     default 0.52 (30 degrees)
 * @property {number} [stiffness] of jelly, how hard it is to squash: 0, where it hardly holds its form, to 1; of fabric, how little it
 *     stretches; both are softer the
 *     taller or longer they are, in spacings, and the fewer substeps there are; default 0.5
 * @property {number} [plasticity] of jelly and fabric, how much of a strain it keeps as its new form, 0 (none: it springs back) to 1;
 *     default 0
 * @property {number} [tearing] of jelly and fabric, the stretch, as a part of its length, that tears it, 0 to 100: at 1 it tears
 *     where it is twice as long; default 0: none does
 * @property {number} [lifetime] seconds that a particle lives from when it is added, 0 to 1e6; default 0: for ever
 */

/**
 * What only new matter is given.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} MatterMaking
 * @property {MatterKind} [kind] default 'liquid'
 * @property {number} [spacing] metres between particles at rest, 0.001 to 100, the same for all matter in a world; an area
 *     takes area / (0.866 spacing²) particles; default what other matter has, else 0.1
 * @property {number} [capacity] particles at most, 1 to 65,000 with those of all other matter in the world; default 5,000
 * @property {LayerName<L>} [layer] it collides with colliders whose layer is solid to it, and fields whose layer is solid or
 *     trigger to it act on it; all matter meets all other matter; default 'default'
 * @property {any} [userData] anything; default undefined
 */

/**
 * How matter is made.
 * @template {string} [L=string] names of the world's layers
 * @typedef {MatterMaking<L> & MatterNumbers} MatterOptions
 */

/**
 * Where a shape lies.
 * @typedef {object} MatterPlace
 * @property {Vector} [position] metres, default [0, 0]
 * @property {number} [angle] radians, default 0
 */

/**
 * What new particles are like.
 * @internal
 * @typedef {object} MatterFillOnly
 * @property {Vector} [velocity] m/s, each of -40,000 to 40,000, default [0, 0]
 * @property {number} [value] of each particle, an integer from 0 to 2^32 - 1, default 0
 * @property {Collider} [within] fills only what this collider covers: ground that you dig next becomes sand so; default any place that is free
 */

/**
 * Where a shape is filled, and with what.
 * @typedef {MatterPlace & MatterFillOnly} MatterFillOptions
 */

/**
 * What particles that are added one by one are like.
 * @typedef {object} MatterAddOptions
 * @property {ArrayLike<number>} [velocities] m/s, x and y of each; by default they rest
 * @property {ArrayLike<number>} [values] of each, integers from 0 to 2^32 - 1; default 0
 */

/**
 * What particles are painted.
 * @internal
 * @typedef {object} MatterPaintOnly
 * @property {number} value an integer from 0 to 2^32 - 1
 */

/**
 * Where particles are painted, and how.
 * @typedef {MatterPlace & MatterPaintOnly} MatterPaintOptions
 */

/**
 * How particles are pushed.
 * @internal
 * @typedef {object} MatterPushOnly
 * @property {Vector} velocity what is added to theirs, m/s
 */

/**
 * Where particles are pushed, and how.
 * @typedef {MatterPlace & MatterPushOnly} MatterPushOptions
 */

/**
 * Whether particles are pinned.
 * @internal
 * @typedef {object} MatterPinOnly
 * @property {boolean} [pinned] false sets them free, default true
 */

/**
 * Where particles are pinned or set free.
 * @typedef {MatterPlace & MatterPinOnly} MatterPinOptions
 */

/**
 * Which matter a query sees.
 * @internal
 * @typedef {object} MatterChoice
 * @property {Matter | null} [matter] that matter alone, default all
 */

/**
 * Where a shape lies, and which matter is summed up in it.
 * @typedef {MatterPlace & MatterChoice} MatterInOptions
 */

/**
 * Which matter a ray sees.
 * @typedef {MatterChoice} MatterRayOptions
 */

/**
 * What a world with matter counts besides.
 * @internal
 * @typedef {object} MatterCounts
 * @property {number} matters matters of the world
 * @property {number} particles particles of all matter
 * @property {number} awakeParticles particles that are not asleep
 * @property {number} emitters emitters of the world
 * @property {number} gauges triggers that count particles
 */

/**
 * Counts of what a world with matter holds and of the last step's work.
 * @typedef {Counters & MatterCounts} MatterCounters
 */

/**
 * What a step of a world with matter spends besides.
 * @internal
 * @typedef {object} MatterLap
 * @property {number} matter all that particles take; part of `prepare`, `solve` and `finish`
 */

/**
 * Milliseconds by phase of the last step of a world with matter.
 * @typedef {Profile & MatterLap} MatterProfile
 */

/**
 * What a shape holds of matter.
 * @typedef {object} MatterSum
 * @property {number} count particles whose centres lie in the shape
 * @property {number} mass kg
 * @property {{ x: number, y: number }} center of mass, metres; 0, 0 where there is none
 * @property {{ x: number, y: number }} velocity of that mass, m/s
 */

/**
 * What a ray met of matter.
 * @typedef {object} MatterHit
 * @property {Matter} matter that the particle is of
 * @property {number} fraction of the ray
 * @property {number} x metres, on the surface of a particle, whose radius is 0.6 spacings
 * @property {number} y metres
 * @property {number} nx of the unit normal
 * @property {number} ny of the unit normal
 * @property {{ x: number, y: number }} velocity of the particle, m/s
 * @property {number} value of the particle
 */

/**
 * The numbers and switches of an emitter.
 * @internal
 * @typedef {object} EmitterNumbers
 * @property {Vector} [position] metres, the middle of its mouth; default [0, 0]
 * @property {number} [angle] of the stream, radians from the x axis; default 0, to the right
 * @property {number} [width] of the mouth, across the stream, metres, 0 to 1000; default 0.5
 * @property {number} [speed] m/s, 0 to 1000, default 2
 * @property {number} [rate] particles a second, 0 to 1e5, one by one, spread over the mouth; default 0: a full stream in rows
 *     across the mouth, as dense as at rest
 * @property {number} [lifetime] seconds of its particles, 0 to 1e6; default 0: that of the matter
 * @property {number} [value] of its particles, an integer from 0 to 2^32 - 1, default 0
 * @property {boolean} [enabled] default true
 * @property {any} [userData] anything; default undefined
 */

/**
 * What an emitter must be given.
 * @internal
 * @typedef {object} EmitterMatter
 * @property {Matter} matter what comes out of it
 */

/**
 * How an emitter is made.
 * @typedef {EmitterMatter & EmitterNumbers} EmitterOptions
 */

/**
 * How a trigger counts particles.
 * @typedef {object} GaugeOptions
 * @property {number} [threshold] particles, an integer from 0 to 2^31 - 1; a 'gauge' event comes when the count reaches it, and when
 *     it falls below; default 0: none comes
 * @property {boolean} [drains] whether particles in the trigger are removed, each counted once; default false
 */

/**
 * The count of a trigger has reached its threshold, or has fallen below it.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} GaugeEvent
 * @property {Collider<L>} collider the trigger
 * @property {number} count of particles, of all matter; of a trigger that drains, all that it has removed
 * @property {boolean} reached false if it has fallen below
 */

/**
 * The particles of matter in a scene, as base 64 of little-endian numbers.
 * @internal
 * @typedef {object} SceneParticles
 * @property {string} [positions] floats, x and y of each; default none
 * @property {string} [velocities] floats, x and y of each; by default they rest
 * @property {string} [values] 32 bits of each; default 0
 */

/**
 * Matter of a scene: the options that make it, and its particles.
 * @typedef {MatterOptions<any> & SceneParticles} SceneMatter
 */

/**
 * What an emitter of a scene is of.
 * @internal
 * @typedef {object} SceneEmitterMatter
 * @property {number} matter its place in the list of matters
 */

/**
 * An emitter of a scene.
 * @typedef {SceneEmitterMatter & EmitterNumbers} SceneEmitter
 */

/**
 * Which collider of a scene it is.
 * @internal
 * @typedef {object} SceneGaugePlace
 * @property {number} body its place in the list of bodies
 * @property {number} collider its place among the colliders of that
 */

/**
 * A trigger of a scene that counts particles.
 * @typedef {SceneGaugePlace & GaugeOptions} SceneGauge
 */

export {};
