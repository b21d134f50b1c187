type ColumnTypes = Map<string, string>
type Row = Record<string, unknown>

/**
 * Column types of all tables and views by name, as the database names them. They are read by one query, and again after a change.
 * The query returns table_name, column_name and data_type, in the order of the columns.
 */
export const createColumnTypes = (query: () => Promise<Row[]>) => {
  let known: Promise<Map<string, ColumnTypes>> | undefined
  const read = async (): Promise<Map<string, ColumnTypes>> => {
    const types = new Map<string, ColumnTypes>()
    for (const { table_name, column_name, data_type } of await query()) {
      const table = String(table_name)
      types.set(table, (types.get(table) ?? new Map()).set(String(column_name), String(data_type)))
    }
    return types
  }
  return {
    of: async (table: string): Promise<ColumnTypes> => {
      known ??= read()
      return (await known).get(table) ?? new Map()
    },
    change: async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
      } finally {
        known = undefined
      }
    },
  }
}
