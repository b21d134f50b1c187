import { CompiledQuery } from 'kysely'

/**
 * A statement with named parameters, `$name`, as one that is sent with its values apart: literals of a statement that fails, or takes
 * long, stand in the log of the database.
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
