// What a world gives back, as types only: what its queries find, where things touch, shapes as they
// are read, and measures. L is the union of the layers' names of the world.

/** @import { TerrainOptions } from '../options/terrain-types.js' */
/** @import { TileMap } from '../options/tiles.js' */
/** @import { ChainOptions, ShapeOptions } from '../options/types.js' */
/** @import { Body } from './objects/body.js' */
/** @import { Collider } from './objects/collider.js' */
/** @import { CrushEvent } from './events/crush-event.js' */
/** @import { ContactEvent, EventList, JointEvent, SlotList, TriggerEvent } from './events/events.js' */

/**
 * A shape as it is read back.
 * @template {string} [L=string] names of the world's layers
 * @typedef {ShapeOptions | ChainOptions | TileMap<L> | TerrainOptions<L>} ColliderShape
 */

/**
 * A cell of a map.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} TileCell
 * @property {number} column from the left, from 0
 * @property {number} row from the bottom, or from the top where y points down, from 0
 * @property {number} tile a `TILE`, or a number of the map's own `map`
 * @property {L | 'default'} layer the name of its layer: that of its kind, or else the map's. An event
 *     that ends something still has the one that the cell had before it was changed
 * @property {any} userData of the kind that `tile` is the number of; undefined if it has none
 */

/**
 * What `tileAt` fills: an earlier result, or an object of your own.
 * @typedef {object} TileCellPlace
 * @property {number} column from the left, from 0
 * @property {number} row from the bottom, or from the top where y points down, from 0
 * @property {number} tile a `TILE`, or a number of the map's own `map`
 * @property {any} [layer] the name of its layer; added if it is missing, as by default
 * @property {any} [userData] of the kind of tile; added if it is missing, as by default
 */

/**
 * The path of a body in a preview.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} BodyPath
 * @property {Body<L>} body whose path it is
 * @property {Float32Array} points x, y (metres) and angle (radians) of each sample; the first is that after `every`
 *     steps. An array that was given may be longer
 * @property {number} count samples in `points`: fewer than it holds if the body was destroyed
 * @property {number} restsFrom after how many steps it rested for good, 0 if it does now; -1 if it did not come to rest.
 *     What is static rests
 * @property {number} destroyedAt after how many steps `before` destroyed it; -1 if it did not
 */

/**
 * What a ray or a moving shape hits.
 * @template {string} [L=string]
 * @typedef {object} Hit
 * @property {Body<L>} body the body that was hit
 * @property {Collider<L>} collider the collider that was hit
 * @property {number} x where the surfaces meet
 * @property {number} y metres
 * @property {number} nx unit normal out of the collider
 * @property {number} ny y of that normal
 * @property {number} fraction of the way, 0 to 1
 * @property {boolean} inside it starts inside; the normal then leads out by the shortest way
 * @property {TileCell<L> | undefined} cell of the tile map that was hit; the first that it starts in, if it starts
 *     inside. What is given as `out` has a cell of its own, which is filled anew with it: copy it to keep it
 * @property {number | undefined} segment of the chain that was hit
 */

/**
 * The nearest point of a collider.
 * @template {string} [L=string]
 * @typedef {object} NearestHit
 * @property {Body<L>} body the body that was hit
 * @property {Collider<L>} collider the collider that was hit
 * @property {number} x the nearest point of its surface
 * @property {number} y metres
 * @property {number} nx unit normal out of the collider
 * @property {number} ny y of that normal
 * @property {number} distance metres, negative inside
 * @property {TileCell<L> | undefined} cell of the tile map, the one on whose surface the point is. What is given as
 *     `out` has a cell of its own, which is filled anew with it: copy it to keep it
 * @property {number | undefined} segment of the chain that the point is on
 */

/**
 * When and where two moving shapes first meet.
 * @typedef {object} Impact
 * @property {'hit' | 'overlapping' | 'unfinished'} state they meet at `fraction`; they overlap at
 *     the start; the search gave up at `fraction`, before which they do not meet
 * @property {number} fraction of the motion, 0 to 1
 * @property {number} x where the surfaces meet
 * @property {number} y metres
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 */

/**
 * The colliders of two bodies that meet.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} ImpactColliders
 * @property {Collider<L>} colliderA one side
 * @property {Collider<L>} colliderB the other side
 */

/**
 * When and where two moving bodies first meet, and with which colliders.
 * @template {string} [L=string]
 * @typedef {Impact & ImpactColliders<L>} BodyImpact
 */

/**
 * Where on its path a body hits something.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} PathPlace
 * @property {Collider<L>} own the collider of the body that hits
 * @property {number} segment from this position of the path to the next; `fraction` is of it
 * @property {number} distance metres along the path
 * @property {number | undefined} chainSegment of the chain that was hit
 * @property {number} px the body's position there
 * @property {number} py y of that point
 */

/**
 * What a body hits on a path.
 * @template {string} [L=string]
 * @typedef {Omit<Hit<L>, 'segment'> & PathPlace<L>} PathHit
 */

