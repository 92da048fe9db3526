// 'mica2d/vehicle': cars for games, seen from above and from the side. They know a world by its public members alone.
//
//   const car = new TopDownCar(world.createBody({ collider: { shape: 'box', width: 4, height: 1.8, friction: 0.2 } }));
//   world.on('beforeStep', () => car.update({ throttle: up - down, steer: right - left, handBrake: keys.has('Space') }));

export { SIDE_CAR_NUMBERS, TOP_DOWN_CAR_NUMBERS } from './vehicle/numbers.js';
export { SideCar } from './vehicle/side-car.js';
export { TopDownCar } from './vehicle/top-down-car.js';

/**
 * What a table of numbers says of one.
 * @typedef {import('./vehicle/numbers.js').VehicleNumber} VehicleNumber
 */

/**
 * The numbers of a car seen from above.
 * @typedef {import('./vehicle/numbers.js').TopDownCarNumbers} TopDownCarNumbers
 */

/**
 * The numbers of a car seen from the side.
 * @typedef {import('./vehicle/numbers.js').SideCarNumbers} SideCarNumbers
 */

/**
 * The options of a car seen from above: the numbers that shall differ from their defaults.
 * @typedef {import('./vehicle/top-down-car.js').TopDownCarOptions} TopDownCarOptions
 */

/**
 * What the driver of a car seen from above holds.
 * @typedef {import('./vehicle/top-down-car.js').TopDownCarInput} TopDownCarInput
 */

/**
 * A wheel of a car seen from above.
 * @typedef {import('./vehicle/top-down-car.js').CarWheel} CarWheel
 */

/**
 * The parts that a car seen from the side is made of.
 * @typedef {import('./vehicle/side-car.js').SideCarParts} SideCarParts
 */

/**
 * The wheels that the engine of a car seen from the side turns.
 * @typedef {import('./vehicle/side-car.js').SideCarDrive} SideCarDrive
 */

/**
 * What a car seen from the side takes besides its numbers.
 * @typedef {import('./vehicle/side-car.js').SideCarSettings} SideCarSettings
 */

/**
 * The options of a car seen from the side.
 * @typedef {import('./vehicle/side-car.js').SideCarOptions} SideCarOptions
 */

/**
 * What the driver of a car seen from the side holds.
 * @typedef {import('./vehicle/side-car.js').SideCarInput} SideCarInput
 */
