import { t } from '@lingui/core/macro'
import { Checkbox, Table } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'

/** Rows that are chosen for an action, by their keys. */
export interface Selection<Row> {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  /** What a row is called, for screen readers. */
  readonly nameOf: (row: Row) => string
}

interface AllProps<Row> {
  readonly selection: Selection<Row>
  readonly keys: readonly string[]
}

/** Chooses all listed rows, or none. */
export const SelectAll = <Row,>({ selection: { chosen, onChoose }, keys }: AllProps<Row>) => {
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key))
  const rest = () => [...chosen].filter((key) => !keys.includes(key))
  return (
    <Table.Th role="columnheader" w={40}>
      <Checkbox
        aria-label={t`Select all listed`}
        checked={isAll}
        indeterminate={!isAll && keys.some((key) => chosen.has(key))}
        onChange={() => onChoose(new Set(isAll ? rest() : [...chosen, ...keys]))}
      />
    </Table.Th>
  )
}

/** Moves the focus to the box of the row above or below. */
const moveFocus = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const box = next?.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (!box) return
  event.preventDefault()
  box.focus()
}

/** Returns a function that adds or removes a row, and with the Shift key all rows from the one before. */
export const useToggle = <Row,>(selection: Selection<Row> | undefined, keys: readonly string[]) => {
  const last = useRef<string>(undefined)
  return (key: string, isRange: boolean): void => {
    if (!selection) return
    const next = new Set(selection.chosen)
    const isAdded = !next.has(key)
    const from = isRange && last.current !== undefined ? keys.indexOf(last.current) : -1
    const to = keys.indexOf(key)
    const range = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const each of range) isAdded ? next.add(each) : next.delete(each)
    last.current = key
    selection.onChoose(next)
  }
}

interface RowProps {
  readonly name: string
  readonly isChosen: boolean
  readonly onToggle: (isRange: boolean) => void
}

/** Chooses one row: by click or Space; arrows move between rows, and Shift chooses all in between. */
export const SelectRow = ({ name, isChosen, onToggle }: RowProps) => (
  <Table.Td role="cell">
    <Checkbox
      aria-label={t`Select ${name}`}
      checked={isChosen}
      readOnly
      onKeyDown={(event) => {
        if (event.key === ' ' && event.shiftKey) {
          event.preventDefault()
          onToggle(true)
        }
        moveFocus(event)
      }}
      onClick={(event: MouseEvent<HTMLInputElement>) => onToggle(event.shiftKey)}
    />
  </Table.Td>
)
