// The option objects of the public interface, as types only. js/options/options.js checks them at
// run time. The types of values read back are in js/world/types.js.
//
// Each type has a comment of its own: the compiler gives what stands first in a comment to every
// type in it. The text of an option that may be left out names its default. L is the union of the
// layers' names of a world.

/** @import { TerrainOptions } from './terrain-types.js' */

/**
 * Two numbers: a list such as `[x, y]` or a Float32Array, or an object.
 * @typedef {ArrayLike<number> | { readonly x: number, readonly y: number }} Vector
 */

/**
 * How a body moves: not at all, as its velocity says whatever it meets, or by forces and contacts.
 * @typedef {'static' | 'kinematic' | 'dynamic'} BodyType
 */

/**
 * What a pair of layers does.
 * @typedef {'ignore' | 'solid' | 'trigger'} Response
 */

/**
 * Any text where the names of the layers are not known. `satisfies` keeps a name as it is written,
 * so that options kept in a constant suit a world that knows its layers.
 * @typedef {string & {}} AnyLayer
 */

/**
 * The name of a layer; 'default' always exists.
 * @template {string} L
 * @typedef {L | 'default'} LayerName
 */

/**
 * An array of names in a constant, such as `const seen = ['player', 'wall']`: any text by its type, so
 * the names are checked as the program runs. An array written in the call is none: a function that
 * takes any text cannot stand for one that takes some names alone.
 * @internal
 * @typedef {object} UncheckedNames
 * @property {number} length how many names
 * @property {(name: string) => number} indexOf where a name stands
 */

/**
 * Names of layers.
 * @template {string} L
 * @typedef {readonly LayerName<L>[] | Readonly<UncheckedNames>} LayerNames
 */

/**
 * A circle.
 * @typedef {object} CircleOptions
 * @property {'circle'} shape which kind of shape
 * @property {number} radius metres
 * @property {Vector} [center] in the body's space, default [0, 0]
 */

/**
 * What boxes of every size have.
 * @internal
 * @typedef {object} BoxBaseOptions
 * @property {'box'} shape which kind of shape
 * @property {Vector} [center] in the body's space, default [0, 0]
 * @property {number} [angle] radians, default 0
 * @property {number} [radius] rounding added outside, a pill box, default 0
 */

/**
 * A box by its full width.
 * @internal
 * @typedef {object} WholeWidth
 * @property {number} width metres, the full size; or `halfWidth`
 * @property {undefined} [halfWidth] not beside width
 */

/**
 * A box by half its width.
 * @internal
 * @typedef {object} HalfWidth
 * @property {number} halfWidth instead of width, metres
 * @property {undefined} [width] not beside halfWidth
 */

/**
 * A box by its full height.
 * @internal
 * @typedef {object} WholeHeight
 * @property {number} height metres, the full size; or `halfHeight`
 * @property {undefined} [halfHeight] not beside height
 */

/**
 * A box by half its height.
 * @internal
 * @typedef {object} HalfHeight
 * @property {number} halfHeight instead of height, metres
 * @property {undefined} [height] not beside halfHeight
 */

/**
 * A box, by its full or half width and height.
 * @typedef {BoxBaseOptions & (WholeWidth | HalfWidth) & (WholeHeight | HalfHeight)} BoxOptions
 */

/**
 * What all capsules have.
 * @internal
 * @typedef {object} CapsuleBaseOptions
 * @property {'capsule'} shape which kind of shape
 * @property {number} radius metres
 */

/**
 * A capsule by its middle, length and angle.
 * @internal
 * @typedef {object} CapsuleByLength
 * @property {number} length between the centres of the two caps, along y at angle 0; or `a` and `b`
 * @property {Vector} [center] in the body's space, default [0, 0]
 * @property {number} [angle] radians, default 0
 * @property {undefined} [a] not beside length
 * @property {undefined} [b] not beside length
 */

/**
 * A capsule by the centres of its caps.
 * @internal
 * @typedef {object} CapsuleByEnds
 * @property {Vector} a centre of one cap, in the body's space
 * @property {Vector} b centre of the other cap
 * @property {undefined} [length] not beside a and b
 * @property {undefined} [center] not beside a and b
 * @property {undefined} [angle] not beside a and b
 */

/**
 * A capsule: all points within a radius of a line, which a length or two ends give.
 * @typedef {CapsuleBaseOptions & (CapsuleByLength | CapsuleByEnds)} CapsuleOptions
 */

