import { Trans } from '@lingui/react/macro'
import { Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Entry {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

interface Props {
  readonly label: string
  readonly heads: readonly string[]
  readonly entries: readonly Entry[]
}

/** Entries of a calendar, one in a row; the first cell names it. */
export const EntriesTable = ({ label, heads, entries }: Props) => (
  <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}>
    <Table aria-label={label} verticalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ key, cells: [first, ...rest] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
              {first}
            </Table.Th>
            {rest.map((cell, index) => (
              <Table.Td key={heads[index + 1]} style={{ overflowWrap: 'anywhere' }}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

/** The button that removes an entry; its label names the entry to screen readers. */
export const removeButton = (label: string, onRemove: () => void): ReactNode => (
  <Button size="compact-sm" variant="default" aria-label={label} onClick={onRemove}>
    <Trans>Remove</Trans>
  </Button>
)
