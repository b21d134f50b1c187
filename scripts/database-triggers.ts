import type { ModelObject } from '../packages/server/src/platform/db/model-order.ts'

export interface Trigger {
  readonly name: string
  readonly isBefore: boolean
  readonly isRow: boolean
  /** `insert`, `update of a, b` … */
  readonly events: readonly string[]
  readonly condition: string | undefined
  readonly call: string
  readonly functionName: string
}

const TRIGGER =
  /^create trigger (?<name>\w+) (?<time>before|after) (?<events>.+?) on \w+( referencing .*?)? for each (?<level>row|statement)( when \((?<condition>.*)\))? execute function (?<call>(?<functionName>\w+)\(.*\));$/

export const readTrigger = ({ name: key, sql }: ModelObject): Trigger => {
  const found = TRIGGER.exec(sql.replace(/\s+/g, ' '))?.groups
  if (!found) throw new Error(`The trigger ${key} is not written as the others are`)
  const { name = '', time, events = '', level, condition, call = '', functionName = '' } = found
  const flags = { isBefore: time === 'before', isRow: level === 'row' }
  return { name, ...flags, events: events.split(' or '), condition: condition?.trim(), call, functionName }
}

/** PostgreSQL fires what is before first, after an event rows before statements, and the same kind in the order of the names. */
export const firingOrder = (a: Trigger, b: Trigger): number =>
  Number(b.isBefore) - Number(a.isBefore) ||
  (Number(b.isRow) - Number(a.isRow)) * (a.isBefore ? -1 : 1) ||
  (a.name < b.name ? -1 : 1)
