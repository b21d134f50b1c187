import { isUuid } from '../../platform/sql/uuid.ts'
import type { CheckContext } from './import-context.ts'
import { findEntity, parentOf, type Register } from './import-register.ts'

/** An id; undefined if the file gives none; null if the given one is invalid and was reported. */
type Found = string | null | undefined

interface Reference {
  readonly register: Register
  readonly ref: string | null | undefined
  /** The property of the file, for the pointer. */
  readonly field: string
}

/** Resolves the node of a booking or an event from the outermost level inward; undefined if any part is invalid. */
export const resolveNode = (
  context: CheckContext,
  pointer: string,
  references: readonly Reference[],
): ReadonlyMap<Register, string> | undefined => {
  const [location, ...inner] = references
  if (!location) return undefined
  let outer: Found = findNode(context, pointer, location, undefined, '')
  if (outer === undefined) {
    context.errors.add(`${pointer}/${location.field}`, 'required', 'is required')
    return undefined
  }
  let outerReference = location
  let isInvalid = outer === null
  const found = new Map<Register, string>()
  if (outer !== null) found.set(location.register, outer)
  for (const reference of inner) {
    const id: Found = findNode(context, pointer, reference, outer, outerReference.field)
    if (id === null) isInvalid = true
    else if (id !== undefined) found.set(reference.register, id)
    ;[outer, outerReference] = [id, reference]
  }
  if (isInvalid) return undefined
  return completeAncestors(context, pointer, references, found)
}

const findNode = (
  { errors }: CheckContext,
  pointer: string,
  { register, ref, field }: Reference,
  outer: Found,
  outerField: string,
): Found => {
  if (!ref) return undefined
  const at = `${pointer}/${field}`
  const id = findEntity(register, ref, typeof outer === 'string' ? outer : '')
  if (id !== undefined) return id
  if (outer === null) return null
  if (outer === undefined && outerField && !isUuid(ref)) {
    errors.add(`${pointer}/${outerField}`, 'reference_incomplete', `is needed, because the ${register.kind} is given by name`)
  } else {
    errors.add(
      at,
      'reference_unknown',
      outerField ? `there is no such ${register.kind} in the ${outerField}` : `there is no such ${register.kind}`,
    )
  }
  return null
}

/** Fills in the nodes between those named, and refuses ones that are not inside each other. */
const completeAncestors = (
  { errors }: CheckContext,
  pointer: string,
  references: readonly Reference[],
  found: Map<Register, string>,
): ReadonlyMap<Register, string> | undefined => {
  for (let index = references.length - 1; index > 0; index--) {
    const [inner, outer] = [references[index], references[index - 1]]
    const id = inner && found.get(inner.register)
    if (!inner || !outer || id === undefined) continue
    const parent = parentOf(inner.register, id)
    const named = found.get(outer.register)
    if (named !== undefined && named !== parent) {
      const at = inner.ref ? inner.field : (references.slice(index).find(({ ref }) => ref)?.field ?? inner.field)
      errors.add(`${pointer}/${at}`, 'reference_mismatch', `is not in the ${outer.field} named beside it`)
      return undefined
    }
    if (parent !== undefined) found.set(outer.register, parent)
  }
  return found
}
