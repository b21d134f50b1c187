import { Code, Pagination, Table, Text } from '@mantine/core'
import type { ImportOutcome } from '@rollcall/contract'
import { useState } from 'react'
import { pointerInWords } from './directory-file.ts'

const ROWS = 100

/** What is wrong with the file, and where. */
export const FaultsTable = ({ faults, document }: Pick<ImportOutcome, 'faults'> & { document: object }) => {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(faults.length / ROWS)
  return (
    <>
      <Table.ScrollContainer
        minWidth={560}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Faults of the file' } }}
      >
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Where</Table.Th>
              <Table.Th>What is wrong</Table.Th>
              <Table.Th>Rule</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice((page - 1) * ROWS, page * ROWS).map(({ pointer, code, message }) => (
              <Table.Tr key={`${pointer} ${code} ${message}`}>
                <Table.Td>
                  {pointerInWords(document, pointer)}
                  <Text size="xs" c="dimmed" ff="monospace">
                    {pointer || '/'}
                  </Text>
                </Table.Td>
                <Table.Td>{message}</Table.Td>
                <Table.Td>
                  <Code>{code}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(n) => ({ 'aria-label': `Page ${n}` })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
        />
      ) : null}
    </>
  )
}
