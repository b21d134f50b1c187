/** A property of an event, without its parameters: days are read by their form. */
export interface EventProperty {
  /** In upper case. */
  readonly name: string
  readonly value: string
}

/** A name, parameters whose quoted values may contain colons, and the value. */
const LINE = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/

/** Text in which a backslash precedes commas, semicolons, backslashes and `n` for a line end. */
const ESCAPED = /\\([\\;,nN])/g

/**
 * Reads the properties of an event (RFC 5545): folded lines are joined, and parts within the event, such as alarms, left out. It
 * returns what it could read next to the problem, so that an error can name the UID.
 */
export const readProperties = (text: string): { properties: EventProperty[]; problem?: string } => {
  const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const properties: EventProperty[] = []
  const problems: string[] = []
  let depth = 0
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth++
    else if (/^END:/i.test(line)) depth--
    else if (depth === 1) {
      const [, name, , value] = LINE.exec(line) ?? []
      if (name === undefined || value === undefined) problems.push(`this line has no name and value: ${line.slice(0, 50)}`)
      else properties.push({ name: name.toUpperCase(), value: unescapeText(value) })
    }
  }
  if (depth !== 0) problems.unshift('the event does not end (END:VEVENT)')
  return problems[0] === undefined ? { properties } : { properties, problem: problems[0] }
}

const unescapeText = (value: string): string =>
  value.replaceAll(ESCAPED, (_, character: string) => (character.toLowerCase() === 'n' ? ' ' : character)).replaceAll('\0', '')