/**
 * How far two shapes are apart, and where.
 * @typedef {object} Distance
 * @property {number} distance metres between the surfaces, negative where they overlap
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 * @property {number} ax the point on A, as the others in world coordinates
 * @property {number} ay y of that point
 * @property {number} bx the point on B
 * @property {number} by y of that point
 */

/**
 * A point where two colliders touch.
 * @template {string} [L=string]
 * @typedef {object} ContactPoint
 * @property {Collider<L>} colliderA one side
 * @property {Collider<L>} colliderB the other side
 * @property {number} x metres, midway between the two surfaces
 * @property {number} y metres
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 * @property {Body<L>} bodyA the body of side A
 * @property {Body<L>} bodyB the body of side B
 * @property {number} separation metres at the start of the step, negative is overlap
 * @property {number} normalImpulse N s along the normal in the last step, all substeps together: divided by its length, a force
 * @property {number} tangentImpulse N s along (ny, -nx), likewise: friction
 * @property {number} normalSpeed m/s of B's surface against A's along the normal now, negative
 *     approaches
 * @property {number} tangentSpeed m/s of B's surface against A's along (ny, -nx) now
 * @property {number} feature which corners or edges met
 * @property {number} age steps since the pair began to touch
 * @property {number} pointCount points of its manifold, 1 or 2
 * @property {TileCell<L> | undefined} cell of the tile map that is one of the two colliders
 * @property {number | undefined} segment of the chain that is one of the two colliders
 */

/**
 * How two shapes meet.
 * @typedef {object} Manifold
 * @property {number} nx unit normal from the first shape to the second
 * @property {number} ny y of that normal
 * @property {{ x: number, y: number, separation: number, feature: number }[]} points none, one or
 *     two
 */

/**
 * Counts of what a world holds and of the last step's work.
 * @typedef {object} Counters
 * @property {number} bodies all bodies of the world
 * @property {number} awakeBodies bodies that are not asleep
 * @property {number} colliders all colliders of the world
 * @property {number} contacts pairs whose bounds meet and whose layers do
 * @property {number} touchingContacts pairs that touch
 * @property {number} triggerPairs pairs in which one side is a trigger
 * @property {number} islandsAsleep islands that are asleep
 * @property {number} colours colours the solver used in the last step
 * @property {number} overflow constraints solved one by one
 * @property {number} staticTreeHeight levels of the tree of static colliders
 * @property {number} movingTreeHeight levels of the tree of moving colliders
 * @property {number} narrowPhaseTests of the last step
 * @property {number} pairsCreated in the last step
 * @property {number} steps steps made so far
 * @property {number} joints joints of the world
 * @property {number} impacts pair impacts of the last step, if it was one by impacts
 * @property {number} impactBound 1 if that step came to its most impacts, or to the work that is
 *     allowed for them, and dropped the rest of its time
 * @property {number} energyBounds how often the last step took energy out of a group of connected
 *     bodies that contacts and joints had made: 0 where all is well
 * @property {number} pairsPostponed pairs of dynamic bodies in one place that the last step left to the
 *     next one, as both had 16 others: 0 but in crowds
 * @property {number} fieldBound colliders that overlap as many fields as they may be in, or more: each may
 *     be in 16, and all together in 8,192 more
 */

/**
 * Milliseconds by phase of the last step.
 * @typedef {object} Profile
 * @property {number} step the whole step
 * @property {number} broadPhase searching for pairs
 * @property {number} narrowPhase computing manifolds
 * @property {number} islands grouping bodies
 * @property {number} prepare packing bodies and constraints
 * @property {number} solve the substeps
 * @property {number} store writing results back
 * @property {number} finish the rest, after the solver
 */

/**
 * The first hit of each of many rays or shapes, flat: the records of MicaHit in mica.h, 11 words
 * each, in the order of the rays. Words: 0 collider, 1 body (handles, see `slotOf`; 0 if nothing
 * was hit), 2 fraction, 3 whether it starts inside (1 or 0), 4 x, 5 y, 6 nx, 7 ny, 8 column, 9 row
 * and 10 tile of a cell, or 8 the segment of a chain and 9 -1, or both -1. Words 2 and 4 to 7 are
 * floats, the others integers; -1 reads as `-1 >>> 0` in `u32`. The arrays are JavaScript's own memory.
 * @typedef {object} RayHits
 * @property {number} count rays
 * @property {number} hits how many of them hit something
 * @property {number} stride words of a record, 11
 * @property {Float32Array} f32 the records, as floats
 * @property {Uint32Array} u32 over the same memory
 */

