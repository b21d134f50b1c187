import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { breakable } from '../../language/breaks.ts'
import { wholeName } from './columns.ts'
import type { Sorting } from './sort.ts'

interface Props extends Sorting {
  readonly name: string
  /** The name, or the beginning of it. */
  readonly short: string
  readonly columnKey: string
  readonly ta: 'left' | 'right'
}

/** The heading of a column; a click sorts by it. */
export const SortHeader = ({ name, short, columnKey, order, onSort, ta }: Props) => {
  const words = breakable(short)
  const direction = order?.key === columnKey ? (order.isDescending ? 'descending' : 'ascending') : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th scope="col" role="columnheader" aria-sort={direction ?? 'none'} ta={ta}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        mih={24}
        style={{ display: 'inline-flex', alignItems: 'center', gap: 4, textAlign: 'inherit' }}
        onClick={() => onSort(columnKey)}
        {...wholeName(name, words)}
      >
        {words}
        <Icon size={13} aria-hidden="true" opacity={direction ? 1 : 0.35} style={{ flexShrink: 0 }} />
      </UnstyledButton>
    </Table.Th>
  )
}