/**
 * A convex polygon.
 * @typedef {object} PolygonOptions
 * @property {'polygon'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 8 corners of a convex polygon, as
 *     pairs or flat
 * @property {number} [radius] rounding added outside, default 0
 * @property {Vector} [center] moves the points, after turning them, default [0, 0]
 * @property {number} [angle] radians, turns the points about the body's origin, default 0
 */

/**
 * A line that stops things from both sides; it has no mass.
 * @typedef {object} SegmentOptions
 * @property {'segment'} shape which kind of shape
 * @property {Vector} a one end, in the body's space
 * @property {Vector} b the other
 */

/**
 * The convex hull of points.
 * @typedef {object} HullOptions
 * @property {'hull'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 1024, as pairs or flat; they may
 *     repeat, lie inside or in a line. More than 8 corners are reduced to the 8 that take the least
 *     area with them
 * @property {number} [radius] rounding added outside, default 0
 * @property {Vector} [center] moves the points, after turning them, default [0, 0]
 * @property {number} [angle] radians, turns the points about the body's origin, default 0
 */

/**
 * A simple outline, concave or not and with holes or without, as several convex colliders of one body; each is met by itself
 * and named by itself in events.
 * @typedef {object} OutlineOptions
 * @property {'outline'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 1024 corners in either winding order,
 *     as pairs or flat; no two alike, none on the line through its neighbours, no side across another
 * @property {readonly (readonly Vector[] | ArrayLike<number>)[]} [holes] outlines like `points`, inside it
 *     and outside each other, which touch nothing, default none. All points and two for each hole are at most 1024
 * @property {number} [radius] rounding added outside, default 0; the parts' masses then count where
 *     they overlap
 * @property {Vector} [center] moves the points, after turning them, default [0, 0]
 * @property {number} [angle] radians, turns the points about the body's origin, default 0
 */

/**
 * Segments in a row as one collider, without internal edges; it has no mass and does not meet maps or other
 * chains.
 * @typedef {object} ChainOptions
 * @property {'chain'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 2 or more, as pairs or flat; those that
 *     follow each other at least 0.0001 m apart
 * @property {boolean} [loop] the last point is joined to the first, default false
 * @property {boolean} [oneSided] holds what is on its left, seen along it, and lets through what
 *     comes from behind, until it is through; what is made or put half-way in is held if its middle
 *     is on the left. Default false
 * @property {number} [radius] rounding, default 0
 * @property {Vector} [center] moves the points, after turning them, default [0, 0]
 * @property {number} [angle] radians, turns the points about the body's origin, default 0
 */

/**
 * What maps of all kinds of cells have.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {object} TilesBaseOptions
 * @property {'tiles'} shape which kind of shape
 * @property {number} [cellSize] metres, width and height of a cell, default 1
 * @property {number} [cellWidth] metres, instead; by default cellSize
 * @property {number} [cellHeight] metres, instead; by default cellSize
 * @property {Vector} [origin] the lower left corner in the body's space, default [0, 0]
 * @property {Readonly<Record<number, number | TileKind<L>>>} [map] what each number stands for, such
 *     as those of a level editor: a `TILE` or a kind of tile. Keys are integers from 0 to 2,147,483,647;
 *     0 is empty unless it is named. By default numbers are `TILE`s
 */

/**
 * Cells as rows of characters.
 * @internal
 * @typedef {object} DrawnCells
 * @property {readonly string[]} cells rows of characters, the top one first
 * @property {Readonly<Record<string, number>>} [legend] the `TILE` of each character, in addition to
 *     ' ' and '.' (empty), '#' (full), '/' (rise), '\\' (fall) and '-' (a ledge: one way, upper
 *     half); by default these alone. With `map`, the number of each character, in addition to ' ' and
 *     '.' (0)
 * @property {false} [topDown] of numbers alone, default false: rows of characters always begin at the top
 * @property {number} [columns] of the map; by default as many as a row has characters
 * @property {number} [rows] of the map; by default as many as the cells make
 */

/**
 * Cells as numbers.
 * @internal
 * @typedef {object} NumberedCells
 * @property {ArrayLike<number>} cells numbers of `TILE`, or of `map`, row by row
 * @property {boolean} [topDown] the first row is the top one, as Tiled and LDtk write them and as it is
 *     anyway where y points down; by default it is the bottom one
 * @property {number} columns of the map
 * @property {number} [rows] of the map; by default as many as the cells make
 * @property {undefined} [legend] of characters alone
 */

