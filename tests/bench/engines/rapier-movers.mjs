// Rapier's KinematicCharacterController, used as its guide says: the game adds gravity to a velocity of its own, asks
// before each step for the movement that collisions leave of it, and gives that to a position-based kinematic body.
// How moving ground carries it is the controller's own affair: the game is told no velocity of the ground.

/** @import { MoverSpec } from './adapter.mjs' */

const SLOPE = (50 * Math.PI) / 180;

/**
 * @param {any} RAPIER
 * @param {() => any} world
 * @param {any[]} bodies
 */
export function rapierMovers(RAPIER, world, bodies) {
    /** By the numbers of their bodies. @type {Map<number, any>} */
    const movers = new Map();
    return {
        /** @param {MoverSpec} spec */
        create({ shape, x, y }) {
            const body = world().createRigidBody(
                RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y),
            );
            const desc = shape === 'box'
                ? RAPIER.ColliderDesc.cuboid(0.3, 0.6)
                : RAPIER.ColliderDesc.capsule(0.3, 0.3);
            const collider = world().createCollider(desc, body);
            const controller = world().createCharacterController(0.01);
            controller.setMaxSlopeClimbAngle(SLOPE);
            controller.setMinSlopeSlideAngle(SLOPE);
            controller.enableAutostep(0.3, 0.1, true);
            controller.enableSnapToGround(0.3);
            controller.setApplyImpulsesToDynamicBodies(true);
            controller.setCharacterMass(80);
            movers.set(bodies.length, { body, collider, controller, wanted: { x: 0, y: 0 },
                jumps: false });
            return bodies.push(body) - 1;
        },
        /** @param {number} body @param {number} speed @param {number} jump */
        steer(body, speed, jump) {
            const mover = movers.get(body);
            mover.wanted.x = speed;
            mover.jumps = jump !== 0;
            if (jump !== 0) mover.wanted.y = jump;
        },
        /** @param {number} body @returns {boolean} */
        isGrounded: (body) => movers.get(body).controller.computedGrounded(),
        /** Before a step. @param {number} dt */
        move(dt) {
            for (const { body, collider, controller, wanted, jumps } of movers.values()) {
                if (controller.computedGrounded() && !jumps) wanted.y = 0;
                wanted.y += world().gravity.y * dt;
                controller.computeColliderMovement(collider, { x: wanted.x * dt,
                    y: wanted.y * dt });
                const [at, by] = [body.translation(), controller.computedMovement()];
                body.setNextKinematicTranslation({ x: at.x + by.x, y: at.y + by.y });
            }
        },
    };
}
