import { isIdInput } from '@rollcall/contract'
import type { Shape } from './schema-values.ts'

export type Step = string | number
/** The places of ids; new ids name what is created. */
export interface IdPlace {
  readonly steps: readonly Step[]
  readonly isNew: boolean
}

/** The fields in the body of an operation that contain an id. */
export const idPlaces = (shape: Shape & { description?: string }, name = '', steps: readonly Step[] = []): IdPlace[] => {
  if (isIdInput(shape) || /^(?!source|event|update)\w+Id$|^uid$|^username$|^sourceUserId$/.test(name)) {
    return [{ steps, isNew: shape.description?.startsWith('Own id') ?? false }]
  }
  if (shape.items) return idPlaces(shape.items, name.replace(/s$/, ''), [...steps, 0])
  return Object.entries(shape.properties ?? {}).flatMap(([key, child]) => idPlaces(child, key, [...steps, key]))
}

/** The body with this value there, and all that leads to it. */
export const put = (body: unknown, steps: readonly Step[], value: string): object => {
  const copy = structuredClone(body) as Record<Step, unknown>
  let at = copy
  for (const [index, step] of steps.slice(0, -1).entries()) {
    at[step] ??= typeof steps[index + 1] === 'number' ? [] : {}
    at = at[step] as typeof at
  }
  at[steps.at(-1) as Step] = value
  return copy
}
