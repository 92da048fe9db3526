// The option objects of the public interface, as types only. js/options/options.js checks them at
// run time.

/**
 * Two numbers, either way round they are written.
 * @typedef {ArrayLike<number> | { readonly x: number, readonly y: number }} Vector
 *
 * @typedef {'static' | 'kinematic' | 'dynamic'} BodyType
 * @typedef {'ignore' | 'solid' | 'trigger'} Response What a pair of layers does
 *
 * @typedef {object} CircleOptions
 * @property {'circle'} shape which kind of shape
 * @property {number} radius metres
 * @property {Vector} [center] in the body's space
 *
 * @typedef {object} BoxOptions
 * @property {'box'} shape which kind of shape
 * @property {number} [width] metres, the full size; or `halfWidth`
 * @property {number} [height] metres, the full size; or `halfHeight`
 * @property {number} [halfWidth] instead of width, metres
 * @property {number} [halfHeight] instead of height, metres
 * @property {Vector} [center] in the body's space
 * @property {number} [angle] radians
 * @property {number} [radius] rounding added outside, a pill box
 *
 * @typedef {object} CapsuleOptions
 * @property {'capsule'} shape which kind of shape
 * @property {number} radius metres
 * @property {number} [length] between the centres of the two caps, along y at angle 0; or `a` and
 *     `b`
 * @property {Vector} [center] in the body's space
 * @property {number} [angle] radians
 * @property {Vector} [a] centre of one cap
 * @property {Vector} [b] centre of the other cap
 *
 * @typedef {object} PolygonOptions
 * @property {'polygon'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 8 corners of a convex polygon, as
 *     pairs or flat
 * @property {number} [radius] rounding added outside
 * @property {Vector} [center] moves the points, after turning them
 * @property {number} [angle] radians, turns the points about the body's origin
 *
 * @typedef {object} SegmentOptions a line that stops things from both sides; it has no mass
 * @property {'segment'} shape which kind of shape
 * @property {Vector} a one end, in the body's space
 * @property {Vector} b the other
 *
 * @typedef {object} HullOptions the convex hull of points
 * @property {'hull'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 256, as pairs or flat; they may
 *     repeat, lie inside or in a line. More than 8 corners are reduced to the 8 that take the least
 *     area with them
 * @property {number} [radius] rounding added outside
 * @property {Vector} [center] moves the points, after turning them
 * @property {number} [angle] radians, turns the points about the body's origin
 *
 * @typedef {object} OutlineOptions a simple outline, concave or not, as several convex colliders of
 *     one body; each is met by itself and named by itself in events
 * @property {'outline'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 3 to 256 corners in either winding order,
 *     as pairs or flat; no two alike, none on the line through its neighbours, no side across another
 * @property {number} [radius] rounding added outside; the parts' masses then count where they overlap
 * @property {Vector} [center] moves the points, after turning them
 * @property {number} [angle] radians, turns the points about the body's origin
 *
 * @typedef {object} ChainOptions segments in a row as one collider, without seams; it has no mass
 *     and does not meet maps or other chains
 * @property {'chain'} shape which kind of shape
 * @property {readonly Vector[] | ArrayLike<number>} points 2 or more, as pairs or flat; those that
 *     follow each other at least 0.0001 m apart
 * @property {boolean} [loop] the last point is joined to the first, default false
 * @property {boolean} [oneSided] holds what is on its left, seen along it, and lets through what
 *     comes from behind, until it is through; what is made or put half-way in is held if its middle
 *     is on the left. Default false
 * @property {number} [radius] rounding, default 0
 * @property {Vector} [center] moves the points, after turning them
 * @property {number} [angle] radians, turns the points about the body's origin
 *
 * @typedef {object} TilesOptions a map of tiles as one collider, without seams; it has no mass and
 *     does not meet chains or other maps
 * @property {'tiles'} shape which kind of shape
 * @property {readonly string[] | ArrayLike<number>} [cells] rows of characters, the top one first; or
 *     numbers of `TILE`, row by row from the bottom; by default all are empty
 * @property {Readonly<Record<string, number>>} [legend] the `TILE` of each character, in addition to
 *     ' ' and '.' (empty), '#' (full), '/' (rise), '\\' (fall) and '-' (a ledge: one way, upper half)
 * @property {number} [columns] needed unless the cells are rows of characters
 * @property {number} [rows] needed only without cells
 * @property {number} [cellSize] metres, width and height of a cell, default 1
 * @property {number} [cellWidth] metres, instead
 * @property {number} [cellHeight] metres; by default cellSize
 * @property {Vector} [origin] the lower left corner in the body's space, default [0, 0]
 *
 * @typedef {CircleOptions | BoxOptions | CapsuleOptions | PolygonOptions | SegmentOptions
 *     | HullOptions} ShapeOptions
 *
 * @typedef {ShapeOptions | OutlineOptions | ChainOptions | TilesOptions} ColliderShapeOptions
 *
 * @typedef {ShapeOptions | ChainOptions | import('./tiles.js').TileMap} ColliderShape A shape as it
 *     is read back
 *
 * @typedef {object} TileCell a cell of a map
 * @property {number} column from the left, from 0
 * @property {number} row from the bottom, from 0
 * @property {number} tile a `TILE`
 *
 * @typedef {'default' | 'geometric' | 'average' | 'min' | 'multiply' | 'max'} CombineRule
 *     How a pair's number is made of its colliders' two. Where the sides name different rules, the
 *     later in this list decides; 'default' on both sides means 'geometric' for friction and 'max'
 *     for restitution
 *
 * @typedef {object} WindOptions Air that moves, and keeps awake what it touches
 * @property {'wind'} type which kind of field
 * @property {number} [priority] integer, default 0: of several fields of one type on a body only
 *     those of the highest act; equal ones add up
 * @property {boolean} [events] whether what enters and leaves emits trigger events, as with any
 *     trigger; default false. A change does not concern those inside
 * @property {Vector} [flow] m/s against the collider's body, in its space: it turns with it
 * @property {number} [drag] kg/(m s), default 1: force for each metre of width that a collider turns
 *     to the wind and each m/s of difference
 * @property {number} [turbulence] m/s of gusts on top of the flow, the same in every run
 * @property {number} [gustSize] metres from gust to gust, default 4
 * @property {Vector} [acceleration] m/s², the same for light and heavy bodies
 *
 * @typedef {object} WaterOptions Buoyancy by the wet part of each shape, and drag
 * @property {'water'} type which kind of field
 * @property {number} [priority] of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {number} [density] kg/m², default 2: what has less floats
 * @property {number} [surface] metres, the water line's height over the body's position, against
 *     gravity; by default, and at most, the collider's top
 * @property {Vector} [flow] m/s; unless it is zero, what floats stays awake
 * @property {number} [drag] 1/s, default 1: how fast the mass of displaced water is brought to the
 *     flow
 * @property {number} [angularDrag] 1/s, default 1
 *
 * @typedef {object} GravityOptions Gravity of an area: evenly one way, or to the collider's middle
 * @property {'gravity'} type which kind of field
 * @property {number} [priority] of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {Vector} [acceleration] m/s², in the body's space
 * @property {number} [strength] m/s² to the collider's middle, at `distance` from it; negative
 *     pushes away
 * @property {number} [distance] metres, default 1; within, the pull grows evenly from none in the
 *     middle
 * @property {0 | 1 | 2} [falloff] beyond, it stays the same (0, the default), goes with 1/d (1) or
 *     1/d² (2)
 * @property {boolean} [replace] instead of the world's gravity, not in addition to it
 *
 * @typedef {object} SpeedOptions A zone with a speed limit, or that slows
 * @property {'speed'} type which kind of field
 * @property {number} [priority] of one type only the highest acts on a body
 * @property {boolean} [events] trigger events for what enters and leaves, default false
 * @property {number} [maxSpeed] m/s
 * @property {number} [drag] 1/s
 * @property {number} [angularDrag] 1/s
 *
 * @typedef {WindOptions | WaterOptions | GravityOptions | SpeedOptions} FieldOptions
 *
 * @typedef {object} ExplosionOptions
 * @property {Vector} position `[x, y]` in metres
 * @property {number} radius metres within which it acts in full
 * @property {number} [falloff] metres beyond, over which it fades to nothing, default 0
 * @property {number} impulse N s for each metre of width that a collider turns to it; negative pulls
 * @property {readonly string[]} [layers] what it acts on; all by default
 * @property {readonly string[]} [shields] static colliders in these layers keep it off what they
 *     hide; none by default
 *
 * @typedef {object} SurfaceOptions
 * @property {string} [layer] a name from the world's layers, default 'default'
 * @property {number} [group] integer; colliders of the same negative group never meet, of the same
 *     positive group always do; 0, the default, leaves it to the layers
 * @property {number} [density] kg/m², at least 0, default 1
 * @property {number} [friction] at least 0, default 0.6; a pair uses the geometric mean, unless
 *     `frictionCombine` of either side says otherwise
 * @property {number} [restitution] bounce, 0 to 1, default 0; a pair uses the larger, unless
 *     `restitutionCombine` of either side says otherwise
 * @property {CombineRule} [frictionCombine] default 'default'
 * @property {CombineRule} [restitutionCombine] default 'default'
 * @property {number} [rollingResistance] lever arm of the normal force as a factor of the radius,
 *     at least 0, default 0
 * @property {number} [tangentSpeed] m/s of the surface, as of a conveyor belt, default 0
 * @property {boolean} [trigger] sees but is never touched: its solid pairs become trigger pairs.
 *     Default false, but true with a `field`
 * @property {FieldOptions | null} [field] what it does to the bodies that it meets as a trigger
 * @property {readonly import('./sight.js').Sight[]} [sees] what it notices if it is a trigger:
 *     'static', 'kinematic' and 'dynamic' bodies, and with 'triggers' their colliders that are
 *     triggers too; default kinematic and dynamic
 * @property {Vector | false} [oneWay] in the body's space: holds only what comes from where this
 *     points, such as [0, 1] for a ledge; default false
 * @property {boolean} [arcade] where it meets a corner, one of the corner's faces decides, at a
 *     landing the one against gravity: for the characters of a game; default false
 * @property {unknown} [userData] anything; kept on the collider, in JavaScript
 *
 * @typedef {ColliderShapeOptions & SurfaceOptions} ColliderOptions
 *
 * @typedef {object} BodyBaseOptions
 * @property {BodyType} [type] default 'dynamic'
 * @property {number} [angle] radians
 * @property {Vector} [velocity] m/s
 * @property {number} [angularVelocity] radians/s
 * @property {number} [linearDamping] 1/s, at least 0
 * @property {number} [angularDamping] 1/s, at least 0
 * @property {number} [gravityScale] default 1
 * @property {boolean} [lockX] no motion along x
 * @property {boolean} [lockY] no motion along y
 * @property {boolean} [lockRotation] no turning
 * @property {boolean} [canSleep] default true
 * @property {boolean} [awake] default true
 * @property {boolean} [enabled] default true
 * @property {boolean} [bullet] swept against dynamic bodies too: neither passes them nor lands deep in them
 * @property {ColliderOptions} [collider] or `colliders`
 * @property {readonly ColliderOptions[]} [colliders] several instead of `collider`
 *
 * @typedef {object} SingleBodyOptions
 * @property {Vector} [position] metres within ±1e7, where its origin lies, default [0, 0]
 * @property {unknown} [userData] anything; kept on the body
 *
 * @typedef {BodyBaseOptions & SingleBodyOptions} BodyOptions
 *
 * @typedef {object} BulkOnlyOptions
 * @property {ArrayLike<number>} positions x and y of each body
 * @property {ArrayLike<number>} [angles] one for each body
 * @property {ArrayLike<number>} [velocities] x and y for each body
 * @property {ArrayLike<number>} [angularVelocities] one for each body
 * @property {ColliderShapeOptions} [shape] the one collider's shape; its surface then stands beside it:
 *     `layer`, `friction` …
 *
 * @typedef {BodyBaseOptions & BulkOnlyOptions & Omit<SurfaceOptions, 'userData'>} BulkOptions
 *
 * @typedef {Readonly<Record<string, Readonly<Record<string, Response>> | readonly string[]>>} LayerOptions
 *
 * @typedef {object} WorldOptions
 * @property {Vector} [gravity] m/s², default [0, -10]
 * @property {LayerOptions} [layers] per layer what it names others as; a list means solid.
 *     'default' always exists
 * @property {boolean} [sleep] whether what rests may sleep, default true
 * @property {number} [contactHertz] contact stiffness, at least 0, default 30; no more than a
 *     quarter of the substeps in a second counts
 * @property {number} [contactDampingRatio] damping ratio of soft contacts, at least 0, default 10
 * @property {number} [contactPushSpeed] m/s at which overlap is pushed out at most, at least 0,
 *     default 3
 * @property {number} [restitutionThreshold] m/s of approach below which nothing bounces, at least
 *     0, default 0.2
 * @property {number} [hitSpeed] m/s of approach above which there is a hit event, at least 0,
 *     default 1
 * @property {number} [sleepTime] seconds at rest before sleep, at least 0, default 0.5
 * @property {number} [jointHertz] joint stiffness, default 60; no more than a quarter of the
 *     substeps in a second counts
 * @property {number} [jointDampingRatio] default 3
 * @property {number} [fixedStep] seconds, the step that advance() makes, default 1/60
 * @property {'substeps' | 'impacts'} [stepping] how advance() steps: as `step` does, the default, or
 *     as `stepImpacts` does
 * @property {number} [substeps] of each of these steps, 1 to 64, default 4
 * @property {number} [maxSteps] most steps advance() makes at once, default 8: what a page that was
 *     hidden missed is dropped
 * @property {number} [timeScale] speed of advance(), at least 0, default 1
 * @property {boolean} [paused] advance() does nothing, default false
 * @property {number} [bodyCapacity] room made at the start; it grows when needed
 * @property {number} [colliderCapacity] colliders to reserve memory for
 * @property {number} [contactCapacity] contacts to reserve memory for
 * @property {number} [maxBytes] the most memory the world may hold, 0 for no limit
 *
 * @typedef {import('./joints.js').JointOptionsOf<import('../world/body.js').Body>} JointOptions
 *
 * @typedef {import('../world/body.js').Body | import('../world/collider.js').Collider} Ignorable
 *
 * @typedef {object} FilterOptions
 * @property {readonly string[]} [layers] only colliders in these layers; all by default
 * @property {Ignorable | readonly Ignorable[]} [ignore] passes over these colliders and all of these
 *     bodies, at most 64
 * @property {boolean} [skipStatic] not the colliders of static bodies
 * @property {boolean} [skipMoving] only those
 *
 * @typedef {object} OutOption
 * @property {import('../world/collider.js').Collider[]} [out] an array to be emptied and filled; a new one
 *     by default
 *
 * @typedef {FilterOptions & OutOption} OverlapOptions triggers are found too
 *
 * @typedef {object} SlackOption
 * @property {number} [slack] metres by which shapes count as larger, at least 0, default 0
 *
 * @typedef {OverlapOptions & SlackOption} PointOptions
 *
 * @typedef {object} CastOnlyOptions
 * @property {boolean} [triggers] triggers too, default false
 * @property {boolean} [inside] colliders that the ray or shape starts in too, as hits at fraction
 *     0; by default it leaves them unseen
 *
 * @typedef {FilterOptions & CastOnlyOptions} CastOptions
 *
 * @typedef {object} NearestOnlyOptions
 * @property {boolean} [triggers] triggers too, default false
 * @property {NearestHit} [out] an earlier hit, to be filled anew; then nothing is allocated
 *
 * @typedef {FilterOptions & NearestOnlyOptions} NearestOptions
 *
 * @typedef {object} Hit
 * @property {import('../world/body.js').Body} body the body that was hit
 * @property {import('../world/collider.js').Collider} collider the collider that was hit
 * @property {number} x where the surfaces meet
 * @property {number} y metres
 * @property {number} nx unit normal out of the collider
 * @property {number} ny y of that normal
 * @property {number} fraction of the way, 0 to 1
 * @property {boolean} inside it starts inside; the normal then leads out by the shortest way
 *
 * @typedef {object} NearestHit
 * @property {import('../world/body.js').Body} body the body that was hit
 * @property {import('../world/collider.js').Collider} collider the collider that was hit
 * @property {number} x the nearest point of its surface
 * @property {number} y metres
 * @property {number} nx unit normal out of the collider
 * @property {number} ny y of that normal
 * @property {number} distance metres, negative inside
 *
 * @typedef {object} Motion
 * @property {number} [dx] metres, how far it goes
 * @property {number} [dy] metres
 * @property {number} [turn] radians, how far it turns meanwhile, within ±1e4
 *
 * @typedef {object} SweepCenter
 * @property {Vector} [center] the point that the shape turns about, in its own space; by default
 *     [0, 0]
 *
 * @typedef {Pose & Motion & SweepCenter} Sweep where a shape starts and how it goes
 *
 * @typedef {object} Impact
 * @property {'hit' | 'overlapping' | 'unfinished'} state they meet at `fraction`; they overlap at
 *     the start; the search gave up at `fraction`, before which they do not meet
 * @property {number} fraction of the motion, 0 to 1
 * @property {number} x where the surfaces meet
 * @property {number} y metres
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 *
 * @typedef {object} ImpactColliders
 * @property {import('../world/collider.js').Collider} colliderA one side
 * @property {import('../world/collider.js').Collider} colliderB the other side
 *
 * @typedef {Impact & ImpactColliders} BodyImpact
 *
 * @typedef {object} PathPlace
 * @property {import('../world/collider.js').Collider} own the collider of the body that hits
 * @property {number} segment from this position of the path to the next; `fraction` is of it
 * @property {number} distance metres along the path
 * @property {number} px the body's position there
 * @property {number} py y of that point
 *
 * @typedef {Hit & PathPlace} PathHit
 *
 * @typedef {object} Distance
 * @property {number} distance metres between the surfaces, negative where they overlap
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 * @property {number} ax the point on A, as the others in world coordinates
 * @property {number} ay y of that point
 * @property {number} bx the point on B
 * @property {number} by y of that point
 *
 * @typedef {object} ContactPoint
 * @property {import('../world/collider.js').Collider} colliderA one side
 * @property {import('../world/collider.js').Collider} colliderB the other side
 * @property {number} x metres, midway between the two surfaces
 * @property {number} y metres
 * @property {number} nx unit normal from A to B
 * @property {number} ny y of that normal
 * @property {import('../world/body.js').Body} bodyA the body of side A
 * @property {import('../world/body.js').Body} bodyB the body of side B
 * @property {number} separation metres at the start of the step, negative is overlap
 * @property {number} normalImpulse N s along the normal, over the last substep
 * @property {number} tangentImpulse N s along (ny, -nx), over the last substep: friction
 * @property {number} normalSpeed m/s of B's surface against A's along the normal now, negative
 *     approaches
 * @property {number} tangentSpeed m/s of B's surface against A's along (ny, -nx) now
 * @property {number} feature which corners or edges met
 * @property {number} age steps since the pair began to touch
 * @property {number} pointCount points of its manifold, 1 or 2
 *
 * @typedef {object} Manifold how two shapes meet
 * @property {number} nx unit normal from the first shape to the second
 * @property {number} ny y of that normal
 * @property {{ x: number, y: number, separation: number, feature: number }[]} points none, one or
 *     two
 *
 * @typedef {object} Pose where a shape lies
 * @property {number} [x] metres within ±1e7, default 0
 * @property {number} [y] metres within ±1e7, default 0
 * @property {number} [angle] radians, default 0
 *
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
 * @property {number} impactBound 1 if that step came to its most impacts and dropped the rest of its
 *     time
 *
 * @typedef {object} Profile milliseconds by phase of the last step
 * @property {number} step the whole step
 * @property {number} broadPhase searching for pairs
 * @property {number} narrowPhase computing manifolds
 * @property {number} islands grouping bodies
 * @property {number} prepare packing bodies and constraints
 * @property {number} solve the substeps
 * @property {number} store writing results back
 * @property {number} finish the rest, after the solver
 */

export {};
