import { Badge, Box, Button, Group, Pagination, SegmentedControl, Table, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showNumber } from '../../../../components/format.ts'
import { TextLink } from '../../../../components/links.tsx'
import { EmptyState } from '../../../../components/states.tsx'
import { type Item, idOf, type Kind, nameOf } from '../kinds/kind.ts'
import { filtered, type ListView, readListView } from './places-view.ts'

interface Props {
  readonly kind: Kind
  readonly items: readonly Item[]
  readonly view: ListView
  readonly onView: (view: ListView) => void
  readonly canChange: boolean
  readonly onEdit: (item: Item) => void
  readonly onStatus: (item: Item) => void
  /** Makes the name a link. */
  readonly linkOf?: (item: Item, name: string) => ReactNode
  /** Adds one. */
  readonly action?: ReactNode
  /** Further filters. */
  readonly filters?: ReactNode
}

const ROWS = 100
/** The nodes of one kind, page by page, with a search by name and the actions on each. */
export const EntityTable = ({ kind, items, view, onView, canChange, onEdit, onStatus, linkOf, action, filters }: Props) => {
  const [page, setPage] = useState(1)
  const found = filtered(kind, items, view)
  const pages = Math.max(Math.ceil(found.length / ROWS), 1)
  const current = Math.min(page, pages)
  return (
    <>
      <Group gap="sm" mb="xs" align="flex-end">
        <TextInput
          label={`Find ${kind.many}`}
          value={view.find ?? ''}
          onChange={(event) => onView(readListView({ ...view, find: event.currentTarget.value }))}
          maw={260}
        />
        {filters}
        <SegmentedControl
          aria-label="Which"
          value={view.status ?? 'active'}
          onChange={(status) => onView(readListView({ ...view, status }))}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
            { value: 'all', label: 'All' },
          ]}
        />
        <Text size="sm" c="dimmed" role="status" pb={8}>
          {showNumber(found.length)} of {showNumber(items.length)}
        </Text>
        <Box ml="auto">{action}</Box>
      </Group>
      {found.length === 0 ? (
        <EmptyState title={items.length === 0 ? `There are no ${kind.many} yet` : `No ${kind.many} match`} height={160}>
          {items.length === 0 ? (
            <>
              Add them here, or{' '}
              <TextLink underline="always" to="/admin/import">
                import a file
              </TextLink>{' '}
              with all of them.
            </>
          ) : null}
        </EmptyState>
      ) : (
        <Table.ScrollContainer
          minWidth={480}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': `Table of ${kind.many}` } }}
        >
          <Table verticalSpacing={6} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                {kind.columns.map(({ label, isNumber }) => (
                  <Table.Th key={label} ta={isNumber ? 'right' : undefined}>
                    {label}
                  </Table.Th>
                ))}
                <Table.Th>Status</Table.Th>
                {canChange ? <Table.Th ta="right">Change</Table.Th> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.slice((current - 1) * ROWS, current * ROWS).map((item) => (
                <Table.Tr key={idOf(kind, item)}>
                  <Table.Td fw={500}>{linkOf ? linkOf(item, nameOf(kind, item)) : nameOf(kind, item)}</Table.Td>
                  {kind.columns.map(({ label, text, isNumber }) => (
                    <Table.Td key={label} ta={isNumber ? 'right' : undefined}>
                      {text(item)}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <StatusBadge status={String(item.status)} />
                  </Table.Td>
                  {canChange ? (
                    <Table.Td>
                      <RowActions kind={kind} item={item} onEdit={onEdit} onStatus={onStatus} />
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {pages > 1 ? (
        <Pagination
          mt="sm"
          total={pages}
          value={current}
          onChange={setPage}
          getItemProps={(n) => ({ 'aria-label': `Page ${n}` })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
        />
      ) : null}
    </>
  )
}

const RowActions = ({ kind, item, onEdit, onStatus }: Pick<Props, 'kind' | 'onEdit' | 'onStatus'> & { item: Item }) => {
  const name = nameOf(kind, item)
  const isActive = item.status === 'active'
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button size="compact-xs" variant="default" aria-label={`Edit: ${name}`} onClick={() => onEdit(item)}>
        Edit
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${isActive ? 'Set inactive' : 'Set active'}: ${name}`}
        onClick={() => onStatus(item)}
      >
        {isActive ? 'Set inactive' : 'Set active'}
      </Button>
    </Group>
  )
}

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge variant="outline" color={status === 'active' ? 'petrol' : 'gray'} c="var(--mantine-color-text)" tt="none">
    {status === 'active' ? 'Active' : 'Inactive'}
  </Badge>
)
