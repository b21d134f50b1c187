import { Table, type TableThProps, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Order } from './use-sort.ts'

interface Props extends TableThProps {
  readonly name: string
  readonly order: Order | undefined
  readonly onSort: (name: string) => void
}

/** The heading of a column, which puts the rows in its order. */
export const SortHeader = ({ name, order, onSort, ...th }: Props) => {
  const direction = order?.name === name ? (order.isDescending ? 'descending' : 'ascending') : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th scope="col" aria-sort={direction ?? 'none'} {...th}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        mih={24}
        style={{ display: 'inline-flex', alignItems: 'center', gap: 4, textAlign: 'inherit' }}
        onClick={() => onSort(name)}
      >
        {name}
        <Icon size={13} aria-hidden="true" opacity={direction ? 1 : 0.35} style={{ flexShrink: 0 }} />
      </UnstyledButton>
    </Table.Th>
  )
}
