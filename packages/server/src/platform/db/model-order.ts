/** Types and tables change only through migrations; every other object is applied again when its text has changed. */
export type ModelKind = 'type' | 'table' | 'view' | 'function' | 'trigger' | 'comment'

export interface ModelObject {
  readonly kind: ModelKind
  /** The name is unique among objects of the kind; a trigger is `table.trigger`. */
  readonly name: string
  /** The text without the comments above it. */
  readonly sql: string
  readonly hash: string
}

/** Objects depend only on kinds of the same or an earlier stage. Types and tables share one, as do functions and views. */
const STAGES: readonly (readonly ModelKind[])[] = [['type', 'table'], ['function', 'view'], ['trigger'], ['comment']]

const stageOf = (kind: ModelKind): number => STAGES.findIndex((kinds) => kinds.includes(kind))

/** PL/pgSQL binds the body of a function when it runs, so the function depends only on the names in its head. */
const headOf = (sql: string): string => (isPlpgsql(sql) ? (sql.split(/\bas \$/, 1)[0] as string) : sql)

export const isPlpgsql = (sql: string): boolean => /\blanguage plpgsql\b/.test(sql)

const withoutTextAndComments = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''")

/** Returns the names of other objects in an object. Of a table only references count, because columns often share names with tables. */
const namesIn = ({ kind, sql }: ModelObject): Set<string> => {
  const text = withoutTextAndComments(headOf(sql))
  if (kind !== 'table') return new Set(text.match(/\w+/g))
  const references = [...text.matchAll(/\breferences (\w+)/g)].map(([, name]) => name as string)
  const types = [...text.matchAll(/^ {2}\w+ (\w+)/gm)].map(([, name]) => name as string)
  return new Set([...references, ...types])
}

/** Returns the objects that have to exist first, of the same stage or an earlier one. */
export const findDependencies = (objects: readonly ModelObject[]): Map<ModelObject, ModelObject[]> => {
  const named = new Map<string, ModelObject[]>()
  for (const each of objects) {
    if (each.kind !== 'trigger' && each.kind !== 'comment') named.set(each.name, [...(named.get(each.name) ?? []), each])
  }
  const dependencies = (one: ModelObject): ModelObject[] =>
    [...namesIn(one)]
      .flatMap((name) => named.get(name) ?? [])
      .filter((other) => other !== one && stageOf(other.kind) <= stageOf(one.kind))
  return new Map(objects.map((one) => [one, dependencies(one)]))
}

/** Sorts objects after their dependencies, otherwise by stage and name. @throws Error on a dependency cycle */
export const inOrder = (objects: readonly ModelObject[]): ModelObject[] => {
  const dependencies = findDependencies(objects)
  const ordered = new Set<ModelObject>()
  const add = (one: ModelObject, path: readonly ModelObject[]): void => {
    if (ordered.has(one)) return
    const circle = [...path, one].map(({ kind, name }) => `${kind} ${name}`)
    if (path.includes(one)) throw new Error(`These depend on each other: ${circle.join(' -> ')}`)
    for (const other of dependencies.get(one) ?? []) add(other, [...path, one])
    ordered.add(one)
  }
  const byStage = objects.toSorted((a, b) => stageOf(a.kind) - stageOf(b.kind))
  for (const one of byStage) add(one, [])
  return [...ordered]
}
