import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

/**
 * Returns the compiled validator of a schema. It is compiled on first use and shared by all services of the process, because
 * compiling all of them would take a fifth of the start time.
 */
export const compiled = (schema: TSchema): Validator => {
  const known = validators.get(schema)
  if (known) return known
  const created: Validator = Compile(schema)
  validators.set(schema, created)
  return created
}