/**
 * A map without cells, of so many columns and rows.
 * @internal
 * @typedef {object} EmptyCells
 * @property {undefined} [cells] all are empty: the number 0
 * @property {false} [topDown] of cells alone, default false
 * @property {number} columns of the map
 * @property {number} rows of the map
 * @property {undefined} [legend] of characters alone
 */

/**
 * A kind of tile.
 * @template {string} [L=AnyLayer]
 * @typedef {object} TileKind
 * @property {number} tile a `TILE`
 * @property {number} [friction] 0 or more; by default the collider's
 * @property {number} [restitution] 0 to 1; by default the collider's
 * @property {number} [tangentSpeed] m/s of its surface, within ±40,000; by default the collider's
 * @property {LayerName<L>} [layer] a name from the world's layers: what its tiles meet, and who finds
 *     them; by default the collider's. A tile that its layer makes a trigger is a trigger of its own
 * @property {any} [userData] anything; the `cell` of events gives it back; kept in JavaScript with the
 *     collider; none by default
 */

/**
 * A map of tiles as one collider, without internal edges; it has no mass and does not meet chains or other
 * maps.
 * @template {string} [L=AnyLayer]
 * @typedef {TilesBaseOptions<L> & (DrawnCells | NumberedCells | EmptyCells)} TilesOptions
 */

/**
 * A convex shape.
 * @typedef {CircleOptions | BoxOptions | CapsuleOptions | PolygonOptions | SegmentOptions
 *     | HullOptions} ShapeOptions
 */

/**
 * A shape that a collider may have.
 * @template {string} [L=AnyLayer]
 * @typedef {ShapeOptions | OutlineOptions | ChainOptions | TilesOptions<L>
 *     | TerrainOptions<L>} ColliderShapeOptions
 */

/**
 * How a pair's number is made of its colliders' two. Where the sides name different rules, the
 * later in this list decides; 'default' on both sides means 'geometric' for friction and 'max' for
 * restitution.
 * @typedef {'default' | 'geometric' | 'average' | 'min' | 'multiply' | 'max'} CombineRule
 */

/**
 * Air that moves, and keeps awake what it touches.
 * @typedef {object} WindOptions
 * @property {'wind'} type which kind of field
 * @property {number} [priority] integer, default 0: of several fields of one type on a body only
 *     those of the highest act; equal ones add up
 * @property {boolean} [events] whether what enters and leaves emits trigger events, as with any
 *     trigger; default false. A change does not concern those inside
 * @property {Vector} [flow] m/s against the collider's body, in its space, default [0, 0]: it turns
 *     with it
 * @property {number} [drag] kg/(m s), default 1: force for each metre of width that a collider turns
 *     to the wind and each m/s of difference
 * @property {number} [turbulence] m/s of gusts on top of the flow, the same in every run, default 0
 * @property {number} [gustSize] metres from gust to gust, default 4
 * @property {Vector} [acceleration] m/s², the same for light and heavy bodies, default [0, 0]
 */

/**
 * Buoyancy by the wet part of each shape, and drag.
 * @typedef {object} WaterOptions
 * @property {'water'} type which kind of field
 * @property {number} [priority] integer, default 0: of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {number} [density] kg/m², default 2: what has less floats
 * @property {number} [surface] metres, the water line's height over the body's position, against
 *     gravity; by default, and at most, the collider's top
 * @property {Vector} [flow] m/s, default [0, 0]; unless it is zero, what floats stays awake
 * @property {number} [drag] 1/s, default 1: how fast the mass of displaced water is brought to the
 *     flow
 * @property {number} [angularDrag] 1/s, default 1
 */

/**
 * Gravity of an area: evenly one way, or to the collider's middle.
 * @typedef {object} GravityOptions
 * @property {'gravity'} type which kind of field
 * @property {number} [priority] integer, default 0: of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {Vector} [acceleration] m/s², in the body's space, default [0, 0]; this or `strength` is
 *     needed
 * @property {number} [strength] m/s² to the collider's middle, at `distance` from it, default 0;
 *     negative pushes away
 * @property {number} [distance] metres, default 1; within, the pull grows evenly from none in the
 *     middle
 * @property {0 | 1 | 2} [falloff] beyond, it stays the same (0, the default), goes with 1/d (1) or
 *     1/d² (2)
 * @property {boolean} [replace] instead of the world's gravity, not in addition to it, default false
 */

