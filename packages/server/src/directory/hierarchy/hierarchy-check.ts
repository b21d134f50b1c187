import type { FieldErrorCode, GroupRelationship } from '@rollcall/contract'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { cyclesOf, levelsOf, MAX_LEVELS } from './hierarchy-levels.ts'

/** A group as the body describes it. `parent` is the key of the group above it. */
export interface WantedGroup {
  readonly type: string
  readonly name: string
  readonly parent: string | null
}

/** Every group that the body names, as group or as parent, by key. */
export type Hierarchy = ReadonlyMap<string, WantedGroup>

/** Type and name identify a group; no string of a body contains a NUL. */
export const groupKey = (type: string, name: string): string => `${type}\0${name}`

const labelOf = (key: string): string => {
  const [type = '', name = ''] = key.split('\0')
  return `${JSON.stringify(name)} (${type})`
}

/** One row of the body. `parent` is undefined if the row names a parent without its type. */
interface Row {
  readonly index: number
  readonly type: string
  readonly name: string
  readonly parent: { key: string; type: string; name: string } | null | undefined
}

interface RowError extends FieldError {
  readonly index: number
}

const rowError = ({ index }: Row, property: 'parent' | 'parentType', code: FieldErrorCode, message: string): RowError => ({
  index,
  pointer: `/groupRelationships/${index}/${property}`,
  message,
  code,
})

const parentOf = ({ parent, parentType }: GroupRelationship): Row['parent'] => {
  if (!parent) return null
  return parentType ? { key: groupKey(parentType, parent), type: parentType, name: parent } : undefined
}

/**
 * Returns the hierarchy that the rows describe.
 * @throws AppError invalid_body with a pointer to every row that contradicts another row or itself
 */
export const checkHierarchy = (relationships: readonly GroupRelationship[]): Hierarchy => {
  const rows = relationships.map((row, index): Row => ({ index, type: row.groupType, name: row.group, parent: parentOf(row) }))
  const rowsByGroup = Map.groupBy(rows, ({ type, name }) => groupKey(type, name))
  const fieldErrors = [...untypedParents(rows), ...severalParents(rowsByGroup)]
  const hierarchy = hierarchyOf(rowsByGroup)
  for (const cycle of cyclesOf(hierarchy)) {
    const message = `is part of a cycle, each group below the next: ${pathText(cycle)}`
    for (const key of cycle) {
      for (const row of rowsByGroup.get(key) ?? []) fieldErrors.push(rowError(row, 'parent', 'group_cycle', message))
    }
  }
  for (const [key, level] of levelsOf(hierarchy)) {
    if (level <= MAX_LEVELS) continue
    const message = `is on level ${level}, and a hierarchy has at most ${MAX_LEVELS} levels`
    for (const row of rowsByGroup.get(key) ?? []) fieldErrors.push(rowError(row, 'parent', 'group_too_deep', message))
  }
  throwIfAny(fieldErrors)
  return hierarchy
}

const untypedParents = (rows: readonly Row[]): RowError[] =>
  rows
    .filter(({ parent }) => parent === undefined)
    .map((row) => rowError(row, 'parentType', 'required', 'is required with a parent'))

const distinctParents = (rows: readonly Row[]) =>
  new Set(rows.flatMap(({ parent }) => (parent === undefined ? [] : [parent?.key])))

const severalParents = (rowsByGroup: ReadonlyMap<string, Row[]>): RowError[] =>
  [...rowsByGroup].flatMap(([key, rows]) => {
    const parents = [...distinctParents(rows)]
    if (parents.length < 2) return []
    const named = parents.slice(0, SHOWN).map((parent) => (parent === undefined ? 'none' : labelOf(parent)))
    const message = `${labelOf(key)} has ${parents.length} different parents: ${named.join(', ')}${parents.length > SHOWN ? ', …' : ''}`
    return rows.map((row) => rowError(row, 'parent', 'several_parents', message))
  })

/** A group with contradicting parents counts as a group without one, so that no unintended cycle is reported. */
const hierarchyOf = (rowsByGroup: ReadonlyMap<string, Row[]>): Map<string, WantedGroup> => {
  const hierarchy = new Map<string, WantedGroup>()
  for (const [key, rows] of rowsByGroup) {
    const [first] = rows as [Row, ...Row[]]
    const parent = distinctParents(rows).size === 1 ? rows.find((row) => row.parent !== undefined)?.parent : null
    hierarchy.set(key, { type: first.type, name: first.name, parent: parent?.key ?? null })
  }
  for (const { parent } of [...rowsByGroup.values()].flat()) {
    if (parent && !hierarchy.has(parent.key)) hierarchy.set(parent.key, { type: parent.type, name: parent.name, parent: null })
  }
  return hierarchy
}

/** The maximum number of groups in a message. */
const SHOWN = 10

const pathText = (cycle: readonly string[]): string => {
  const names = cycle.slice(0, SHOWN).map(labelOf)
  const rest = cycle.length > SHOWN ? [`… (${cycle.length} groups in all)`] : []
  return [...names, ...rest, labelOf(cycle[0] as string)].join(' → ')
}

/** Throws at most 50 errors, because a response holds no more; if there are more, the detail gives their number. */
const throwIfAny = (fieldErrors: RowError[]): void => {
  if (fieldErrors.length === 0) return
  const errors = fieldErrors
    .sort((a, b) => a.index - b.index)
    .map(({ pointer, message, code }) => ({ pointer, message, code }))
    .slice(0, 50)
  if (fieldErrors.length === errors.length) throw new AppError('invalid_body', { errors })
  const detail = `Nothing was stored. ${fieldErrors.length} fields are wrong; errors lists the first ${errors.length}. Fix them all and send the call again.`
  throw new AppError('invalid_body', { detail, errors })
}
