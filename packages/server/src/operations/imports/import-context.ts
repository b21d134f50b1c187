import type { Fields } from '@rollcall/contract'
import { fieldColumns } from '../../directory/entities/field-columns.ts'
import { mapInTurns } from '../../platform/jobs/in-turns.ts'
import type { Directory } from './import-directory.ts'
import type { ValidationErrors } from './import-errors.ts'
import { type Claim, claimAll, findEntity, type Register } from './import-register.ts'

/** The context of every check of the file. */
export interface CheckContext {
  readonly orgId: string
  readonly directory: Directory
  readonly errors: ValidationErrors
}

/** An entity of the file with its position and its id. */
export interface Entry<T> {
  readonly item: T
  readonly pointer: string
  readonly parent: string
  readonly path: readonly string[]
}

export interface Identified<T> extends Entry<T> {
  readonly id: string
}

/** A row for a table: undefined keeps what is stored, null clears it. */
export type Row = { readonly id: string } & Readonly<Record<string, unknown>>

export interface Listed<T> {
  readonly item: T
  readonly pointer: string
}

/** The elements of a list with their pointers; holes are elements that were found invalid already. */
export const listed = <T>(items: readonly T[] | undefined, pointer: string): Listed<T>[] =>
  (items ?? []).flatMap((item, index) => (item === undefined ? [] : [{ item, pointer: `${pointer}/${index}` }]))

/** The entities below each of `parents`. */
export const below = <P, T extends { name: string }>(
  parents: readonly Identified<P>[],
  property: string,
  children: (parent: P) => readonly T[] | undefined,
): Entry<T>[] =>
  parents.flatMap((parent) =>
    listed(children(parent.item), `${parent.pointer}/${property}`).map(({ item, pointer }) => ({
      item,
      pointer,
      parent: parent.id,
      path: [...parent.path, item.name],
    })),
  )

type Item = { id?: string; name?: string; userName?: string; status?: string }

/** Assigns the entries their ids in the register and reports conflicts. */
export const identify = async <T extends Item>(
  { orgId, errors }: CheckContext,
  register: Register,
  entries: readonly Entry<T>[],
): Promise<Identified<T>[]> => {
  const claims = await mapInTurns(entries, ({ item, pointer, parent, path }): Claim => {
    const name = item.name ?? item.userName ?? ''
    return { pointer, givenId: item.id, parent, name, status: item.status, path }
  })
  const ids = await claimAll(orgId, register, claims, errors)
  return entries.map((entry, index) => ({ ...entry, id: ids[index] ?? '' }))
}

/** Converts to a stored value: the empty string means null (contract §1). */
const cleared = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text)

/** Reads the columns of these fields from an element of the file. */
export const columnsOfFields = <const F extends Fields>(fields: F) => {
  const columns = Object.entries(fieldColumns(fields))
  return (item: { readonly [N in keyof F]?: string | null }): Record<string, string | null | undefined> =>
    Object.fromEntries(columns.map(([name, column]) => [column, cleared(item[name])]))
}

/** The id behind a reference; null and undefined stay, an unknown one is an error. */
export const resolve = (
  { errors }: CheckContext,
  register: Register,
  ref: string | null | undefined,
  pointer: string,
  parent = '',
): string | null | undefined => {
  if (ref === undefined) return undefined
  if (ref === null || ref === '') return null
  const id = findEntity(register, ref, parent)
  if (id === undefined) errors.add(pointer, 'reference_unknown', `there is no ${register.kind} with this id or name`)
  return id
}