/**
 * Contact points, flat: the records of MicaContactPoint in mica.h, 19 words each, those of one
 * manifold behind each other. The arrays are a copy in JavaScript's memory that the next read
 * overwrites. Words: 0 collider A, 1 collider B (handles, see `slotOf`), 2 x, 3 y, 4 nx, 5 ny, 6
 * separation, 7 normalImpulse, 8 tangentImpulse, 9 normalSpeed (floats), 10 feature, 11 age
 * (integers), 12 body A, 13 body B (handles), 14 tangentSpeed (a float), 15 pointCount, 16
 * column, 17 row and 18 tile of a cell, or 16 the segment of a chain and 17 -1, or both -1
 * (integers). `ContactPoint` says what they mean.
 * @typedef {object} ContactPoints
 * @property {number} count of points; what lies behind them in the arrays is of earlier reads
 * @property {number} stride words of a record, 19
 * @property {Float32Array} f32 the records, as floats
 * @property {Uint32Array} u32 over the same memory
 */

/**
 * The states of all movers, flat. Word by word of a record: 0 the body (a handle, as `slotOf` takes it), 1 what the last
 * step found, the bits of `MOVER_FLAGS` (integers); x and y of 2 the velocity, 4 the ground's velocity, 6 its normal, 8
 * the point on it, 10 the wall's normal (floats); 12 the ground's collider, 13 its body (handles, 0 for none), 14
 * column, 15 row and 16 tile of the ground's cell, or 14 the segment of a chain and 15 -1, or both -1 (integers).
 * `Mover` says what they mean.
 * @typedef {object} MoverStates
 * @property {number} count of movers; what lies behind them in the arrays is of earlier reads
 * @property {number} stride words of a record, 17
 * @property {Float32Array} f32 the records, as floats
 * @property {Uint32Array} u32 over the same memory
 */

/**
 * The surface of what a mover stands on, as the options of its collider or of the kind of its tile say.
 * @typedef {object} GroundMaterial
 * @property {number} friction coefficient of friction
 * @property {number} restitution bounce, 0 to 1
 * @property {number} rollingResistance lever arm of the normal force as a factor of the radius
 * @property {number} tangentSpeed m/s, as of a conveyor belt
 */

/**
 * The events of a world.
 * @template {string} [L=string] names of its layers
 * @typedef {object} Events
 * @property {EventList<ContactEvent<L>>} contactBegin two colliders began to touch
 * @property {EventList<ContactEvent<L>>} contactEnd they ceased to, or one was destroyed
 * @property {EventList<ContactEvent<L>>} contactHit they met faster than the world's hitSpeed
 * @property {EventList<ContactEvent<L>>} contactLoad they exchanged at least the world's loadImpulse in a step, also
 *     where they touched before; bodies that sleep press on nothing
 * @property {EventList<TriggerEvent<L>>} triggerEnter a collider came into a trigger
 * @property {EventList<TriggerEvent<L>>} triggerExit it left, or one of the two was destroyed
 * @property {EventList<TriggerEvent<L>>} triggerStay who is inside whom after the last step, those of
 *     `triggerEnter` included; gathered when it is read
 * @property {EventList<ContactEvent<L>>} contactStay who touches whom after the last step, those of
 *     `contactBegin` included, `speed` 0 and `impulse` that of the last step; gathered when it is read
 * @property {SlotList} moved bodies that were awake, each once
 * @property {SlotList} asleep bodies that fell asleep
 * @property {SlotList} woke bodies that woke
 * @property {EventList<JointEvent<L>>} jointBroke joints that held more than they may
 * @property {EventList<CrushEvent<L>>} crushed bodies that a kinematic one presses into a static one
 */

/**
 * How a world is recorded.
 * @typedef {object} RecordingOptions
 * @property {number} [hashEvery] steps from one hash to the next, 1 to 600, default 60: `verify` then knows which
 *     of so many steps differs; 1 names the very step and takes 4 bytes for each
 */

/**
 * How a recording is played.
 * @typedef {object} ReplayOptions
 * @property {number} [keyframeBytes] bytes that its snapshots may take together, which it makes while it plays so that
 *     `seek` need not play all again, default 67108864, 64 MB
 */

/**
 * The first difference that `replay.verify` finds.
 * @typedef {object} ReplayDifference
 * @property {number} step how many steps were made when the worlds were compared
 * @property {string} expected the world's hash as it was recorded, or its last 8 digits
 * @property {string} found the same of the world that was played
 */

/**
 * Ground that an edit of a terrain has cut off.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} GroundPiece
 * @property {Collider<L>} source the terrain that it was part of
 * @property {Body<L> | null} body null if it was removed: as debris, or as `pieces: 'remove'` says
 * @property {Collider<L> | null} terrain of the body, which can be dug in its turn
 * @property {string} material what most of it is made of
 * @property {{ x: number, y: number }} position of its centre of mass
 * @property {{ x: number, y: number }} velocity of that point, m/s
 * @property {number} area m²
 * @property {number} mass kg
 */

/**
 * What an edit of a terrain did.
 * @template {string} [L=string] names of the world's layers
 * @typedef {object} GroundChange
 * @property {Record<string, number>} area removed, or added, of each material by its name, m²; without those of which
 *     nothing was
 * @property {GroundPiece<L>[]} pieces that came off. Of a piece that falls and is cut, the largest part keeps the body and is
 *     none of them
 */

export {};