/**
 * A zone with a speed limit, or that slows; one of `maxSpeed`, `drag` and `angularDrag` is needed.
 * @typedef {object} SpeedOptions
 * @property {'speed'} type which kind of field
 * @property {number} [priority] integer, default 0: of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {number} [maxSpeed] m/s, by default no limit
 * @property {number} [drag] 1/s, default 0
 * @property {number} [angularDrag] 1/s, default 0
 */

/**
 * What a trigger does to the bodies in it.
 * @typedef {WindOptions | WaterOptions | GravityOptions | SpeedOptions} FieldOptions
 */

/**
 * An explosion.
 * @template {string} [L=AnyLayer]
 * @typedef {object} ExplosionOptions
 * @property {Vector} position `[x, y]` in metres
 * @property {number} radius metres within which it acts in full
 * @property {number} [falloff] metres beyond, over which it fades to nothing, default 0
 * @property {number} impulse N s for each metre of width that a collider turns to it; negative pulls
 * @property {LayerNames<L>} [layers] what it acts on; all by default
 * @property {LayerNames<L>} [shields] static colliders in these layers keep it off what they hide;
 *     none by default
 * @property {(collider: import('../world/objects/collider.js').Collider<L>, impulse: number) => void} [each] called behind
 *     the explosion for each collider that it pushed, in the order of their indices, with the impulse in N s, negative if it
 *     pulls; not for one that an earlier call destroyed; none by default
 */

// <schema collider.options>
/**
 * The numbers and switches of a collider.
 * @internal
 * @typedef {object} ColliderPlainOptions
 * @property {number} [group] Colliders of the same negative group never meet, those of the same positive group always do; 0 leaves it to
 *     the layers. Default 0.
 * @property {number} [density] The mass of its body follows it. In kg/m², 0 to 1e9; default 1.
 * @property {number} [friction] Coefficient of friction; a pair uses the geometric mean, unless `frictionCombine` of either side says
 *     otherwise. 0 to 1e6; default 0.6.
 * @property {number} [restitution] Bounce; a pair uses the larger, unless `restitutionCombine` of either side says otherwise. 0 to 1;
 *     default 0.
 * @property {number} [rollingResistance] Lever arm of the normal force as a factor of the radius; 0 rolls freely. 0 to 1e6; default 0.
 * @property {number} [tangentSpeed] Speed of its surface, as of a conveyor belt. In m/s, within ±40000; default 0.
 * @property {CombineRule} [frictionCombine] How the friction of a pair is made of both sides'; by default the geometric mean.
 * @property {CombineRule} [restitutionCombine] How the restitution of a pair is made of both sides'; by default the larger.
 * @property {boolean} [arcade] Where it meets a corner, one of the corner's two faces decides, at a landing the one against gravity: for
 *     the characters of a game. Default false.
 * @property {boolean} [enabled] While false, nothing meets it and no query finds it; it keeps its place in the mass of its body. Default
 *     true.
 */
// </schema>

/**
 * What a collider is besides its shape, its numbers and switches.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {object} SurfaceBaseOptions
 * @property {LayerName<L>} [layer] a name from the world's layers, default 'default'
 * @property {boolean} [trigger] sees but is never touched: its solid pairs become trigger pairs.
 *     Default false, but true with a `field`
 * @property {FieldOptions | null} [field] what it does to the bodies that it meets as a trigger;
 *     by default nothing, null
 * @property {readonly import('./sight.js').Sight[]} [sees] what it notices if it is a trigger:
 *     'static', 'kinematic' and 'dynamic' bodies, and with 'triggers' their colliders that are
 *     triggers too; default kinematic and dynamic
 * @property {Vector | false} [oneWay] in the body's space: holds only what comes from where this
 *     points, such as [0, 1] for a ledge; default false
 * @property {unknown} [userData] anything; kept on the collider, in JavaScript; none by default
 */

/**
 * What a collider is besides its shape.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {SurfaceBaseOptions<L> & ColliderPlainOptions} SurfaceOptions
 */

/**
 * A collider: a shape, and what it is besides.
 * @template {string} [L=AnyLayer]
 * @typedef {ColliderShapeOptions<L> & SurfaceOptions<L>} ColliderOptions
 */

