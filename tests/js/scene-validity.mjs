// The JSON Schema of scenes, compiled by ajv. For the tests of scenes and of the importers.
import { Ajv } from 'ajv';
import { sceneSchema } from '../../web/scripts/scene-schema.mjs';

export const schema = sceneSchema();

// strictRequired and strictTypes ask for properties and types to be repeated in each branch.
const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
const validate = ajv.compile(schema);

/** What is wrong with a scene by the schema; '' if nothing is. @param {unknown} scene */
export const faultsOf = (scene) => (validate(scene) ? '' : ajv.errorsText(validate.errors));
