import type { ValidationError } from './import-errors.ts'

/** Lists of the file whose elements others refer to. */
const ENTITIES = new Set(['locations', 'levels', 'zones', 'places', 'spaces', 'parkingBays', 'groups', 'users'])
/** Deeper than any name that the schema knows. */
const DEEPEST = 12

/** The names of invalid elements, which the further checks do not see. */
export interface LeftOut {
  /** Sections of the file that lack an element. */
  readonly sections: Set<string>
  /** Names of these elements and of those inside them, in lower case. */
  readonly names: Set<string>
  /** Sections with an element whose name cannot be read: any reference may mean it. */
  readonly unnamed: Set<string>
}

export const createLeftOut = (): LeftOut => ({ sections: new Set(), names: new Set(), unnamed: new Set() })

const addNames = (element: unknown, names: Set<string>, depth = 0): void => {
  if (typeof element !== 'object' || element === null || depth > DEEPEST) return
  for (const [key, value] of Object.entries(element)) {
    if (typeof value === 'object') addNames(value, names, depth + 1)
    else if (typeof value === 'string' && (key === 'name' || key === 'userName' || key === 'id')) names.add(value.toLowerCase())
  }
}

/** Records the element of a list at `steps` of the file, which has an error at `field`. */
export const leaveOut = (leftOut: LeftOut, steps: readonly string[], element: unknown, field: string | undefined): void => {
  const section = steps[0] ?? ''
  leftOut.sections.add(section)
  const list = steps.at(-2) ?? ''
  // Memberships of a user are a list called groups, too.
  if (!ENTITIES.has(list) || (list === 'groups' && steps.length > 2)) return
  addNames(element, leftOut.names)
  if (field === undefined || field === 'name' || field === 'userName' || field === 'id') leftOut.unnamed.add(section)
}

/** Sections whose missing elements an error of this code may follow from. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  reference_mismatch: ['locations'],
  capacity_missing: ['locations'],
}

const SECTION_OF_REFERENCE: Readonly<Record<string, string>> = {
  user: 'users',
  organizer: 'users',
  assignedUser: 'users',
  groups: 'groups',
  parent: 'groups',
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (file: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], file)

/** Returns the name that a reference uses for its target. */
const targetName = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.toLowerCase()
  const name = (value as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name.toLowerCase() : undefined
}

/** Whether an error may only follow from an element that was left out for another error. */
export const isConsequence = (
  { pointer, code }: ValidationError,
  file: unknown,
  { sections, names, unnamed }: LeftOut,
): boolean => {
  const steps = stepsOf(pointer)
  if (code === 'name_taken') return sections.has(steps[0] ?? '')
  if (code !== 'reference_unknown') return CAUSES[code]?.some((section) => sections.has(section)) ?? false
  const field = steps.findLast((step) => !/^\d+$/.test(step)) ?? ''
  const section = SECTION_OF_REFERENCE[field] ?? 'locations'
  if (!sections.has(section)) return false
  const name = targetName(valueAt(file, steps))
  return unnamed.has(section) || name === undefined || names.has(name)
}