// <schema body.options>
/**
 * The numbers and switches of a body.
 * @internal
 * @typedef {object} BodyPlainOptions
 * @property {number} [angle] Its rotation. In radians, within ±1e8; default 0.
 * @property {number} [angularVelocity] How fast it turns, counter-clockwise. In radians/s, within ±40000; default 0.
 * @property {number} [linearDamping] Drag of its motion: v *= 1 / (1 + dt * damping). In 1/s, 0 to 1e6; default 0.
 * @property {number} [angularDamping] Drag of its turning, likewise. In 1/s, 0 to 1e6; default 0.
 * @property {number} [gravityScale] Factor of the gravity of the world; with 0 it floats. Within ±1e6; default 1.
 * @property {boolean} [canSleep] Whether it may fall asleep at rest. Default true.
 * @property {boolean} [awake] Whether it moves; false makes it asleep. Default true.
 * @property {boolean} [enabled] A disabled body keeps its colliders but meets nothing and does not move. Default true.
 * @property {boolean} [bullet] Whether its own motion is swept against dynamic bodies too: a fast one then neither passes nor enters them.
 *     Default false.
 * @property {number} [maxSpeed] The largest speed of a dynamic body: a step scales a higher velocity down to it. In m/s, 0 to 40000;
 *     default 40000.
 */
// </schema>

/**
 * What bodies made one by one and in bulk both take.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {object} BodyBaseOptions
 * @property {BodyType} [type] default 'dynamic'
 * @property {Vector} [velocity] m/s, default [0, 0]
 * @property {boolean} [lockX] no motion along x, default false
 * @property {boolean} [lockY] no motion along y, default false
 * @property {boolean} [lockRotation] no turning, default false
 * @property {ColliderOptions<L>} [collider] its one collider; or `colliders`; none by default
 * @property {readonly ColliderOptions<L>[]} [colliders] several instead of `collider`; none by
 *     default
 */

/**
 * What a body made by itself takes.
 * @internal
 * @typedef {object} SingleBodyOptions
 * @property {Vector} [position] metres within ±1e7, where its origin lies, default [0, 0]
 * @property {unknown} [userData] anything; kept on the body; none by default
 */

/**
 * A body with its colliders.
 * @template {string} [L=AnyLayer]
 * @typedef {BodyBaseOptions<L> & BodyPlainOptions & SingleBodyOptions} BodyOptions
 */

/**
 * Where bodies are put.
 * @internal
 * @typedef {object} TeleportOptions where `setTransforms` puts bodies
 * @property {ArrayLike<number>} positions metres within ±1e7, x and y of each body
 * @property {ArrayLike<number>} [angles] radians within ±1e8, one for each body; by default the rotations stay
 * @property {ArrayLike<number>} [velocities] m/s within ±4e4, x and y for each body; by default they stay
 * @property {ArrayLike<number>} [angularVelocities] radians/s within ±4e4, one for each body; by default they stay
 */

/**
 * What bodies made in bulk take.
 * @internal
 * @template {string} [L=AnyLayer]
 * @typedef {object} BulkOnlyOptions
 * @property {ArrayLike<number>} positions x and y of each body
 * @property {ArrayLike<number>} [angles] one for each body; by default `angle`
 * @property {ArrayLike<number>} [velocities] x and y for each body; by default `velocity`
 * @property {ArrayLike<number>} [angularVelocities] one for each body; by default `angularVelocity`
 * @property {ArrayLike<number>} [radii] one for each body, of the shape `{ shape: 'circle' }`, which then is the default; none by default
 * @property {ColliderShapeOptions<L>} [shape] the one collider's shape; its surface then stands beside it:
 *     `layer`, `friction` …; none by default
 */

/**
 * Many bodies that differ in where they are and how they move.
 * @template {string} [L=AnyLayer]
 * @typedef {BodyBaseOptions<L> & BodyPlainOptions & BulkOnlyOptions<L> & Omit<SurfaceOptions<L>, 'userData'>} BulkOptions
 */

/**
 * By layer what it names others as; a list means solid.
 * @template {string} [L=string]
 * @typedef {{ readonly [Name in L]: LayerNames<NoInfer<L>>
 *     | { readonly [Other in LayerName<NoInfer<L>>]?: Response } }} LayerOptions
 */

/**
 * What options are read for: the names of a world's layers, its unit of length, and whether its y points down.
 * @internal
 * @typedef {{ readonly layerNames: readonly string[], readonly lengthUnit: number, readonly yDown: boolean }} Site
 */

