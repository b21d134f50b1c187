/** These columns mean the same in every table. A comment above a column in its file replaces the description. */
const COMMON_COLUMNS: Readonly<Record<string, string>> = {
  org_id: 'The organization.',
  id: 'The identifier.',
  name: 'The name that people see.',
  status: 'An inactive row stays, as history refers to it.',
  created_at: 'When the row was created.',
  updated_at: 'When the row last changed.',
  user_id: 'The user.',
  group_id: 'The group.',
  location_id: 'The location.',
  level_id: 'The level.',
  zone_id: 'The zone.',
  day: 'The local day.',
  dataset: 'The dataset of the warehouse.',
  changed_by: 'Who changed the row last.',
  changed_by_user_id: 'The user who changed it, where a person did.',
  reason: 'Why it was changed; null: not given.',
  command_id: 'The command that changed it: everything that one command does has the same id.',
  utc_day: 'The UTC day of the event.',
  source_no: 'The source that sent it.',
  event_id: 'The identifier that the source gave the event.',
  occurred_at: 'When it happened.',
  received_at: 'When it arrived here.',
  local_day: 'The calendar day at the location: the day for which it counts.',
  node_type: 'What kind of node the event names.',
  node_id: 'The node that the event names.',
}

const CONSTRAINT = /^(primary key|unique|foreign key|check|constraint)\b/

const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim().replace(/^-- ?/, ''))
    .join('\n')
    .replace(/([^\n])\n(?!\n)/g, '$1 ')
    .replace(/ ?\n+/g, '\n\n')
    .trim()

/** Reads the comments in the file of a table. Each comment is above the table or the column that it describes. */
export const readComments = (name: string, text: string): { table: string; columns: Map<string, string> } => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^create (unlogged )?table ${name} \\($`).test(line))
  const end = lines.findIndex((line, index) => index > start && line.startsWith(')'))
  const firstComment = lines.slice(0, start).findLastIndex((line) => !line.startsWith('--')) + 1
  const columns = new Map<string, string>()
  let above: string[] = []
  for (const line of lines.slice(start + 1, end)) {
    const [, column] = /^ {2}(\w+) /.exec(line) ?? []
    if (/^ {2}--/.test(line)) above.push(line)
    else {
      if (column && !CONSTRAINT.test(line.trim())) columns.set(column, joinLines(above) || (COMMON_COLUMNS[column] ?? ''))
      above = []
    }
  }
  return { table: joinLines(lines.slice(firstComment, start)), columns }
}

const literal = (text: string): string => (text === '' ? 'null' : `'${text.replaceAll("'", "''")}'`)

/** Returns the statements that write the comments of the file into the catalog. */
export const commentsOf = (name: string, text: string): string => {
  const { table, columns } = readComments(name, text)
  const ofColumns = [...columns].map(([column, comment]) => `comment on column ${name}.${column} is ${literal(comment)};`)
  return [`comment on table ${name} is ${literal(table)};`, ...ofColumns].join('\n')
}
