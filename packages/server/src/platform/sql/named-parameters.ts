import { CompiledQuery } from 'kysely'

/**
 * Converts a statement with named parameters, `$name`, to one whose values are sent separately. Literals would appear in the
 * log of the database when a statement fails or takes long.
 */
export const namedParameters = (statement: string, values: Readonly<Record<string, unknown>>): CompiledQuery => {
  const names: string[] = []
  const text = statement.replaceAll(/\$(\w+)/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`The statement has no value for $${name}`)
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return CompiledQuery.raw(
    text,
    names.map((name) => values[name]),
  )
}