// <schema world.options>
/**
 * The numbers and switches of a world.
 * @internal
 * @typedef {object} WorldPlainOptions
 * @property {number} [contactHertz] Contact stiffness; no more than a quarter of the substeps in a second counts. In Hz, above 0, to 1e6;
 *     default 30.
 * @property {number} [contactDampingRatio] Damping ratio of soft contacts. 0 to 1e6; default 10.
 * @property {number} [contactPushSpeed] The most by which overlap is pushed out. In m/s, 0 to 1e6; default 3.
 * @property {number} [restitutionThreshold] The speed of approach below which nothing bounces. In m/s, 0 to 1e6; default 0.2.
 * @property {number} [hitSpeed] The speed of approach above which there is a hit event. In m/s, 0 to 1e6; default 1.
 * @property {number} [sleepTime] How long an island is at rest before it sleeps. In s, 0 to 1e6; default 0.5.
 * @property {boolean} [sleep] Whether what rests may sleep. Default true.
 * @property {number} [bodyCapacity] Bodies to reserve memory for at creation; arrays still grow when needed. Default 0.
 * @property {number} [colliderCapacity] Colliders to reserve memory for. Default 0.
 * @property {number} [contactCapacity] Contacts to reserve memory for. Default 0.
 * @property {number} [maxBytes] The most memory that the world may hold; 0: no limit. Default 0.
 * @property {number} [jointHertz] Joint stiffness; no more than a quarter of the substeps in a second counts. From 60 on, pins of trees are
 *     solved directly and do not stretch. In Hz, above 0, to 1e6; default 60.
 * @property {number} [jointDampingRatio] Damping ratio of soft joints. 0 to 1e6; default 3.
 * @property {number} [lengthUnit] How many units of length make a metre: 32 where a metre is 32 pixels. Every number with a length in it is
 *     in that unit, and all defaults and tolerances follow it. It cannot be changed later. 0.01 to 1000; default 1.
 * @property {boolean} [yDown] Whether y points down, as on screens: angles turn clockwise as drawn, tiles and one-sided chains are as
 *     drawn, and the default gravity of JavaScript is along y. Default false.
 * @property {number} [loadImpulse] The impulse of a pair in one step from which there is a load event; 0: never. In N s, 0 to 1e6; default
 *     0.
 */
// </schema>

/**
 * What a world has besides its numbers and switches.
 * @internal
 * @template {string} [L=string]
 * @typedef {object} WorldBaseOptions
 * @property {Vector} [gravity] m/s², default [0, -10]
 * @property {LayerOptions<L>} [layers] per layer what it names others as; a list means solid.
 *     'default' always exists, and by default no other
 * @property {number} [fixedStep] seconds, the step that advance() makes, default 1/60
 * @property {'substeps' | 'impacts'} [stepping] how advance() steps: as `step` does, the default, or
 *     as `stepImpacts` does
 * @property {number} [substeps] of each of these steps, 1 to 64, default 4
 * @property {number} [maxSteps] most steps advance() makes at once, default 8: what a page that was
 *     hidden missed is dropped
 * @property {number} [timeScale] speed of advance(), at least 0, default 1
 * @property {boolean} [paused] advance() does nothing, default false
 * @property {import('../world/time/clock.js').Clock | null} [clock] the clock whose `advance` advances the world; null, the
 *     default, for none
 * @property {'interpolate' | 'extrapolate'} [poseMode] whether `poses` lie between the last two states, the default, or
 *     run ahead of the last at its velocities
 */

/**
 * A world.
 * @template {string} [L=string]
 * @typedef {WorldBaseOptions<L> & WorldPlainOptions} WorldOptions
 */

/**
 * A joint between two bodies.
 * @template {import('./joints.js').JointType} [T=import('./joints.js').JointType] its type
 * @typedef {import('./joints.js').JointOptionsOf<import('../world/objects/body.js').Body, import('../world/objects/joint.js').Joint<any>, T>} JointOptions
 */

export * from './mover-types.js';
export * from './scene-types.js';

/**
 * What `world.snapshot` saves, and where.
 * @typedef {object} SnapshotOptions
 * @property {Uint8Array<ArrayBuffer>} [into] where the bytes go; it must hold them. Default a new array
 * @property {boolean} [userData] whether the user data of bodies, colliders and joints goes along, as JSON:
 *     for a game saved to a file. Default false
 * @property {Uint8Array<ArrayBuffer>} [since] an earlier whole snapshot: the bytes hold only what differs from it, and
 *     are restored together with it. Default none: the whole world
 */
